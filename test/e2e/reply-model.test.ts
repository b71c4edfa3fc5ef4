/** Replies that a chat model of n8n's reads for Send and Wait, in the webhook of the node that waits. */
import { readFile } from 'node:fs/promises';

import { deliver, listenForReplies, People, question, startAsking } from './support/send-and-wait.ts';
import type { Asking } from './support/send-and-wait.ts';
import { until } from '../support/eventually.ts';
import { prepareTimeoutMs } from './support/playground.ts';
import { post, TriggerN8n } from './support/real-n8n.ts';
import type { Listening } from './support/real-n8n.ts';
import { modelAccess, modelNode, startModel, withSubNodes } from './support/fake-model.ts';
import type { Model } from './support/fake-model.ts';
import { isOpen, readSqliteData } from './support/stored-runs.ts';

let people: People;
let n8n: TriggerN8n;
let credential: string;
let listening: Listening;
let model: Model;
beforeAll(async () => {
	people = await People.start();
	n8n = await TriggerN8n.share('lean');
	credential = await people.credential(n8n);
	listening = await listenForReplies(n8n, credential);
	model = await startModel();
}, prepareTimeoutMs);

afterAll(async () => {
	await n8n?.remove();
	await model?.stop();
	await people?.stop();
}, 60_000);

/** A workflow whose question has a model at this address. */
async function askWithModel(url: string, parameters: Record<string, unknown> = {}): Promise<Asking> {
	const access = { ...modelAccess(model), url };
	const openAi = await n8n.client.createCredential('Model', 'openAiApi', access);
	const ask = question(credential, { responseType: 'approval', ...parameters });
	return await startAsking(n8n, [ask], (file) =>
		withSubNodes(file, 'Ask', { ai_languageModel: modelNode(openAi) }),
	);
}

const runOf = async ({ workflow }: Asking, isAsFarAs: (status: string) => boolean) => {
	const [run] = await until(
		() => readSqliteData(n8n.userFolder, workflow.id),
		([first]) => first !== undefined && isAsFarAs(first.status),
		60_000,
	);
	return run;
};

async function start(asking: Asking): Promise<string> {
	const [person = ''] = await people.meet();
	await post(asking.url, JSON.stringify({ person }), {});
	await runOf(asking, (status) => status === 'waiting');
	return person;
}

const reply = async (person: string, text: string) =>
	await deliver(listening.url, await people.answer(person, text));

async function dataOf(asking: Asking): Promise<unknown> {
	const run = await runOf(asking, (status) => !isOpen({ status }));
	expect(run?.status).toBe('success');
	return run?.runData.Reached?.[0]?.data?.main?.[0]?.[0]?.json.data;
}

test('a model that is connected reads what words leave open, and the workflow goes on', async () => {
	const asking = await askWithModel(`${model.url}/v1`);
	const person = await start(asking);
	model.script([{ text: 'He agrees.' }, { text: '{"answer": "yes"}' }]);
	await reply(person, 'Hm, Friday?');
	expect((await people.sentTo(person)).map(({ message }) => message)).toEqual([
		expect.stringContaining('Reply yes or no.'),
		'Please answer with "Yes" or "No".',
	]);
	await reply(person, 'I would love that');
	expect(await dataOf(asking)).toMatchObject({
		text: 'I would love that',
		approved: true,
		clear: true,
		readBy: 'model',
	});
	expect(model.requests.map(({ messages }) => messages.length)).toEqual([2, 2]);
	expect(JSON.parse(model.requests[1]?.messages[1]?.content ?? '')).toMatchObject({
		reply: 'I would love that',
	});
}, 180_000);

test('without an answer of the model the person is asked again, and the log says why', async () => {
	const asking = await askWithModel('http://127.0.0.1:9/v1');
	const person = await start(asking);
	await reply(person, 'I would love that');
	expect(await people.sentTo(person)).toHaveLength(2);
	expect(await readFile(n8n.logFile, 'utf8')).toMatch(/Ask: the model could not read a reply/);
	await reply(person, 'Yes, please');
	expect(await dataOf(asking)).toMatchObject({ approved: true, readBy: 'words' });
}, 180_000);
