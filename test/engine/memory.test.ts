/**
 * The memory for AI Agents on n8n's engine, read by a node that reads it as n8n's agents and its Chat Memory Manager
 * do, through LangChain's own prompts. test/e2e/memory.test.ts has the agents themselves.
 */
import { createRequire } from 'node:module';
import {
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeType,
	type IRun,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { memoryProperties } from '../../nodes/VoiceAgentMemory/settings';
import { addNodeType, jsonOf, node, outputOf, runFlow } from '../support/n8n-engine';
import { TestService } from '../support/test-service';

/** What n8n's engine brings of LangChain. */
const langchain = createRequire(require.resolve('n8n-core'));
interface Message {
	getType(): string;
	_getType(): string;
	content: string;
	toJSON(): IDataObject;
}
const { ChatPromptTemplate, MessagesPlaceholder } = langchain('@langchain/core/prompts') as {
	ChatPromptTemplate: {
		fromMessages(parts: unknown[]): { formatMessages(values: object): Promise<Message[]> };
	};
	MessagesPlaceholder: new (options: object) => unknown;
};
const { AIMessage, HumanMessage, trimMessages } = langchain('@langchain/core/messages') as {
	AIMessage: new () => Message;
	HumanMessage: new () => Message;
	trimMessages(messages: Message[], options: object): Promise<Message[]>;
};

interface Memory {
	memoryKeys: string[];
	loadMemoryVariables(values: object): Promise<{ chat_history: Message[] }>;
	saveContext(input: object, output: object): Promise<void>;
	clear(): Promise<void>;
	chatHistory: {
		getMessages(): Promise<Message[]>;
		addMessage(message: object): Promise<void>;
		addMessages(messages: object[]): Promise<void>;
		clear(): Promise<void>;
	};
}

/** What the node with the memory does with it, for an item. */
let use: (memory: Memory, item: number) => Promise<IDataObject>;

class MemoryUser implements INodeType {
	description: INodeType['description'] = {
		displayName: 'Memory User',
		name: 'memoryUser',
		group: ['transform'],
		version: 1,
		description: 'Reads a memory',
		defaults: { name: 'Memory User' },
		inputs: [
			NodeConnectionTypes.Main,
			{ type: NodeConnectionTypes.AiMemory, displayName: 'Memory', maxConnections: 1 },
		],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	execute = async function (this: IExecuteFunctions) {
		const items = [];
		for (const [index] of this.getInputData().entries()) {
			// n8n's agents ask for the memory of the first item, whichever item they work on.
			const memory = await this.getInputConnectionData(NodeConnectionTypes.AiMemory, 0);
			items.push({ json: await use(memory as Memory, index), pairedItem: { item: index } });
		}
		return [items];
	};
}
addNodeType('test.memoryUser', new MemoryUser());

const CONTACT = '14155550777';
const OUR = '106540352242922';

let service: TestService;
/** The IDs of the messages in the order in which they were written. */
let ids: string[];

beforeAll(async () => {
	service = await TestService.start();
});
beforeEach(async () => {
	await service.sandbox.control('POST', '/reset');
	ids = [];
	use = async (memory) => {
		const { chat_history: history } = await memory.loadMemoryVariables({});
		return { history: history.map((message) => [message.getType(), message.content]) };
	};
});

const next = async () => await service.sandbox.control('POST', '/clock', { advance_seconds: 60 });

async function contactWrites(body: string, more: IDataObject = {}): Promise<string> {
	await next();
	await service.sandbox.control('POST', '/events/chatapp.received', {
		from_number: CONTACT,
		phone_number_id: OUR,
		body,
		...more,
	});
	return await newestId();
}

async function weWrite(message: string): Promise<string> {
	await next();
	return await weWriteAtOnce(message);
}

async function weWriteAtOnce(message: string): Promise<string> {
	await service.call('send-chatapp-message', { phone_number_id: OUR, recipient_wa_id: CONTACT, message });
	return await newestId();
}

async function newestId(): Promise<string> {
	const { messages } = await service.call<{ messages: Array<{ id: string }> }>('list-messages', { limit: 1 });
	const id = String(messages[0]?.id);
	ids.push(id);
	return id;
}

async function run(
	parameters: IDataObject,
	items: IDataObject[] = [{}],
	more: { credentials?: object; memory?: Partial<INode>; start?: Partial<INode> } = {},
): Promise<IRun> {
	await service.clear();
	const flow = {
		nodes: [
			node('Start', 'test.passThrough', {}, more.start),
			node('Agent', 'test.memoryUser'),
			node('Memory', 'n8n-nodes-voice-agent.voiceAgentMemory', parameters, {
				credentials: { voiceAgentApi: { id: '1', name: 'test' } },
				...more.memory,
			}),
		],
		connections: {
			Start: { main: [[{ node: 'Agent', type: NodeConnectionTypes.Main, index: 0 }]] },
			Memory: { ai_memory: [[{ node: 'Agent', type: NodeConnectionTypes.AiMemory, index: 0 }]] },
		},
	};
	return await runFlow(
		flow,
		items.map((json) => ({ json })),
		{ ...service.credentials, ...more.credentials },
	);
}

async function historyFor(
	parameters: IDataObject,
	item: IDataObject = {},
	start: Partial<INode> = {},
): Promise<unknown> {
	const result = await run(parameters, [item], { start });
	expect(result.data.resultData.error).toBeUndefined();
	return jsonOf(outputOf(result, 'Agent'))[0]?.history;
}

const byMessage = (id: string) => ({ messageId: { __rl: true, mode: 'id', value: id } });
const byNumber = { findBy: 'number', contactNumber: `+${CONTACT}`, ourNumber: OUR };

async function writeConversation(): Promise<void> {
	await contactWrites('Do you have the blue lamp?');
	await weWrite('Yes, two of them.');
	await contactWrites('Good.');
	await contactWrites('What does it cost?');
	await weWrite('40 dollars.');
	await contactWrites('And on Saturday?');
}

it('holds what was written before the message, oldest first, with the right sides', async () => {
	await writeConversation();
	const all = [
		['human', 'Do you have the blue lamp?'],
		['ai', 'Yes, two of them.'],
		['human', 'Good.\nWhat does it cost?'],
		['ai', '40 dollars.'],
	];
	expect(await historyFor(byMessage(ids[5] ?? ''))).toEqual(all);
	expect(await historyFor(byMessage(ids[2] ?? ''))).toEqual(all.slice(0, 2));
	expect(await historyFor(byMessage(ids[0] ?? ''))).toEqual([]);
});

it('is read with an email and a password as well', async () => {
	await writeConversation();
	const account = await service.sandbox.control('GET', '/account');
	const voiceAgentSessionApi = {
		baseUrl: service.sandbox.url,
		anonKey: account.anon_key,
		email: account.email,
		password: account.password,
		sessionToken: '',
		refreshToken: '',
	};
	const result = await run({ ...byMessage(ids[1] ?? ''), authentication: 'session' }, [{}], {
		credentials: { voiceAgentSessionApi },
		memory: { credentials: { voiceAgentSessionApi: { id: '2', name: 'session' } } },
	});
	expect(jsonOf(outputOf(result, 'Agent'))[0]?.history).toEqual([
		['human', 'Do you have the blue lamp?'],
		['ai', '[no answer yet]'],
	]);
});

it('holds an answer that went out before the message could be read', async () => {
	await contactWrites('Do you have the blue lamp?');
	const crossed = await contactWrites('Or a red one?');
	await weWriteAtOnce('We have two blue ones.');
	await weWrite('And a red one.');
	expect(await historyFor(byMessage(crossed))).toEqual([
		['human', 'Do you have the blue lamp?'],
		['ai', 'We have two blue ones.'],
	]);
});

it('holds the newest messages, as many as are set', async () => {
	await writeConversation();
	expect(await historyFor({ ...byMessage(ids[5] ?? ''), options: { contextWindowLength: 4 } })).toEqual([
		['ai', 'Yes, two of them.'],
		['human', 'Good.\nWhat does it cost?'],
		['ai', '40 dollars.'],
	]);
});

it.each([
	['an event', (id: string) => ({ message: { id } })],
	['a conversation', (id: string) => ({ messageId: 'later', messages: [{ id }, { id: 'later' }] })],
])('is that of the first message of %s, from the trigger before the agent', async (_, itemWith) => {
	await contactWrites('First');
	const item = itemWith(await contactWrites('Second'));
	const start = { type: 'n8n-nodes-voice-agent.voiceAgentTrigger' };
	expect(await historyFor({}, item, start)).toEqual([
		['human', 'First'],
		['ai', '[no answer yet]'],
	]);
});

it('offers no list of messages, of which one would be given to everybody', () => {
	const { modes } = memoryProperties.find(({ name }) => name === 'messageId') ?? {};
	expect(modes?.map(({ name }) => name)).toEqual(['run', 'id']);
});

it('finds the messages before an old one', async () => {
	await contactWrites('First');
	await weWrite('Answer');
	const old = await contactWrites('Old');
	await next();
	const send = { phone_number_id: OUR, recipient_wa_id: CONTACT };
	for (let index = 0; index < 120; index++) {
		await service.call('send-chatapp-message', { ...send, message: `Later ${index}` });
	}
	expect(await historyFor(byMessage(old))).toEqual([
		['human', 'First'],
		['ai', 'Answer'],
	]);
});

it('holds the newest messages if the conversation is found by its numbers', async () => {
	await writeConversation();
	expect(await historyFor({ ...byNumber, options: { contextWindowLength: 2 } })).toEqual([
		['ai', '40 dollars.'],
		['human', 'And on Saturday?'],
		['ai', '[no answer yet]'],
	]);
	expect(await historyFor({ ...byNumber, contactNumber: '+14155550999' })).toEqual([]);
});

it('reaches a prompt of LangChain as its own messages, with braces as they are', async () => {
	await contactWrites('Hi {name}');
	await weWrite('Hello {{ $json }}');
	const last = await contactWrites('Last');
	use = async (memory) => {
		const prompt = ChatPromptTemplate.fromMessages([
			['system', 'Be kind.'],
			new MessagesPlaceholder({ variableName: 'chat_history', optional: true }),
			['human', '{input}'],
		]);
		const { chat_history: history } = await memory.loadMemoryVariables({});
		expect(memory.memoryKeys).toEqual(['chat_history']);
		const messages = await prompt.formatMessages({ chat_history: history, input: 'Last' });
		expect(messages[1]).toBeInstanceOf(HumanMessage);
		expect(messages[2]).toBeInstanceOf(AIMessage);
		// As the option Max Tokens To Read From Memory does.
		const trimmed = await trimMessages(history, {
			strategy: 'last',
			maxTokens: 2,
			tokenCounter: async (counted: Message[]) => counted.length,
			includeSystem: true,
			startOn: 'human',
			allowPartial: true,
		});
		expect(trimmed.map(({ content }) => content)).toEqual(['Hi {name}', 'Hello {{ $json }}']);
		return { contents: messages.map(({ content }) => content) };
	};
	expect(jsonOf(outputOf(await run(byMessage(last)), 'Agent'))).toEqual([
		{ contents: ['Be kind.', 'Hi {name}', 'Hello {{ $json }}', 'Last'] },
	]);
});

it('gives nodes that read the history each message as it is', async () => {
	await writeConversation();
	use = async ({ chatHistory }) => {
		const messages = await chatHistory.getMessages();
		return {
			simple: messages.map((message) => [message.getType(), message._getType(), message.content]),
			first: messages[0]?.toJSON(),
		};
	};
	expect(jsonOf(outputOf(await run({ ...byMessage(ids[4] ?? '') }), 'Agent'))).toEqual([
		{
			simple: [
				['human', 'human', 'Do you have the blue lamp?'],
				['ai', 'ai', 'Yes, two of them.'],
				['human', 'human', 'Good.'],
				['human', 'human', 'What does it cost?'],
			],
			first: {
				lc: 1,
				type: 'constructor',
				id: ['langchain_core', 'messages', 'HumanMessage'],
				kwargs: { content: 'Do you have the blue lamp?', additional_kwargs: {}, response_metadata: {} },
			},
		},
	]);
});

it('shows what was read in the log of the execution', async () => {
	await writeConversation();
	const result = await run(byMessage(ids[1] ?? ''));
	const [logged] = result.data.resultData.runData.Memory ?? [];
	expect(logged).toMatchObject({
		executionStatus: 'success',
		source: [{ previousNode: 'Agent' }],
		inputOverride: { ai_memory: [[{ json: { action: 'loadMemoryVariables' } }]] },
	});
	expect(logged?.data?.ai_memory?.[0]?.[0]?.json).toMatchObject({
		action: 'loadMemoryVariables',
		chatHistory: [
			{ kwargs: { content: 'Do you have the blue lamp?' } },
			{ kwargs: { content: '[no answer yet]' } },
		],
	});
});

it('leaves what an agent adds to the service', async () => {
	await writeConversation();
	use = async (memory) => {
		await memory.saveContext({ input: 'And on Saturday?' }, { output: 'Yes.' });
		await memory.chatHistory.addMessages([]);
		return { count: (await memory.chatHistory.getMessages()).length };
	};
	expect(jsonOf(outputOf(await run(byMessage(ids[5] ?? '')), 'Agent'))).toEqual([{ count: 5 }]);
	expect(await service.requests('send-chatapp-message')).toEqual([]);
});

it.each([
	['clear', async (memory: Memory) => await memory.clear()],
	['clear the history', async (memory: Memory) => await memory.chatHistory.clear()],
	['insert a message', async (memory: Memory) => await memory.chatHistory.addMessage({})],
])('refuses to %s', async (_, change) => {
	await writeConversation();
	use = async (memory) => {
		await change(memory);
		return {};
	};
	const { error } = (await run(byMessage(ids[5] ?? ''))).data.resultData;
	expect(error).toMatchObject({
		message: 'The messages of this memory cannot be changed',
		description: expect.stringMatching(/The service keeps them/),
	});
});

describe('A memory that cannot be read', () => {
	const failing = async (parameters: IDataObject) => {
		const read = jest.fn(async () => ({}));
		use = read;
		const { resultData } = (await run(parameters)).data;
		expect(read).not.toHaveBeenCalled();
		expect(resultData.error).toMatchObject({ message: 'Error in sub-node Memory' });
		return resultData.runData.Memory?.[0]?.error;
	};

	it('fails for an unknown message', async () => {
		expect(await failing(byMessage('00000000-0000-4000-8000-000000000000'))).toMatchObject({
			httpCode: '404',
			description: expect.stringMatching(/Check 'Message'/),
		});
	});

	it.each([
		[{}, /^It is not known which message started this run$/],
		[{ ...byNumber, contactNumber: 'nobody' }, /'Contact Number' "nobody" is not a phone number/],
		[{ ...byNumber, findBy: 'name' }, /'Find By' "name" is not one of its options/],
	])('fails before any request for %j', async (parameters, message) => {
		expect(await failing(parameters)).toMatchObject({ message: expect.stringMatching(message) });
		expect(await service.requests('list-messages')).toEqual([]);
		expect(await service.requests('get-message')).toEqual([]);
	});
});

describe('Several items', () => {
	const byExpression = byMessage('={{ $json.id }}');

	it('fail if they are of different conversations, which an agent would mix', async () => {
		const first = await contactWrites('One');
		const second = await contactWrites('Two', { from_number: '14155550888' });
		const { resultData } = (await run(byExpression, [{ id: first }, { id: second }])).data;
		expect(resultData.runData.Memory?.[0]?.error).toMatchObject({
			message:
				'The 2 items are of different conversations, but an AI Agent uses the memory of the first one for all',
			description: "Put the agent into a Loop Over Items with a 'Batch Size' of 1.",
		});
	});

	it('share the memory of the same message', async () => {
		await writeConversation();
		const id = ids[1];
		const result = await run(byExpression, [{ id }, { id }]);
		expect(jsonOf(outputOf(result, 'Agent'))).toHaveLength(2);
	});
});
