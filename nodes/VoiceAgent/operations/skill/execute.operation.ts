import type { IDataObject } from 'n8n-workflow';

import { readObject, readPairs, objectField, pairs } from '../../parameters/objectField';
import type { Operation } from '../define';
import type { ParameterGroup } from '../../parameters/parameters';
import { humanOnly } from '../../parameters/humanOnly';
import { skillId, skillPath, WHEN_UNKNOWN } from './skillId';

/** manage-skills/{id}/execute (interface section 4). */
export const execute: Operation = {
	value: 'execute',
	name: 'Execute',
	action: 'Execute skill',
	participle: 'executed',
	preview: { parameter: 'dryRun', action: 'Preview skill' },
	description: 'Preview a skill or, with Dry Run off, run it now and deliver its results to its channels',
	properties: [
		skillId,
		...humanOnly({
			displayName: 'Dry Run',
			name: 'dryRun',
			type: 'boolean',
			default: true,
			description: 'Whether to return only a preview, without delivering anything',
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
	retry: {
		safe: ({ body }) => body.dry_run === true,
		ifUnknown: 'Look in the channels of the skill whether its results have arrived.',
	},
	ifNotFound: WHEN_UNKNOWN,
	answer: { kind: 'record' },
	guardedFields: { dry_run: 'Dry Run' },
	plan(item) {
		const dryRun = item.boolean('dryRun');
		const context = readObject(item.options, 'triggerContext', contextOf);
		return {
			request: {
				method: 'POST',
				path: `${skillPath(item)}/execute`,
				body: {
					dry_run: dryRun,
					...(context && { trigger_context: context }),
				},
			},
			...(dryRun && { hint: 'Dry run: nothing was delivered. Turn off Dry Run to run the skill.' }),
		};
	},
};

/** The fields that the interface names for event skills (section 4), as far as they are filled in. */
function contextOf(section: ParameterGroup): IDataObject {
	const phone = section.text('callerPhone');
	const summary = section.text('callSummary');
	const extracted = readPairs(section, 'extractedData') ?? {};
	return {
		...(phone && { caller_phone: phone }),
		...(summary && { call_summary: summary }),
		...(Object.keys(extracted).length > 0 && { extracted_data: extracted }),
	};
}
