import type { Operation } from '../../execution/operation';
import { setByPeople } from '../../panel/setByPeople';
import { skillId, skillPath, WHEN_UNKNOWN } from './skillId';

/** manage-skills/{id}/execute (interface section 4). */
export const execute: Operation = {
	value: 'execute',
	name: 'Execute',
	action: 'Execute a skill',
	preview: { parameter: 'dryRun', action: 'Preview a skill' },
	description:
		'Run a skill now: its results are delivered to its channels. Turn on Dry Run for a preview only.',
	properties: [
		skillId,
		...setByPeople({
			displayName: 'Dry Run',
			name: 'dryRun',
			type: 'boolean',
			default: false,
			description: 'Whether to return a preview only, without delivering anything',
		}),
	],
	options: [
		{
			displayName: 'Trigger Context',
			name: 'triggerContext',
			type: 'json',
			default: '{}',
			placeholder: 'e.g. { "caller_phone": "+14155550123", "call_summary": "Asks for a quote" }',
			description:
				'A JSON object with what an event would have told the skill, such as caller_phone, call_summary and extracted_data',
		},
	],
	timeout: 'long',
	retry: {
		safe: ({ body }) => body.dry_run === true,
		ifUnknown: 'Look in the channels of the skill whether its results have arrived.',
	},
	ifNotFound: WHEN_UNKNOWN,
	answer: { kind: 'record' },
	plan(item) {
		const dryRun = item.boolean('dryRun');
		return {
			request: {
				method: 'POST',
				path: `${skillPath(item)}/execute`,
				body: {
					dry_run: dryRun,
					...(item.options.text('triggerContext') && {
						trigger_context: item.options.jsonObject('triggerContext'),
					}),
				},
			},
			...(dryRun && { hint: 'Dry run: nothing was delivered. Turn off Dry Run to run the skill.' }),
		};
	},
};
