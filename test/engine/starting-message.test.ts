/** The field Message in its mode This run: the message with which the workflow started, wherever the node stands. */
import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { addNodeType, jsonOf, node, outputOf, runFlow } from '../support/n8n-engine';
import { TestService } from '../support/test-service';

const TRIGGER = 'n8n-nodes-voice-agent.voiceAgentTrigger';
const POLLING_TRIGGER = 'n8n-nodes-voice-agent.voiceAgentPollingTrigger';

let change: (items: INodeExecutionData[]) => INodeExecutionData[];

/** Puts out items of its own, as a Code node does. */
class Changing implements INodeType {
	description: INodeType['description'] = {
		displayName: 'Changing',
		name: 'changing',
		group: ['transform'],
		version: 1,
		description: 'Puts out items of its own',
		defaults: { name: 'Changing' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	execute = async function (this: IExecuteFunctions) {
		return [change(this.getInputData())];
	};
}
addNodeType('test.changing', new Changing());

let service: TestService;
let ids: string[];

beforeAll(async () => {
	service = await TestService.start();
	const texts = ['Are you open?', 'And on Sunday?', 'Hello?'];
	ids = [];
	for (const body of texts) {
		const made = await service.sandbox.control('POST', '/events/chatapp.received', { body });
		ids.push(made.message.id);
	}
});
beforeEach(() => {
	change = (items) => items.map((_, item) => ({ json: { output: 'Yes' }, pairedItem: { item } }));
});

const asEvent = (id: string | undefined): IDataObject => ({ event: 'chatapp.received', message: { id } });
const asPause = (...all: string[]): IDataObject => ({
	messageId: all.at(-1),
	messages: all.map((id) => ({ id })),
});

/** Runs a trigger, a node that puts out items of its own, and Message > Get; returns the IDs that it got, or why none. */
async function getMessages(
	items: IDataObject[],
	start: Partial<INode> = {},
	others: INode[] = [],
	value = '',
) {
	await service.clear();
	const to = (name: string) => ({ main: [[{ node: name, type: NodeConnectionTypes.Main, index: 0 }]] });
	const get = { resource: 'message', operation: 'get', messageId: { __rl: true, mode: 'run', value } };
	const flow = {
		nodes: [
			node('Start', TRIGGER, { events: ['chatapp.received'] }, start),
			...others,
			node('Changing', 'test.changing'),
			node('Get', 'n8n-nodes-voice-agent.voiceAgent', get, {
				credentials: { voiceAgentApi: { id: '1', name: 'test' } },
			}),
		],
		connections: {
			Start: to('Changing'),
			...Object.fromEntries(others.map(({ name }) => [name, to('Changing')])),
			Changing: to('Get'),
		},
	};
	const input = items.map((json) => ({ json }));
	const run = await runFlow(flow, input, service.credentials);
	const { error } = run.data.resultData;
	return error?.message ?? jsonOf(outputOf(run, 'Get')).map(({ id }) => id);
}

it.each([
	['an event', (id: string) => asEvent(id)],
	['a pause, whose newest message counts', (id: string) => asPause('none', id)],
])('is that of %s, behind a node that puts out something else', async (_, toItem) => {
	const [id = ''] = ids;
	expect(await getMessages([toItem(id)])).toEqual([id]);
	expect(await getMessages([toItem(id)], { type: POLLING_TRIGGER, parameters: {} })).toEqual([id]);
});

it('is its own for each of several items', async () => {
	change = (items) => items.map((_, item) => ({ json: {}, pairedItem: { item } })).reverse();
	expect(await getMessages(ids.map(asEvent))).toEqual(ids.toReversed());
});

it('is that of the trigger that has started the run', async () => {
	const other = node('Another "trigger"', TRIGGER, { events: ['sms.received'] });
	expect(await getMessages([asEvent(ids[1])], {}, [other])).toEqual([ids[1]]);
});

it('is the only message, though a node between has not linked its items', async () => {
	change = () => [{ json: {} }, { json: {} }, { json: {} }];
	expect(await getMessages([asEvent(ids[0])])).toEqual([ids[0], ids[0], ids[0]]);
});

it.each([
	['an event', (id: string) => ({ message: { id, direction: 'inbound' } })],
	['a pause', (id: string) => asPause('none', id)],
])('is that of %s which another workflow passes to this one', async (_, toItem) => {
	const [, id = ''] = ids;
	expect(await getMessages([toItem(id)], { type: 'test.passThrough' })).toEqual([id]);
});

it('is the one whose ID was dragged onto the field, which n8n leaves in this mode', async () => {
	change = () => [{ json: { id: ids[1] }, pairedItem: { item: 0 } }];
	expect(await getMessages([asEvent(ids[0])], {}, [], '={{ $json.id }}')).toEqual([ids[1]]);
	expect(await getMessages([asEvent(ids[0])], {}, [], '={{ $json.none }}')).toMatch(/Message/);
});

it.each<[string, IDataObject[], Partial<INode>, RegExp]>([
	['no trigger of messages', [asEvent('m')], { type: 'test.passThrough' }, /^It is not known which message/],
	[
		'a reply to Send and Wait',
		[{ data: { text: 'Yes' }, message: { id: 'm', direction: 'inbound' } }],
		{ type: 'test.passThrough' },
		/^It is not known which message/,
	],
	['several messages and items that are not linked', ['m', 'n'].map(asEvent), {}, /^It is not known which/],
	[
		'an event about a call',
		[{ event: 'call.completed', call: { id: 'c' } }],
		{},
		/not started by a message$/,
	],
	['a message without an ID', [asEvent(undefined)], {}, /does not say the ID of its message$/],
])('is refused with %s', async (_, items, start, reason) => {
	change = () => [{ json: {} }, { json: {} }, { json: {} }];
	expect(await getMessages(items, start)).toMatch(reason);
	expect(await service.requests('get-message')).toEqual([]);
});
