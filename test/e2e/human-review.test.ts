import { agentNode, modelAccess, modelNode, startModel, withSubNodes } from './support/fake-model.ts';
import type { Answer, Model } from './support/fake-model.ts';
import {
	answersIn,
	BUSINESS_NUMBER,
	deliver,
	listenForReplies,
	People,
	question,
	startAsking,
} from './support/send-and-wait.ts';
import type { Answered, Asking } from './support/send-and-wait.ts';
import { prepareTimeoutMs } from './support/playground.ts';
import { node } from '../../playground/workflow.ts';
import type { WorkflowNode } from '../../sandbox/src/n8n/workflow.ts';
import { until } from '../support/eventually.ts';
import { post, TriggerN8n } from './support/real-n8n.ts';
import type { Listening } from './support/real-n8n.ts';
import { isOpen, readSqliteData } from './support/stored-runs.ts';

/** n8n looks once a minute for questions whose time is up. */
const SHORT_LIMIT = {
	values: { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' },
};

/** The person that the workflow was started with. */
const PERSON = '={{ $("Webhook").first().json.body.person }}';

let people: People;
let n8n: TriggerN8n;
let credential: string;
let listening: Listening;
const models: Model[] = [];

beforeAll(async () => {
	people = await People.start();
	n8n = await TriggerN8n.share('lean');
	credential = await people.credential(n8n);
	listening = await listenForReplies(n8n, credential);
}, prepareTimeoutMs);

afterAll(async () => {
	await n8n?.remove();
	for (const model of models) await model.stop();
	await people?.stop();
}, 60_000);

/** Returns the messages that the person was sent, in order, once there are so many. */
async function sentTo(person: string, count = 0): Promise<string[]> {
	const sent = await until(
		() => people.sentTo(person),
		({ length }) => length >= count,
		60_000,
	);
	return sent.map(({ message }) => String(message));
}

/** The question as the node sends it. */
const withHowToAnswer = (message: string): string => `${message}\n\nReply yes or no.`;

const runOf = async (asking: Asking, holds: (run: Answered) => boolean): Promise<Answered> => {
	const [run] = await until(
		() => answersIn(readSqliteData(n8n.userFolder, asking.workflow.id)),
		([first]) => first !== undefined && holds(first),
		120_000,
	);
	if (!run) throw new Error('There is no run');
	return run;
};

const start = async (asking: Asking, body: Record<string, unknown>): Promise<void> => {
	expect((await post(asking.url, JSON.stringify(body), {})).status).toBe(200);
	await runOf(asking, ({ status }) => status === 'waiting');
};

const reply = async (person: string, text: string): Promise<void> =>
	await deliver(listening.url, await people.answer(person, text));

/** Returns the item that the last node has put out. */
async function reachedWith(asking: Asking): Promise<Record<string, unknown> | undefined> {
	const ended = await runOf(asking, (run) => !isOpen(run));
	expect(ended.status).toBe('success');
	const [run] = readSqliteData(n8n.userFolder, asking.workflow.id);
	return run?.runData.Reached?.[0]?.data?.main?.[0]?.[0]?.json;
}

const approval = (name: string, parameters: Record<string, unknown> = {}): WorkflowNode => ({
	...question(credential, {
		recipientWaId: PERSON,
		message: `${name}?`,
		responseType: 'approval',
		...parameters,
	}),
	name,
});

interface Reviewed {
	asking: Asking;
	model: Model;
}

/**
 * Activates `Webhook` -> the nodes -> `Agent`, whose tool sends a message
 * once a person has approved it -> `Reached`.
 *
 * @param review parameters of the human review
 */
async function startReviewed(
	before: WorkflowNode[],
	review: Record<string, unknown> = {},
): Promise<Reviewed> {
	const model = await startModel();
	models.push(model);
	const openAi = await n8n.client.createCredential('Model', 'openAiApi', modelAccess(model));
	const service = { credentials: { voiceAgentApi: { id: credential, name: 'Service' } } };
	const sending = {
		resource: 'message',
		phoneNumberId: BUSINESS_NUMBER,
		recipientWaId: PERSON,
	};
	const reviewing = node(
		'Review',
		'n8n-nodes-voice-agent.voiceAgentHitlTool',
		{
			...sending,
			operation: 'sendAndWait',
			responseType: 'approval',
			message: '=May this be sent? {{ $tool.parameters.Message }}',
			...review,
		},
		service,
	);
	const tool = node(
		'Send',
		'n8n-nodes-voice-agent.voiceAgentTool',
		{
			...sending,
			descriptionType: 'manual',
			toolDescription: 'Sends a text.',
			operation: 'send',
			message: "={{ $fromAI('Message', `Text of the message`, 'string') }}",
		},
		service,
	);
	const asking = await startAsking(n8n, [...before, agentNode({ text: 'Tell them.' })], (file) => {
		const subNodes = { ai_languageModel: modelNode(openAi), ai_tool: reviewing };
		return withSubNodes(withSubNodes(file, 'Agent', subNodes), 'Review', { ai_tool: tool });
	});
	return { asking, model };
}

/** The model wants to send these, all at once. */
const wants = (...messages: string[]): Answer => ({
	tools: messages.map((Message) => ({
		name: 'Send',
		arguments: { toolParameters: { Message }, hitlParameters: {} },
	})),
});

/** Returns the results of the model's calls as it was told them. */
const told = (model: Model): string[] =>
	model.requests
		.at(-1)
		?.messages.filter(({ role }) => role === 'tool')
		.map(({ content }) => content) ?? [];

describe('when no answer comes in time', () => {
	let person: string;
	let asking: Asking;
	let reviewedPerson: string;
	let reviewed: Reviewed;

	// Both wait at once, since n8n may take a minute to see that the time is up.
	beforeAll(async () => {
		[person = '', reviewedPerson = ''] = await people.meet(2);
		const second = approval('Second', { options: { limitWaitTime: SHORT_LIMIT } });
		asking = await startAsking(n8n, [approval('First'), second]);
		await start(asking, { person });
		await reply(person, 'Yes');

		reviewed = await startReviewed([approval('First')], { options: { limitWaitTime: SHORT_LIMIT } });
		reviewed.model.script([wants('The lamp is ready.'), { text: 'Done.' }]);
		await start(reviewed.asking, { person: reviewedPerson });
		await reply(reviewedPerson, 'Yes');
	}, 120_000);

	test('a second question does not put out the answer to the first', async () => {
		expect(await sentTo(person, 2)).toEqual(['First?', 'Second?'].map(withHowToAnswer));
		const output = await reachedWith(asking);
		expect(output).toMatchObject({ message: { text: 'Yes' }, payload: { data: { body: 'Yes' } } });
		expect(output).toHaveProperty('data', { timedOut: true });
	}, 180_000);

	test('the tool of an AI agent does not run on the approval of an earlier question', async () => {
		expect(await reachedWith(reviewed.asking)).toEqual({ output: 'Done.' });
		expect(await sentTo(reviewedPerson)).toEqual(
			['First?', 'May this be sent? The lamp is ready.'].map(withHowToAnswer),
		);
		expect(told(reviewed.model)).toEqual([
			expect.stringMatching(/feedback: \\"There was no answer in time, so this is not approved\./),
		]);
	}, 180_000);
});

describe('when an AI agent calls a tool twice at once, after an approval', () => {
	const ask = async (): Promise<{ person: string; asked: string[] } & Reviewed> => {
		const [person = ''] = await people.meet();
		const reviewed = await startReviewed([approval('First')]);
		reviewed.model.script([wants('The lamp is ready.', 'The lamp is gone.'), { text: 'Done.' }]);
		await start(reviewed.asking, { person });
		await reply(person, 'Yes');
		const asked = ['First?', 'May this be sent? The lamp is gone.'].map(withHowToAnswer);
		expect(await sentTo(person, asked.length)).toEqual(asked);
		return { person, asked, ...reviewed };
	};

	test('a no to one call runs none, and the agent is told why the other was not reviewed', async () => {
		const { person, asked, asking, model } = await ask();
		await reply(person, 'No');
		expect(await reachedWith(asking)).toEqual({ output: 'Done.' });
		expect(await sentTo(person)).toEqual(asked);
		expect(told(model)).toEqual([
			expect.stringMatching(/call_Send_0.*feedback: \\"One tool call at a time: this call was not reviewed/),
			expect.stringMatching(/User rejected the tool call to Send \(id: call_Send_1\)/),
		]);
	}, 180_000);

	test('a yes to one call runs that one only', async () => {
		const { person, asked, asking } = await ask();
		await reply(person, 'Yes');
		expect(await reachedWith(asking)).toEqual({ output: 'Done.' });
		expect(await sentTo(person)).toEqual([...asked, 'The lamp is gone.']);
	}, 180_000);
});
