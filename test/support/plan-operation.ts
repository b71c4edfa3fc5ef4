import type { Send } from '../../nodes/service/request';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { Item } from '../../nodes/VoiceAgent/fields/item';
import { planFor, type Plan } from '../../nodes/VoiceAgent/run/plan';
import type { ItemOutput } from '../../nodes/VoiceAgent/operation';
import { InvalidParameterError } from '../../nodes/parameters/invalidParameterError';
import { findOperation } from '../../nodes/VoiceAgent/operations';
import { toResult } from '../../nodes/text/result';
import type { Connection } from '../../nodes/service/credentials';

const connection = {
	baseUrl: 'https://service.example',
	chatAppName: 'chatapp',
	checkoutFunction: 'billing-add-credits',
} as Connection;

/** The context of a node besides its parameters. */
export interface Surroundings {
	/** The JSON of the input items. */
	items?: IDataObject[];
	/** The parameters as they were typed, where they are expressions. */
	typed?: IDataObject;
	isToolExecution?: () => boolean;
}

/** The items of a node with these parameters, as n8n resolves them; what is not given has its default. */
export function itemsWith(
	id: string,
	parameters: IDataObject,
	{ items = [{}], typed = parameters, ...more }: Surroundings = {},
): [Item, ...Item[]] {
	const [resource = '', operation = ''] = id.split(':');
	const { properties: definitions } = findOperation(resource, operation);
	// A parameter that a tool of an agent has in another form stands twice.
	const own = definitions.filter(({ displayOptions }) => displayOptions?.show?.['@tool'] === undefined);
	const defaults = Object.fromEntries(
		own.map(({ name, type, default: value }) => [
			name,
			type === 'resourceLocator' ? (value as IDataObject).value : value,
		]),
	);
	const values: IDataObject = { ...(defaults as IDataObject), ...parameters };
	const context = {
		getNodeParameter: (name: string, _index: number, fallback?: unknown) =>
			name in values ? values[name] : fallback,
		getTimezone: () => 'UTC',
		getInputData: () => items.map((json) => ({ json })),
		getWorkflow: () => ({ id: 'w1', name: 'Reminders', active: true }),
		getNode: () => ({ type: 'n8n-nodes-voice-agent.voiceAgent', parameters: typed }),
		...more,
	} as unknown as IExecuteFunctions;
	return items.map((_, index) => new Item(context, index, connection, definitions)) as [Item, ...Item[]];
}

/** Stands for the function with which an operation reads from the service, where it reads nothing. */
const noSend = () => Promise.reject(new Error('Nothing is read here'));

/**
 * Returns the node's plan for the first item, or for all where they go into one request.
 * @throws what stands in its way.
 */
export async function planned(
	id: string,
	parameters: IDataObject,
	surroundings?: Surroundings,
): Promise<Plan> {
	const [resource = '', operation = ''] = id.split(':');
	const found = findOperation(resource, operation);
	const items = itemsWith(id, parameters, surroundings);
	return await planFor(
		found,
		found.sendsOneRequestForAllItems?.(items[0]) ? items : [items[0]],
		() => noSend as Send,
	);
}

export const bodyOf = async (...given: Parameters<typeof planned>): Promise<IDataObject> =>
	(await planned(...given)).request.body;

/** Message and advice of a refusal, in one text. */
export async function refusedBy(...given: Parameters<typeof planned>): Promise<string> {
	const plan = await toResult(planned(...given), InvalidParameterError);
	if (plan.ok) throw new Error(`Not refused: ${JSON.stringify(plan.value.request)}`);
	return plan.problem.fullText;
}

/** The output of an item whose request is not sent, and its hint; undefined if it is to be sent. */
export const earlyOutputOf = async ({ beforeRequest, request }: Plan): Promise<ItemOutput | undefined> =>
	await beforeRequest?.(request, noSend as Send, { maxRecords: Infinity, maxInFlight: 1 });

/** What an item puts out without its request, or else what the operation makes of a record of the response. */
export async function outputOfPlan(plan: Plan, record: IDataObject = {}): Promise<IDataObject> {
	const { afterResponse, request } = plan;
	const early = await earlyOutputOf(plan);
	if (early?.records[0]) return early.records[0];
	const tools = { request, send: noSend as Send, endSignal: new AbortController().signal, download: noSend };
	return (await afterResponse?.(record, tools))?.json ?? record;
}
