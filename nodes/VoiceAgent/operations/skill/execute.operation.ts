import type { IDataObject } from 'n8n-workflow';

import { readObject, readPairs, objectField, pairs } from '../../parameters/objectField';
import { defineOperation } from '../define';
import { post } from '../../../shared/client/serviceRequest';
import { record } from '../output';
import type { ParameterGroup } from '../../../shared/parameters/parameterGroup';
import { NOTHING_SENT, previewOnlyFields } from '../../parameters/previewOnly';
import { skillIdField } from '../../../shared/panel/idFields';

const TO_RUN = "Turn off 'Preview Only' to run the skill.";

/** manage-skills/{id}/execute (interface section 4). */
export const executeSkill = defineOperation({
	value: 'execute',
	name: 'Execute',
	action: 'Execute skill',
	participle: 'executed',
	preview: { parameter: 'dryRun', action: 'Preview skill' },
	description:
		"Preview a skill or, with 'Preview Only' off, run it now and deliver its results to its channels",
	properties: [
		skillIdField,
		...previewOnlyFields('dryRun', {
			description: 'Whether to return only a preview, without delivering anything',
			toSend: TO_RUN,
		}),
	],
	options: [
		objectField({
			displayName: 'Trigger Context',
			name: 'triggerContext',
			description: 'Event data for the skill',
			example: '{ "caller_phone": "+14155550123", "call_summary": "Asks for a quote" }',
			fields: [
				{
					displayName: 'Caller Phone',
					name: 'callerPhone',
					type: 'string',
					default: '',
					placeholder: 'e.g. +14155550123',
					description: 'Number of the caller',
				},
				{
					displayName: 'Call Summary',
					name: 'callSummary',
					type: 'string',
					typeOptions: { rows: 2 },
					default: '',
					placeholder: 'e.g. Asks for a quote',
					description: 'What the call was about',
				},
				pairs('Extracted Data', 'extractedData', 'Data extracted from the call'),
			],
		}),
	],
	timeout: 'long',
	idempotent: ({ body }) => body.dry_run === true,
	ifOutcomeUnknown: 'Check whether the results have arrived in the channels of the skill.',
	output: record(),
	guardedFields: { dry_run: 'Preview Only' },
	request({ parameters, options }) {
		const dryRun = parameters.boolean('dryRun');
		const context = readObject(options, 'triggerContext', readTriggerContext);
		return {
			...post(`manage-skills/${parameters.id('skillId')}/execute`, {
				dry_run: dryRun,
				...(context && { trigger_context: context }),
			}),
			...(dryRun && { hint: `${NOTHING_SENT} ${TO_RUN}` }),
		};
	},
});

/** Reads the fields that the interface names for event skills (section 4) and that have a value. */
function readTriggerContext(section: ParameterGroup): IDataObject {
	const extracted = readPairs(section, 'extractedData') ?? {};
	return {
		...(section.has('callerPhone') && { caller_phone: section.text('callerPhone') }),
		...(section.has('callSummary') && { call_summary: section.text('callSummary') }),
		...(Object.keys(extracted).length > 0 && { extracted_data: extracted }),
	};
}
