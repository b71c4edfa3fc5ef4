import { until } from '../support/eventually.ts';
import { post, TriggerN8n } from '../support/real-n8n.ts';
import { BUSINESS_NUMBER, People, peopleOf, startAsking } from '../support/asking-people.ts';
import type { Asking } from '../support/asking-people.ts';
import { startModel } from '../support/stand-in-model.ts';
import type { Answer, Model } from '../support/stand-in-model.ts';
import { prepareTimeoutMs } from '../support/prepared.ts';
import { isOpen, readSqliteData } from '../support/stored-runs.ts';
import type { StoredRun } from '../support/stored-runs.ts';
import { node } from '../../playground/workflow.ts';
import type { WorkflowNode } from '../../sandbox/src/n8n/workflow.ts';

/** Each has another implementation. */
const AGENTS = [1.7, 2.2, 3.1];

let people: People;
let n8n: TriggerN8n;
let credential: string;
let model: Model;
let openAi: string;
/** Numbers of people that no test has used. */
let used = 0;

beforeAll(async () => {
	people = await People.start();
	n8n = await TriggerN8n.share('full');
	credential = await people.credential(n8n);
	model = await startModel();
	openAi = await n8n.client.createCredential('Model', 'openAiApi', { apiKey: 'any', url: `${model.url}/v1` });
}, prepareTimeoutMs);

afterAll(async () => {
	await n8n?.remove();
	await model?.stop();
	await people?.stop();
}, 60_000);

interface Listed {
	id: string;
	body: string;
}

/** A person with a conversation: texts that begin with `>` are ours. @returns the messages, oldest first */
async function converse(texts: string[]): Promise<Listed[]> {
	const [person = ''] = peopleOf(1, used++);
	const { sandbox } = people;
	await people.writeFirst([]);
	for (const text of texts) {
		await sandbox.control('POST', '/clock', { advance_seconds: 60 });
		if (text.startsWith('> ')) {
			await call('send-chatapp-message', {
				phone_number_id: BUSINESS_NUMBER,
				recipient_wa_id: person,
				message: text.slice(2),
			});
		} else {
			await sandbox.control('POST', '/events/chatapp.received', { from_number: person, body: text });
		}
	}
	const { messages } = await call<{ messages: Listed[] }>('list-messages', { phone_number: person });
	return messages.reverse();
}

async function call<T>(name: string, body: object): Promise<T> {
	const { url, apiKey } = people.sandbox;
	const response = await fetch(`${url}/functions/v1/${name}`, {
		method: 'POST',
		headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
		body: JSON.stringify(body),
	});
	return (await response.json()) as T;
}

const service = () => ({ credentials: { voiceAgentApi: { id: credential, name: 'Service' } } });

const memory = (parameters: Record<string, unknown> = {}): WorkflowNode =>
	node(
		'Memory',
		'n8n-nodes-voice-agent.voiceAgentMemory',
		{ messageId: { __rl: true, mode: 'id', value: '={{ $json.body.id }}' }, ...parameters },
		service(),
	);

const chatModel = (): WorkflowNode =>
	node(
		'Model',
		'@n8n/n8n-nodes-langchain.lmChatOpenAi',
		{ model: { __rl: true, mode: 'id', value: 'gpt-5-mini' }, responsesApiEnabled: false, options: {} },
		{ typeVersion: 1.3, credentials: { openAiApi: { id: openAi, name: 'Model' } } },
	);

const agent = (typeVersion: number, options: Record<string, unknown> = {}): WorkflowNode =>
	node(
		'Agent',
		'@n8n/n8n-nodes-langchain.agent',
		{
			promptType: 'define',
			text: '={{ $json.body.text }}',
			options: { systemMessage: 'Be kind.', ...options },
		},
		{ typeVersion },
	);

/** Activates `Webhook` -> the node -> `Reached`, with others connected to the node by their kinds. */
async function startWith(root: WorkflowNode, subNodes: Record<string, WorkflowNode>): Promise<Asking> {
	const { workflow, url } = await startAsking(n8n, [root]);
	const connections = Object.entries(subNodes).map(([type, { name }]) => [
		name,
		{ [type]: [[{ node: root.name, type, index: 0 }]] },
	]);
	const whole = await n8n.call<Asking['workflow']>('PATCH', `/rest/workflows/${workflow.id}`, {
		...workflow,
		nodes: [...workflow.nodes, ...Object.values(subNodes)],
		connections: { ...workflow.connections, ...Object.fromEntries(connections) },
	});
	await n8n.client.activateWorkflow(whole);
	return { workflow: whole, url };
}

/** Starts an execution for each body, and returns all once they have ended. */
async function execute({ workflow, url }: Asking, ...bodies: object[]): Promise<StoredRun[]> {
	await Promise.all(bodies.map(async (body) => await post(url, JSON.stringify(body), {})));
	return await until(
		() => readSqliteData(n8n.userFolder, workflow.id),
		(runs) => runs.length === bodies.length && runs.every((run) => !isOpen(run)),
		120_000,
	);
}

/** The messages of a request to the model after the system message. */
const askedWith = (index = -1): unknown[][] =>
	(model.requests.at(index)?.messages ?? []).slice(1).map(({ role, content }) => [role, content]);

const TEXTS = ['Do you have the blue lamp?', '> Yes, two.', 'Good.', 'What does it cost?', '> 40 dollars.'];
const HISTORY = [
	['user', 'Do you have the blue lamp?'],
	['assistant', 'Yes, two.'],
	['user', 'Good.\nWhat does it cost?'],
	['assistant', '40 dollars.'],
];

describe.each(AGENTS)('AI Agent %d', (version) => {
	test('gives the model what was written before the message, once, oldest first', async () => {
		const messages = await converse([...TEXTS, 'And on Saturday?']);
		const last = messages.at(-1);
		const asking = await startWith(agent(version), { ai_languageModel: chatModel(), ai_memory: memory() });
		model.script([{ text: 'Yes, we do.' }]);
		const [run] = await execute(asking, { id: last?.id, text: last?.body });
		expect(run?.status).toBe('success');
		expect(run?.runData.Reached?.[0]?.data?.main?.[0]?.[0]?.json).toEqual({ output: 'Yes, we do.' });
		expect(model.requests).toHaveLength(1);
		expect(askedWith()).toEqual([...HISTORY, ['user', 'And on Saturday?']]);
		expect(run?.runData.Memory?.map(({ executionStatus }) => executionStatus)).toEqual(['success']);
	}, 180_000);
});

test('an agent without its memory does not ask the model', async () => {
	const asking = await startWith(agent(3.1), { ai_languageModel: chatModel(), ai_memory: memory() });
	model.script([]);
	const [run] = await execute(asking, { id: '00000000-0000-4000-8000-000000000000', text: 'Hello' });
	expect(run?.status).toBe('error');
	expect(model.requests).toEqual([]);
}, 180_000);

test('an agent that uses a tool has its memory in each request to the model', async () => {
	const messages = await converse([...TEXTS, 'And on Saturday?']);
	const tool = node(
		'Look_Up',
		'n8n-nodes-voice-agent.voiceAgentTool',
		{
			descriptionType: 'manual',
			toolDescription: 'Lists the models.',
			resource: 'model',
			operation: 'getAll',
			returnAll: true,
		},
		service(),
	);
	const subNodes = { ai_languageModel: chatModel(), ai_memory: memory(), ai_tool: tool };
	const asking = await startWith(agent(3.1), subNodes);
	const answers: Answer[] = [{ tools: [{ name: 'Look_Up', arguments: {} }] }, { text: 'Yes.' }];
	model.script(answers);
	const [run] = await execute(asking, { id: messages.at(-1)?.id, text: 'And on Saturday?' });
	expect(run?.status).toBe('success');
	expect(model.requests).toHaveLength(2);
	const start = [...HISTORY, ['user', 'And on Saturday?']];
	expect(askedWith(0)).toEqual(start);
	expect(askedWith(1).slice(0, start.length)).toEqual(start);
	expect(
		askedWith(1)
			.slice(start.length)
			.map(([role]) => role),
	).toEqual(['assistant', 'tool']);
}, 180_000);

test('the Chat Memory Manager reads each message', async () => {
	const messages = await converse([...TEXTS, 'And on Saturday?']);
	const manager = node(
		'Manager',
		'@n8n/n8n-nodes-langchain.memoryManager',
		{ mode: 'load', simplifyOutput: true, options: {} },
		{ typeVersion: 1.1 },
	);
	const asking = await startWith(manager, { ai_memory: memory() });
	const [run] = await execute(asking, { id: messages.at(-1)?.id });
	expect(run?.runData.Reached?.[0]?.data?.main?.[0]?.[0]?.json).toEqual({
		messages: [
			{ human: 'Do you have the blue lamp?', ai: 'Yes, two.' },
			{ human: 'Good.' },
			{ human: 'What does it cost?', ai: '40 dollars.' },
		],
		messagesCount: 3,
	});
}, 180_000);
