import { readdirSync } from 'node:fs';
import { Type, type Static } from 'typebox';
import { ASSETS_FOLDER, readAsset } from '../assets.ts';
import { WantedCall } from '../function-calls/schema.ts';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';

const Step = Type.Object(
	{
		after: Type.Optional(
			Type.String({
				pattern: '^\\d+(\\.\\d+)?[smhd]?$',
				description: "a time like 3s, 15m, 24h or 2d: since the step before, by the sandbox's clock",
			}),
		),
		note: Type.String({ minLength: 1, maxLength: 200, description: 'What happens, in words' }),
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
	},
	{
		additionalProperties: false,
		oneOf: [{ required: ['call'] }, { required: ['function'] }],
		dependentRequired: { body: ['call'] },
	},
);
export type Step = Static<typeof Step>;

/** Converts a step to a control call; a step without `call` calls a function. */
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
		steps: Type.Array(Step, { minItems: 1, maxItems: 200 }),
	},
	{ additionalProperties: false },
);
export type Scenario = Static<typeof Scenario>;

/** A built-in scenario, under the name of its file. */
export const NamedScenario = Type.Object({
	name: Type.String(),
	...Scenario.properties,
	// Answers leave out the conditions of the schema.
	steps: Type.Array(Type.Object(Step.properties)),
});

/** A run of a scenario. */
export const ScenarioRun = Type.Object({
	id: Type.String(),
	title: Type.String(),
	expected: Type.String(),
	status: OneOf(['running', 'finished', 'stopped']),
	started_at: Timestamp,
	steps: Type.Array(
		Type.Object({
			...Step.properties,
			status: OneOf(['waiting', 'running', 'done', 'failed', 'refused']),
			due_at: Nullable(Timestamp),
			event_id: Nullable(Type.String({ description: 'Of the event that it made fire' })),
			function_call_id: Nullable(
				Type.String({ description: 'Of the call of its function, with every attempt' }),
			),
			error: Nullable(Type.String({ description: 'Why it was refused, or its function failed' })),
		}),
	),
});
export type ScenarioRun = Static<typeof ScenarioRun>;

/** Reads the built-in scenarios, `assets/scenarios/NAME.json`. */
export function builtInScenarios(): Array<Static<typeof NamedScenario>> {
	const files = readdirSync(`${ASSETS_FOLDER}scenarios`).sort();
	return files.map((file) => ({
		name: file.replace('.json', ''),
		...(JSON.parse(readAsset(`scenarios/${file}`)) as Scenario),
	}));
}
