import { readdirSync } from 'node:fs';
import { Type, type Static } from 'typebox';
import { ASSETS_FOLDER, readAsset } from '../../package-files.ts';
import { parseSeconds } from '../../service/duration.ts';
import { WantedCall } from '../../service/function-calls/schema.ts';
import { Nullable, OneOf, Timestamp } from '../../service/http/values.ts';
import { Expectation } from './expectation.ts';

const SPAN = '^\\d+(\\.\\d+)?[smhd]?$';

const Step = Type.Object(
	{
		name: Type.Optional(
			Type.String({
				pattern: '^\\w{1,50}$',
				description: 'letters, digits and _; later steps use its answer under this name: ${sms.message.id}',
			}),
		),
		after: Type.Optional(
			Type.String({
				pattern: SPAN,
				description: "a time like 3s, 15m, 24h or 2d: since the step before, by the sandbox's clock",
			}),
		),
		account: Type.Optional(
			Type.Integer({
				minimum: 1,
				maximum: 9,
				description: 'The account of the service in which it happens, or should; this one when absent',
			}),
		),
		note: Type.String({ minLength: 1, maxLength: 200, description: 'What happens, or should, in words' }),
		call: Type.Optional(
			Type.String({
				pattern: '^(POST|PATCH|DELETE) /\\S+$',
				description: 'a control call like POST /events/sms.received',
			}),
		),
		body: Type.Optional(
			Type.Record(Type.String(), Type.Unknown(), { description: 'The fields of the call' }),
		),
		function: Type.Optional({ ...WantedCall, description: 'A custom function that an agent calls' }),
		start: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: 200,
				description:
					'A trigger of the workflow that the test starts, e.g. a schedule, a form or a button, by its name in n8n',
			}),
		),
		item: Type.Optional(
			Type.Record(Type.String(), Type.Unknown(), {
				description: 'What that trigger puts out, e.g. the fields of the form; nothing when absent',
			}),
		),
		expect: Type.Optional(Expectation),
		within: Type.Optional(
			Type.String({
				pattern: SPAN,
				description:
					'a time like 10s, in real time: how long the scenario waits for what it expects (10s when absent), ' +
					'or watches that nothing comes (2s)',
			}),
		),
	},
	{
		additionalProperties: false,
		oneOf: [
			{ required: ['call'] },
			{ required: ['function'] },
			{ required: ['start'] },
			{ required: ['expect'] },
		],
		dependentRequired: { body: ['call'], item: ['start'], within: ['expect'] },
	},
);
export type Step = Static<typeof Step>;

/** Returns how long after the step before a step is due, by the sandbox's clock. */
export function readAfterSeconds({ after = '0' }: Pick<Step, 'after'>): number {
	return parseSeconds(after) ?? 0;
}

/** Returns the event that a step fires, e.g. `sms.received`; undefined if it fires none. */
export function readFiredEvent({ call = '' }: Pick<Step, 'call'>): string | undefined {
	return /^POST \/events\/(\S+)/.exec(call)?.[1];
}

/** Converts a step that does something to a control call; a step without `call` calls a function. */
export function toControlCall({ call = 'POST /function-calls', body = {}, function: called }: Step) {
	return { call, body: called ?? body };
}

/** A sequence of events in a business, with which people and tests see what a workflow does. */
export const Scenario = Type.Object(
	{
		$schema: Type.Optional(Type.String()),
		title: Type.String({ minLength: 1, maxLength: 100 }),
		story: Type.String({ maxLength: 1000, description: 'What happens' }),
		expected: Type.String({ maxLength: 1000, description: 'What a workflow should do' }),
		pins: Type.Optional(
			Type.Record(Type.String(), Type.Array(Type.Record(Type.String(), Type.Unknown())), {
				description:
					'The items that nodes put out instead of running when a workflow is tested, by the name of the node',
			}),
		),
		second_account: Type.Optional(
			Type.Array(Type.String({ minLength: 1 }), {
				minItems: 1,
				description:
					'The names of the credentials in n8n that hold a key of account 2 when a workflow is tested; the others hold ' +
					'keys of account 1',
			}),
		),
		steps: Type.Array(Step, { minItems: 1, maxItems: 200 }),
	},
	{ additionalProperties: false },
);
export type Scenario = Static<typeof Scenario>;

// Answers leave out the conditions of the schema.
const StepFields = { ...Step.properties, expect: Type.Optional(Type.Object(Expectation.properties)) };

/** A built-in scenario, under the name of its file. */
export const NamedScenario = Type.Object({
	name: Type.String(),
	...Scenario.properties,
	steps: Type.Array(Type.Object(StepFields)),
});

/** A run of a scenario. */
export const ScenarioRun = Type.Object({
	id: Type.String(),
	title: Type.String(),
	expected: Type.String(),
	status: OneOf(['running', 'finished', 'stopped']),
	started_at: Timestamp,
	expectations: Type.Object(
		{ met: Type.Integer(), total: Type.Integer() },
		{ description: 'How many of the steps that expect something are met so far' },
	),
	steps: Type.Array(
		Type.Object({
			...StepFields,
			// Done is also an expectation that is met, and failed one that is not.
			status: OneOf(['waiting', 'running', 'done', 'failed', 'refused']),
			due_at: Nullable(Timestamp),
			event_id: Nullable(Type.String({ description: 'Of the event that it made fire' })),
			function_call_id: Nullable(
				Type.String({ description: 'Of the call of its function, with every attempt' }),
			),
			duration_ms: Nullable(Type.Integer({ description: 'How long it took, in real time' })),
			no_receiver: Nullable(Type.String({ description: 'Why the event of its call has no receiver' })),
			came: Nullable(Type.Integer({ description: 'How many came instead of what it expects, if it failed' })),
			error: Nullable(
				Type.String({ description: 'Why it was refused, or failed; what came instead of what it expects' }),
			),
		}),
	),
});
export type ScenarioRun = Static<typeof ScenarioRun>;

/** Reads the built-in scenarios, `assets/scenarios/NAME.json`. */
export function readBuiltInScenarios(): Array<Static<typeof NamedScenario>> {
	const files = readdirSync(`${ASSETS_FOLDER}scenarios`).sort();
	return files.map((file) => ({
		name: file.replace('.json', ''),
		...(JSON.parse(readAsset(`scenarios/${file}`)) as Scenario),
	}));
}
