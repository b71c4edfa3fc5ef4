import type { IDataObject } from 'n8n-workflow';

import { SKILL_FIELDS } from '../../service/undocumentedNames';
import { defineOperation, recordOutput } from '../operation';
import { patch } from '../../service/request';
import { readObject, objectField } from '../fields/objectField';
import type { ParameterGroup } from '../../parameters/parameterGroup';
import { requireChanges, updateFieldsCollection } from '../fields/item';
import { skillIdField } from '../../parameters/fields';

/** Calls PATCH manage-skills/{id}, which changes only the fields that are included. */
export const updateSkill = defineOperation({
	value: 'update',
	name: 'Update',
	action: 'Update skill',
	pastTense: 'updated',
	description: 'Turn a skill on or off, or change its settings, its trigger or its channels',
	properties: [
		skillIdField,
		updateFieldsCollection([
			objectField({
				displayName: 'Config',
				name: 'config',
				description: 'Settings of the skill. Replaces the whole current config.',
				example: '{ "tone": "friendly" }',
			}),
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
								description: 'How results are delivered',
							},
							{
								displayName: 'Destination',
								name: 'channel_name',
								type: 'string',
								default: '',
								placeholder: 'e.g. sales@example.com',
								description: 'The email address, phone number or channel that results go to',
							},
						],
					},
				],
				description: 'Where to deliver results. Replaces all current channels.',
			},
			{
				displayName: 'Enabled',
				name: 'isEnabled',
				type: 'boolean',
				default: true,
				description: 'Whether the skill runs',
			},
			objectField({
				displayName: 'Schedule',
				name: 'schedule',
				description: 'When the skill runs, in the format that your account uses',
				example: '{ "cron": "0 9 * * 1" }',
			}),
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
		]),
	],
	idempotent: true,
	output: recordOutput({
		wrapper: 'agent_skill',
		recordFields: ['id', 'is_enabled', 'config', 'delivery_channels'],
	}),
	request({ parameters, updateFields: fields, additionalBodyFields }) {
		const config = readObject(fields, 'config');
		const schedule = readObject(fields, 'schedule');
		const changes = {
			...(fields.isAdded('isEnabled') && { is_enabled: fields.boolean('isEnabled') }),
			...(config && { config }),
			...(fields.isAdded('triggerType') && { [SKILL_FIELDS.triggerType]: fields.choice('triggerType') }),
			...(schedule && { [SKILL_FIELDS.schedule]: schedule }),
			...(fields.isAdded('deliveryChannels') && {
				delivery_channels: fields.rows('deliveryChannels').map(readDeliveryChannel),
			}),
		};
		return patch(`manage-skills/${parameters.id('skillId')}`, requireChanges(changes, additionalBodyFields));
	},
});

const readDeliveryChannel = (row: ParameterGroup): IDataObject => ({
	channel: row.choice('channel'),
	channel_name: row.requireNonEmptyText(
		'channel_name',
		'Enter the email address, phone number or channel that results go to.',
	),
});
