import type { IDataObject } from 'n8n-workflow';

import { readObject, readPairs, objectField, pairsField } from '../fields/objectField';
import { defineOperation, recordOutput } from '../operation';
import { post } from '../../service/serviceRequest';
import type { ParameterGroup } from '../../parameters/parameterGroup';
import { PREVIEW_HINT, previewOnlyFields } from '../fields/humanOnly';
import { skillIdField } from '../../parameters/fields';

const PREVIEW_OFF_ADVICE = "Turn off 'Preview Only' to run the skill.";

/** Calls manage-skills/{id}/execute. */
export const executeSkill = defineOperation({
	value: 'execute',
	name: 'Execute',
	action: 'Execute skill',
	pastTense: 'executed',
	preview: { parameter: 'dryRun', action: 'Preview skill' },
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
