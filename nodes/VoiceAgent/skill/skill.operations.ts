import type { IDataObject } from 'n8n-workflow';

import { skillIdField } from '../../parameters/fields';
import type { ParameterGroup } from '../../parameters/parameterGroup';
import { patch, post } from '../../service/request';
import { SKILL_FIELDS } from '../../service/undocumentedNames';
import { PREVIEW_HINT, previewOnlyFields } from '../fields/humanOnly';
import { requireChanges, updateFieldsCollection } from '../fields/item';
import { objectField, pairsField, readObject, readPairs } from '../fields/objectField';
import { defineOperation, recordOutput } from '../operation';

const PREVIEW_OFF_ADVICE = "Turn off 'Preview Only' to run the skill.";

/** Calls manage-skills/{id}/execute. */
export const executeSkill = defineOperation({
	value: 'execute',
	name: 'Execute',
	action: 'Execute skill',
	pastTense: 'executed',
	description:
		"Preview a skill or, with 'Preview Only' off, run it now and deliver its results to its channels",
	properties: [
		skillIdField,
		{
			displayName: 'What Happened',
			name: 'callSummary',
			type: 'string',
			typeOptions: { rows: 2 },
			default: '',
			placeholder: 'e.g. The caller asks for a quote',
			description: 'What the skill should know, such as the summary of a call',
		},
		...previewOnlyFields('dryRun', 'Whether to return only a preview, without delivering anything'),
	],
	options: [
		objectField({
			displayName: 'Trigger Context',
			name: 'triggerContext',
			description: "Further data of the event, beside 'What Happened'",
			example: '{ "caller_phone": "+14155550123", "extracted_data": { "order": "A-17" } }',
			fields: [
				{
					displayName: 'Caller Phone',
					name: 'callerPhone',
					type: 'string',
					default: '',
					placeholder: 'e.g. +14155550123',
					description: 'Number of the caller',
				},
				pairsField('Extracted Data', 'extractedData', 'Data extracted from the call'),
			],
		}),
	],
	timeout: 'long',
	idempotent: ({ body }) => body.dry_run === true,
	adviceWhenUnknown: 'Check whether the results have arrived in the channels of the skill.',
	output: recordOutput(),
	fieldsOnlyThePanelSets: { dry_run: 'Preview Only' },
	request({ parameters, options }) {
		const dryRun = parameters.boolean('dryRun');
		const given = readObject(options, 'triggerContext', readTriggerContext);
		const context = parameters.has('callSummary')
			? { ...given, call_summary: parameters.text('callSummary') }
			: given;
		return {
			...post(`manage-skills/${parameters.id('skillId')}/execute`, {
				dry_run: dryRun,
				...(context && { trigger_context: context }),
			}),
			...(dryRun && { hint: `${PREVIEW_HINT} ${PREVIEW_OFF_ADVICE}` }),
		};
	},
});

/** Reads the fields of an event that have a value. */
function readTriggerContext(section: ParameterGroup): IDataObject {
	const extracted = readPairs(section, 'extractedData') ?? {};
	return {
		...(section.has('callerPhone') && { caller_phone: section.text('callerPhone') }),
		...(Object.keys(extracted).length > 0 && { extracted_data: extracted }),
	};
}

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
