import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import {
	answersIn,
	deliver,
	listenForReplies,
	People,
	question,
	startAsking,
} from './support/send-and-wait.ts';
import type { Answered, Asking } from './support/send-and-wait.ts';
import { prepareTimeoutMs } from './support/playground.ts';
import { chainOf, node } from '../../playground/workflow.ts';
import { until } from '../support/eventually.ts';
import { inParallel, post, LIGHT_EXPRESSIONS, TriggerN8n } from './support/real-n8n.ts';
import type { Listening } from './support/real-n8n.ts';
import { startReceiver } from '../support/http-server.ts';
import type { Received, Receiver } from '../support/http-server.ts';
import { isOpen, readSqliteData, readSqliteRuns } from './support/stored-runs.ts';

/** It starts another n8n twice. */
const inFullRuns = process.env.TEST_FULL ? test : test.skip;

let people: People;
let n8n: TriggerN8n;
let credential: string;
let listening: Listening;
let asking: Asking;
beforeAll(async () => {
	people = await People.start();
	n8n = await TriggerN8n.share('lean');
	credential = await people.credential(n8n);
	listening = await listenForReplies(n8n, credential);
	asking = await startAsking(n8n, [question(credential)]);
}, prepareTimeoutMs);

afterAll(async () => {
	await n8n?.remove();
	await people?.stop();
}, 60_000);

const answers = (of = asking): Answered[] => answersIn(readSqliteData(n8n.userFolder, of.workflow.id));
const answerOf = (person: string, of = asking) => answers(of).find((one) => one.person === person);

const ask = async (person: string, of = asking): Promise<Answered> => {
	expect((await post(of.url, JSON.stringify({ person }), {})).status).toBe(200);
	return await until(
		() => answerOf(person, of) as Answered,
		(one) => one?.status === 'waiting',
		60_000,
	);
};

const ended = async (person: string, of = asking): Promise<Answered> =>
	await until(
		() => answerOf(person, of) as Answered,
		(one) => one !== undefined && !isOpen(one),
		90_000,
	);

const runsOfTrigger = () => readSqliteRuns(n8n.userFolder, listening.workflow.id);

test('of three messages at once one resumes, the others start the workflow', async () => {
	const asked = await startAsking(n8n, [question(credential)]);
	for (const [round, person] of (await people.meet(2)).entries()) {
		await ask(person, asked);
		const events: string[] = [];
		for (const text of ['Yes', 'please hurry', 'Thank you']) events.push(await people.answer(person, text));
		const before = runsOfTrigger().length;
		await Promise.all(
			events.map(async (event, index) => {
				await delay((index * round * 7) % 60);
				await deliver(listening.url, event);
			}),
		);
		await ended(person, asked);
		const runs = await until(runsOfTrigger, (now) => !now.some(isOpen), 60_000);
		expect(runs.slice(before).map(({ status, reached }) => ({ status, reached }))).toEqual([
			{ status: 'success', reached: true },
			{ status: 'success', reached: true },
		]);
	}
	const texts = answers(asked).map(({ text, times }) => ({ text, times }));
	expect(texts.filter(({ times }) => times !== 1)).toEqual([]);
}, 240_000);

describe('when the reply comes as fast as can be', () => {
	let proxy: Receiver;

	/** Stands before the service and answers each question in the person's place as soon as it was sent. */
	const passOn = async ({ path, headers, body }: Received, response: ServerResponse): Promise<void> => {
		const answer = await fetch(`${people.sandbox.url}${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', authorization: headers.authorization ?? '' },
			body,
		});
		const text = await answer.text();
		response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
		const { recipient_wa_id: person, metadata } = JSON.parse(body) as Record<string, unknown>;
		const data = { id: `m-${String(person)}`, from_number: person, body: 'At once', metadata };
		await deliver(listening.url, JSON.stringify({ event: 'chatapp.received', data }));
	};

	beforeAll(async () => {
		proxy = await startReceiver();
		proxy.answer = (request, response) => void passOn(request, response);
	});
	afterAll(() => proxy?.close());

	test('it resumes the execution that is still being stored', async () => {
		const hasty = await startAsking(n8n, [question(await people.credential(n8n, proxy.url))]);
		for (const person of await people.meet(2)) {
			await post(hasty.url, JSON.stringify({ person }), {});
			expect(await ended(person, hasty)).toMatchObject({ status: 'success', text: 'At once', times: 1 });
		}
	}, 120_000);
});

test('a sub-workflow asks, and the workflow that called it goes on', async () => {
	const sub = await n8n.client.createWorkflow(
		chainOf('Sub-workflow', [
			node(
				'Called',
				'n8n-nodes-base.executeWorkflowTrigger',
				{ inputSource: 'passthrough' },
				{ typeVersion: 1.1 },
			),
			question(credential),
		]),
	);
	await n8n.client.activateWorkflow(sub);
	const call = node(
		'Call',
		'n8n-nodes-base.executeWorkflow',
		{ workflowId: { __rl: true, mode: 'id', value: sub.id }, options: {} },
		{ typeVersion: 1.2 },
	);
	const calling = await startAsking(n8n, [call]);
	const [person = ''] = await people.meet();
	await ask(person, calling);
	await until(
		() => readSqliteData(n8n.userFolder, sub.id),
		(runs) => runs.some(({ status }) => status === 'waiting'),
		60_000,
	);
	await deliver(listening.url, await people.answer(person, 'From below'));
	expect(await ended(person, calling)).toMatchObject({ status: 'success', text: 'From below', times: 1 });
}, 120_000);

test('forged replies resume nothing and lead nowhere', async () => {
	const elsewhere = await startReceiver();
	const [first = '', second = '', over = ''] = await people.meet(3);
	for (const person of [first, second, over]) await ask(person);
	await deliver(listening.url, await people.answer(over, 'Over'));
	await ended(over);
	const referenceTo = async (person: string) => String((await people.lastMetadata(person))?.n8nReplyTo);
	const reference = await referenceTo(first);
	const [address = '', signature = ''] = reference.split('&signature=');
	const [, ofAnother = ''] = (await referenceTo(second)).split('&signature=');
	const { host } = new URL(elsewhere.url);
	const forged = [
		await referenceTo(over),
		`${address}&signature=${ofAnother}`,
		`${address}&signature=${signature.slice(0, -1)}`,
		address,
		`../rest/login?${reference}`,
		...['http://', '//', '@'].map((start) => `${start}${host}/${reference}`),
		[reference],
	];
	const before = runsOfTrigger().length;
	await inParallel([...forged.entries()], 8, async ([index, n8nReplyTo]) => {
		const metadata = { n8nReplyTo };
		const data = { id: `forged-${index}`, from_number: first, body: 'Yes', metadata };
		await deliver(listening.url, JSON.stringify({ event: 'chatapp.received', data }));
	});
	const runs = await until(
		runsOfTrigger,
		(now) => now.length >= before + forged.length && !now.some(isOpen),
		300_000,
	);
	// Each is a message like any other, from who has the token.
	expect(runs.slice(before).filter(({ reached, status }) => !reached || status !== 'success')).toEqual([]);
	expect([answerOf(first)?.status, answerOf(second)?.status]).toEqual(['waiting', 'waiting']);
	expect(elsewhere.received).toEqual([]);
	await elsewhere.close();
	await deliver(listening.url, await people.answer(first, 'Myself'));
	expect(await ended(first)).toMatchObject({ text: 'Myself' });
}, 600_000);

describe('when n8n dies', () => {
	let asked: string;
	let answering: string;
	let answered: string;
	let last: string;
	/** The number of the trigger's runs before the answer that n8n died in. */
	let before: number;

	/** One person was asked, one is answering, and one has answered. */
	beforeAll(async () => {
		[asked = '', answering = '', answered = ''] = await people.meet(3);
		for (const person of [asked, answering, answered]) await ask(person);
		last = await people.answer(answered, 'Once');
		await deliver(listening.url, last);
		await ended(answered);
		const event = await people.answer(answering, 'Not lost');
		before = runsOfTrigger().length;
		const first = deliver(listening.url, event).catch(() => 'cut off');
		await delay(Number(answering) % 40);
		await n8n.kill();
		const isCutOff = (await first) === 'cut off';
		await n8n.up();
		// The service repeats what n8n refuses while it still finds out what has become of the execution.
		const repeat = () => deliver(listening.url, event).then(() => true, String);
		if (isCutOff) await until(repeat, (outcome) => outcome === true, 240_000);
	}, 400_000);

	test('while the reply is handed over, the service sends it again; the workflow goes on once', async () => {
		const { status, text, times } = await ended(answering);
		const runs = await until(runsOfTrigger, (now) => !now.some(isOpen), 60_000);
		expect(runs.slice(before).filter(({ reached }) => reached)).toEqual([]);
		// n8n shows an execution as crashed that had gone on when it died.
		if (status === 'success') expect({ text, times }).toEqual({ text: 'Not lost', times: 1 });
		else expect(status).toBe('crashed');
	}, 240_000);

	test('between question and reply, the workflow goes on after the restart', async () => {
		await deliver(listening.url, await people.answer(asked, 'After the restart'));
		expect(await ended(asked)).toMatchObject({ status: 'success', text: 'After the restart', times: 1 });
	}, 240_000);

	test('after the reply, a second delivery of it starts nothing', async () => {
		const earlier = runsOfTrigger().length;
		await deliver(listening.url, last);
		const runs = await until(
			() => runsOfTrigger().slice(earlier),
			(now) => now.length === 1 && !now.some(isOpen),
			60_000,
		);
		expect(runs).toMatchObject([{ status: 'success', reached: false }]);
		expect(answerOf(answered)).toMatchObject({ status: 'success', text: 'Once', times: 1 });
	}, 240_000);
});

describe('in an n8n that guards its own requests', () => {
	let guarded: TriggerN8n;
	let trigger: Listening;
	let waiting: Asking;
	const given = () => answersIn(readSqliteData(guarded.userFolder, waiting.workflow.id));
	const allowed = { N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32' };

	beforeAll(async () => {
		guarded = await TriggerN8n.start({
			...LIGHT_EXPRESSIONS,
			N8N_SSRF_PROTECTION_ENABLED: 'true',
			N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost',
			...(process.env.TEST_FULL ? {} : allowed),
			N8N_CONCURRENCY_PRODUCTION_LIMIT: '2',
		});
		// The service may be called by its name, and n8n's own address may not.
		const byName = await people.credential(guarded, people.sandbox.url.replace('127.0.0.1', 'localhost'));
		trigger = await listenForReplies(guarded, byName);
		waiting = await startAsking(guarded, [question(byName)]);
	}, prepareTimeoutMs);

	afterAll(() => guarded?.remove(), 60_000);

	inFullRuns(
		'and may not call itself, the log says what to set; then the repeated reply resumes',
		async () => {
			const [person = ''] = await people.meet();
			await post(waiting.url, JSON.stringify({ person }), {});
			await until(given, ([one]) => one?.status === 'waiting', 60_000);
			const event = await people.answer(person, 'Yes');
			await expect(deliver(trigger.url, event)).rejects.toThrow('n8n answered 503 to a reply');
			expect(given()).toMatchObject([{ status: 'waiting' }]);
			expect(await readFile(guarded.logFile, 'utf8')).toMatch(
				/n8n blocked its own request to http:\/\/127\.0\.0\.1:\d+\/webhook-waiting\/\. .*or its address to N8N_SSRF_ALLOWED_IP_RANGES/,
			);

			await guarded.down();
			await guarded.up(allowed);
			await deliver(trigger.url, event);
			await until(given, ([one]) => one?.status === 'success', 60_000);
			expect(given()).toMatchObject([{ text: 'Yes', times: 1 }]);
		},
		240_000,
	);

	test('and runs two executions at a time, six replies at once all go on', async () => {
		const six = await people.meet(6);
		const theirs = () => given().filter(({ person }) => six.includes(String(person)));
		for (const person of six) await post(waiting.url, JSON.stringify({ person }), {});
		await until(theirs, (now) => now.filter(({ status }) => status === 'waiting').length === 6, 60_000);
		const events: string[] = [];
		for (const person of six) events.push(await people.answer(person, person));
		await Promise.all(events.map(async (event) => await deliver(trigger.url, event)));
		const all = await until(theirs, (now) => !now.some(isOpen), 60_000);
		expect(all.filter(({ status, text, person }) => status !== 'success' || text !== person)).toEqual([]);
		expect(readSqliteRuns(guarded.userFolder, trigger.workflow.id)).toEqual([]);
	}, 180_000);
});
