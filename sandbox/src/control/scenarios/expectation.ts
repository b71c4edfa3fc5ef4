import { Type, type Static } from 'typebox';
import { parseSeconds } from '../../service/duration.ts';
import { OneOf } from '../../service/http/values.ts';
import { Channel } from '../../service/messages/message.ts';

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

/** What a workflow should have done by a step of a scenario. */
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

/** A step of a scenario that may expect something, and its time for that. */
interface Expecting {
	readonly expect?: Expectation;
	readonly within?: string;
}

/** How long a step waits for what it expects, and watches that nothing comes, unless it says so itself. */
const WAIT_SECONDS = 10;
const WATCH_SECONDS = 2;

/** Tells if a step watches that something does not come, for which all of its time has to pass. */
export function isWatching({ expect = {} }: Expecting): boolean {
	return Object.values(expect).some((one) => one === true || one.count === 0);
}

/** Returns how long a step waits for what it expects, or watches that nothing comes, in real time. */
export function readWaitSeconds(step: Expecting): number {
	const preset = isWatching(step) ? WATCH_SECONDS : WAIT_SECONDS;
	return parseSeconds(step.within ?? preset) ?? preset;
}

/**
 * Tells if a step expects an exact number, or nothing else: it is judged when everything that was begun has ended, since
 * more may come until then.
 */
export function isExact({ expect = {} }: Expecting): boolean {
	return Object.values(expect).some((one) => one === true || one.count !== undefined);
}
