import type { IDataObject } from 'n8n-workflow';

import { SKILL_FIELDS } from '../../../shared/wire/undocumentedNames';
import type { Operation } from '../../execution/operation';
import type { ParameterGroup } from '../../execution/parameterGroup';
import { changesOf } from '../changes';
import { skillId, skillPath, WHEN_UNKNOWN } from './skillId';

/** PATCH manage-skills/{id} (interface section 4): only included fields change. */
export const update: Operation = {
	value: 'update',
	name: 'Update',
	action: 'Update a skill',
	description: 'Turn a skill on or off, or change its settings, its trigger or its channels',
	properties: [
		skillId,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				{
					displayName: 'Config',
					name: 'config',
					type: 'json',
					default: '{}',
					placeholder: 'e.g. { "tone": "friendly" }',
					description: 'A JSON object. It replaces the present config as a whole.',
				},
				{
					displayName: 'Delivery Channels',
					name: 'deliveryChannels',
					type: 'fixedCollection',
					typeOptions: { multipleValues: true },
					placeholder: 'Add Channel',
					default: {},
					options: [
						{
							displayName: 'Channel',
							name: 'channel',
							values: [
								{
									displayName: 'Channel',
									name: 'channel',
									type: 'options',
									options: [
										{ name: 'Email', value: 'email' },
										{ name: 'SMS', value: 'sms' },
										{ name: 'Team Chat', value: 'team_chat' },
									],
									default: 'email',
									description: 'The way by which results are delivered',
								},
								{
									displayName: 'Name',
									name: 'channel_name',
									type: 'string',
									default: '',
									placeholder: 'e.g. sales@example.com',
									description: 'The email address, phone number or channel that results go to',
								},
							],
						},
					],
					description: 'Where results are delivered. They replace the present channels.',
				},
				{
					displayName: 'Enabled',
					name: 'isEnabled',
					type: 'boolean',
					default: true,
					description: 'Whether the skill runs',
				},
				{
					displayName: 'Schedule',
					name: 'schedule',
					type: 'json',
					default: '{}',
					placeholder: 'e.g. { "cron": "0 9 * * 1" }',
					description: 'A JSON object that says when the skill runs, in the form that your account uses',
				},
				{
					displayName: 'Trigger Type',
					name: 'triggerType',
					type: 'options',
					options: [
						{ name: 'Event', value: 'event' },
						{ name: 'Schedule', value: 'schedule' },
					],
					default: 'event',
					description: 'What starts the skill',
				},
			],
		},
	],
	timeout: 'quick',
	retry: { safe: true },
	ifNotFound: WHEN_UNKNOWN,
	answer: { kind: 'record', wrapper: 'agent_skill' },
	plan(item) {
		const fields = item.updateFields;
		return {
			request: {
				method: 'PATCH',
				path: skillPath(item),
				body: changesOf(item, {
					...(fields.isSet('isEnabled') && { is_enabled: fields.boolean('isEnabled') }),
					...(fields.has('config') && { config: fields.jsonObject('config') }),
					...(fields.has('triggerType') && { [SKILL_FIELDS.triggerType]: fields.choice('triggerType') }),
					...(fields.has('schedule') && { [SKILL_FIELDS.schedule]: fields.jsonObject('schedule') }),
					...(fields.has('deliveryChannels') && {
						delivery_channels: fields.rows('deliveryChannels').map(channelOf),
					}),
				}),
			},
		};
	},
};

const channelOf = (row: ParameterGroup): IDataObject => ({
	channel: row.choice('channel'),
	channel_name: row.requiredText(
		'channel_name',
		'Enter the email address, phone number or channel that results go to.',
	),
});
