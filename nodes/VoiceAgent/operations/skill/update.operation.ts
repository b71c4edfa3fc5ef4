import type { IDataObject } from 'n8n-workflow';

import { SKILL_FIELDS } from '../../../shared/wire/undocumentedNames';
import type { ItemInput } from '../../execution/itemInput';
import type { Operation } from '../../execution/operation';
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
	repeatable: true,
	whenNotFound: WHEN_UNKNOWN,
	wrapper: 'agent_skill',
	request(input) {
		const fields = input.collection('updateFields');
		return {
			method: 'PATCH',
			path: skillPath(input),
			body: {
				...(typeof fields.isEnabled === 'boolean' && { is_enabled: fields.isEnabled }),
				...('config' in fields && { config: input.plainObject(fields.config, 'Config') ?? {} }),
				...('triggerType' in fields && { [SKILL_FIELDS.triggerType]: fields.triggerType }),
				...('schedule' in fields && {
					[SKILL_FIELDS.schedule]: input.plainObject(fields.schedule, 'Schedule') ?? {},
				}),
				...('deliveryChannels' in fields && { delivery_channels: channels(input) }),
			},
		};
	},
};

function channels(input: ItemInput): IDataObject[] {
	const { channel = [] } = input.collection('updateFields').deliveryChannels as { channel?: IDataObject[] };
	return channel.map((entry) => {
		const name = input.textOf(entry.channel_name);
		if (!name) {
			throw input.refusal(
				'A delivery channel has no name',
				'Enter the email address, phone number or channel that results go to.',
			);
		}
		return { channel: entry.channel, channel_name: name };
	});
}
