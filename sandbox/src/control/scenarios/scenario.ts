import { readdirSync } from 'node:fs';
import { Type, type Static } from 'typebox';
import { ASSETS_FOLDER, readAsset } from '../../package-files.ts';
import { parseSeconds } from '../../service/time.ts';
import { FunctionCallRequest } from '../../service/function-calls/schema.ts';
import { Nullable, OneOf, Timestamp } from '../../service/http/values.ts';
import { Channel } from '../../service/messages/message.ts';

/** How long a step without `within` waits for an effect, and how long it watches that there is none. */
const WAIT_SECONDS = 10;
const WATCH_SECONDS = 2;

const SPAN = '^\\d+(\\.\\d+)?[smhd]?$';

const count = Type.Optional(
	Type.Integer({
		minimum: 0,
		maximum: 1000,
		description: 'Exactly how many; 0: none within the time. At least one when absent',
	}),
);
const pattern = (what: string) =>
	Type.Optional(
		Type.String({
			minLength: 1,
			maxLength: 500,
			description: `A regular expression that ${what} matches; upper and lower case are the same`,
		}),
	);
const number = (whose: string) =>
	Type.Optional(
		Type.String({ minLength: 1, maxLength: 100, description: `The number ${whose}, with or without +` }),
	);
const part = (what: string) => Type.Optional(Type.Unknown({ description: `A part of ${what}, as JSON` }));

const ExpectedRequest = Type.Object(
	{
		endpoint: Type.String({ description: 'Of the service, e.g. send-chatapp-message' }),
		method: Type.Optional(OneOf(['GET', 'POST', 'PATCH', 'DELETE'])),
		body: part('its body'),
		status: Type.Optional(Type.Integer({ description: 'Of the answer; any success when absent' })),
		count,
	},
	{ additionalProperties: false, description: 'A request that the service gets' },
);

const ExpectedMessage = Type.Object(
	{
		to: number('of the person'),
		from: number('of the business'),
		channel: Type.Optional(Channel),
		text: pattern('its text'),
		status: Type.Optional({
			...OneOf(['delivered', 'undelivered', 'failed']),
			description: 'How it ended; when absent, any message that is neither undelivered nor failed',
		}),
		count,
	},
	{ additionalProperties: false, description: 'A message that a person gets' },
);

const ExpectedFunction = Type.Object(
	{
		name: Type.Optional(Type.String({ description: 'Of the function' })),
		status: Type.Optional(OneOf(['succeeded', 'failed'])),
		values: part('what the agent takes from the answer, by response variable'),
		text: pattern('the body of the answer'),
		count,
	},
	{
		additionalProperties: false,
		description:
			'The answer to an agent that calls a function; one that succeeds unless `status` says otherwise',
	},
);

const ExpectedExecution = Type.Object(
	{
		status: Type.Optional(OneOf(['success', 'error', 'waiting', 'canceled', 'crashed'])),
		last_node: Type.Optional(Type.String({ description: 'The node that ran last' })),
		outputs: Type.Optional(
			Type.Record(Type.String(), Type.Unknown(), {
				description:
					'What nodes put out when they ran last: by the name of the node, a part of one of its items',
			}),
		),
		max_seconds: Type.Optional(Type.Number({ exclusiveMinimum: 0, description: 'The longest duration' })),
		count,
	},
	{
		additionalProperties: false,
		description:
			'An execution of the workflow in n8n; a successful one unless `status` says otherwise. One that another workflow ' +
			'runs does not count, nor one that ends at its trigger without an item, unless `last_node` names the trigger',
	},
);

/** An effect that a workflow should have had by a step of a scenario. */
export const Expectation = Type.Object(
	{
		request: Type.Optional(ExpectedRequest),
		message: Type.Optional(ExpectedMessage),
		function: Type.Optional(ExpectedFunction),
		execution: Type.Optional(ExpectedExecution),
		nothing_else: Type.Optional(
			Type.Literal(true, { description: 'No message and no batch call that no earlier step expects' }),
		),
	},
	{
		additionalProperties: false,
		description:
			'What the workflow should have done. Each message or request meets one expectation of its kind',
		oneOf: [
			{ required: ['request'] },
			{ required: ['message'] },
			{ required: ['function'] },
			{ required: ['execution'] },
			{ required: ['nothing_else'] },
		],
	},
);
export type Expectation = Static<typeof Expectation>;

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
		function: Type.Optional({ ...FunctionCallRequest, description: 'A custom function that an agent calls' }),
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

/** Tells if a step expects that something does not happen: it is met only once all of its time is over. */
export function isWatching({ expect = {} }: Pick<Step, 'expect'>): boolean {
	return Object.values(expect).some((one) => one === true || one.count === 0);
}

/** Returns how long a step waits for an effect, or watches that there is none, in real time. */
export function readWaitSeconds(step: Pick<Step, 'expect' | 'within'>): number {
	const preset = isWatching(step) ? WATCH_SECONDS : WAIT_SECONDS;
	return parseSeconds(step.within ?? preset) ?? preset;
}

/**
 * Tells if a step expects an exact number, or nothing else: it is judged when everything that was begun has ended, since
 * more may come until then.
 */
export function isExact({ expect = {} }: Pick<Step, 'expect'>): boolean {
	return Object.values(expect).some((one) => one === true || one.count !== undefined);
}

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
			// An expectation that is met is `done`, and one that is not is `failed`.
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
