import { until } from '../support/eventually.ts';
import { post, TriggerN8n } from './support/real-n8n.ts';
import { BUSINESS_NUMBER, People, startAsking } from './support/send-and-wait.ts';
import type { Asking } from './support/send-and-wait.ts';
import { agentNode, modelAccess, modelNode, startModel, withSubNodes } from './support/fake-model.ts';
import type { Model } from './support/fake-model.ts';
import { callFunction } from '../support/call-service.ts';
import { prepareTimeoutMs } from './support/playground.ts';
import { isOpen, readSqliteData } from './support/stored-runs.ts';
import type { StoredRun } from './support/stored-runs.ts';
import { node } from '../../playground/workflow.ts';
import type { WorkflowNode } from '../../sandbox/src/n8n/workflow.ts';

/** Each has another implementation. */
const AGENTS = [1.7, 2.2, 3.1];

let people: People;
let n8n: TriggerN8n;
let credential: string;
let model: Model;
let openAi: string;

beforeAll(async () => {
	people = await People.start();
	n8n = await TriggerN8n.share('lean');
	credential = await people.credential(n8n);
	model = await startModel();
	openAi = await n8n.client.createCredential('Model', 'openAiApi', modelAccess(model));
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
	const [person = ''] = people.newNumbers();
	const { sandbox } = people;
	for (const text of texts) {
		await sandbox.control('POST', '/clock', { advance_seconds: 60 });
		if (text.startsWith('> ')) {
			await callFunction(sandbox, 'send-chatapp-message', {
				phone_number_id: BUSINESS_NUMBER,
				recipient_wa_id: person,
				message: text.slice(2),
			});
		} else {
			await sandbox.control('POST', '/events/chatapp.received', { from_number: person, body: text });
		}
	}
	const { body } = await callFunction<{ messages: Listed[] }>(sandbox, 'list-messages', {
		phone_number: person,
	});
	return body.messages.reverse();
}

const memory = (): WorkflowNode =>
	node(
		'Memory',
		'n8n-nodes-voice-agent.voiceAgentMemory',
		{ messageId: { __rl: true, mode: 'id', value: '={{ $json.body.id }}' } },
		{ credentials: { voiceAgentApi: { id: credential, name: 'Service' } } },
	);

const startAgent = async (version: number): Promise<Asking> =>
	await startAsking(
		n8n,
		[agentNode({ text: '={{ $json.body.text }}', options: { systemMessage: 'Be kind.' } }, version)],
		(file) => withSubNodes(file, 'Agent', { ai_languageModel: modelNode(openAi), ai_memory: memory() }),
	);

/** Starts an execution, and returns it once it has ended. */
async function execute({ workflow, url }: Asking, body: object): Promise<StoredRun | undefined> {
	await post(url, JSON.stringify(body), {});
	const [run] = await until(
		() => readSqliteData(n8n.userFolder, workflow.id),
		(runs) => runs.length === 1 && !runs.some(isOpen),
		120_000,
	);
	return run;
}

/** The messages of the last request to the model after the system message. */
const askedWith = (): unknown[][] =>
	(model.requests.at(-1)?.messages ?? []).slice(1).map(({ role, content }) => [role, content]);

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
		const asking = await startAgent(version);
		model.script([{ text: 'Yes, we do.' }]);
		const run = await execute(asking, { id: last?.id, text: last?.body });
		expect(run?.status).toBe('success');
		expect(run?.runData.Reached?.[0]?.data?.main?.[0]?.[0]?.json).toEqual({ output: 'Yes, we do.' });
		expect(model.requests).toHaveLength(1);
		expect(askedWith()).toEqual([...HISTORY, ['user', 'And on Saturday?']]);
		expect(run?.runData.Memory?.map(({ executionStatus }) => executionStatus)).toEqual(['success']);
	}, 180_000);
});

test('an agent without its memory does not ask the model', async () => {
	const asking = await startAgent(3.1);
	model.script([]);
	const run = await execute(asking, { id: '00000000-0000-4000-8000-000000000000', text: 'Hello' });
	expect(run?.status).toBe('error');
	expect(model.requests).toEqual([]);
}, 180_000);
