import type { Schema } from './fields.ts';

/** The part of an OpenAPI document that tools are made of. */
interface ApiDocument {
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
interface Operation {
	readonly operationId: string;
	readonly summary: string;
	readonly parameters?: ReadonlyArray<{ name: string; in: string; description?: string; schema: Schema }>;
	readonly requestBody?: { content: Record<string, { schema: Schema }> };
}

/** A control call as a tool of the Model Context Protocol. */
export interface Tool {
	readonly method: string;
	/** Relative to `/sandbox/v1`. */
	readonly path: string;
	/** As the protocol lists it. */
	readonly definition: {
		readonly name: string;
		readonly description: string;
		readonly inputSchema: {
			readonly type: 'object';
			readonly properties: object;
			readonly required: string[];
		};
		readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean };
	};
}

const PREFIX = '/sandbox/v1';
/** The most records that a list answers unless it is asked for more. */
const DEFAULT_LIMIT = 20;
/** The longest text in an answer, in characters. */
const MAX_TEXT_LENGTH = 2_000;

/** The control calls that are tools, by the name of the tool. */
const TOOLS: Readonly<Record<string, string>> = {
	show_status: 'showStatus',
	list_numbers: 'listNumbers',
	list_agents: 'listAgents',
	receive_sms: 'receiveSms',
	receive_chat_app_message: 'receiveChatAppMessage',
	complete_call: 'completeCall',
	call_function: 'callFunction',
	list_messages: 'listAllMessages',
	list_calls: 'listCalls',
	show_contact: 'showContact',
	list_requests: 'listRequests',
	list_deliveries: 'listDeliveries',
	show_delivery: 'showDelivery',
	replay_delivery: 'replayDelivery',
	list_dead_letters: 'listDeadLetters',
	add_fault: 'addFault',
	clear_faults: 'clearFaults',
	change_clock: 'changeClock',
	run_scenario: 'runScenario',
	show_scenario_run: 'showScenarioRun',
	save_snapshot: 'saveSnapshot',
	restore_snapshot: 'restoreSnapshot',
	reset: 'resetAccount',
};
const DESTRUCTIVE = ['reset', 'restore_snapshot'];

/** Makes the tools of the control calls in a sandbox's OpenAPI document. */
export function createTools(document: object): Tool[] {
	const { paths } = document as ApiDocument;
	const operations = Object.entries(paths).flatMap(([address, byMethod]) =>
		Object.entries(byMethod).map(([method, operation]) => ({ address, method, operation })),
	);
	return Object.entries(TOOLS).flatMap(([name, operationId]) => {
		const found = operations.find(
			({ address, operation }) => address.startsWith(PREFIX) && operation.operationId === operationId,
		);
		if (found === undefined) return [];
		const { address, method, operation } = found;
		const isRead = method === 'get';
		return {
			method: method.toUpperCase(),
			path: address.slice(PREFIX.length),
			definition: {
				name,
				description: operation.summary,
				inputSchema: createInputSchema(operation),
				annotations: { readOnlyHint: isRead, destructiveHint: DESTRUCTIVE.includes(name) },
			},
		};
	});
}

function createInputSchema({ parameters = [], requestBody }: Operation): Tool['definition']['inputSchema'] {
	const body = requestBody?.content['application/json']?.schema;
	const given = parameters.map(({ name, description, schema }): [string, Schema] => [
		name,
		{
			...schema,
			...(description !== undefined && { description }),
			...(name === 'limit' && { default: DEFAULT_LIMIT }),
		},
	]);
	const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
	return {
		type: 'object',
		properties: { ...Object.fromEntries(given), ...body?.properties },
		required: [...inPath, ...(body?.required ?? [])],
	};
}

/** Adds the default `limit` to the fields of a call that lists records, unless they have one. */
export function withLimit({ definition }: Tool, given: Record<string, unknown>): Record<string, unknown> {
	return 'limit' in definition.inputSchema.properties ? { limit: DEFAULT_LIMIT, ...given } : given;
}

/** Formats an answer as JSON in which long texts are cut. */
export function formatAnswer(answer: unknown): string {
	const cut = (_name: string, value: unknown): unknown =>
		typeof value === 'string' && value.length > MAX_TEXT_LENGTH
			? `${value.slice(0, MAX_TEXT_LENGTH)}… (${value.length} characters)`
			: value;
	return JSON.stringify(answer, cut, 1);
}
