import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Asked, deliver, listenForReplies, People, question, startAsking } from './support/send-and-wait.ts';
import type { Asking } from './support/send-and-wait.ts';
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
let asked: Asked;
beforeAll(async () => {
	people = await People.start();
	n8n = await TriggerN8n.share('lean');
	credential = await people.credential(n8n);
	listening = await listenForReplies(n8n, credential);
	asked = new Asked(n8n, await startAsking(n8n, [question(credential)]));
}, prepareTimeoutMs);

afterAll(async () => {
	await n8n?.remove();
	await people?.stop();
}, 60_000);

const runsOfTrigger = () => readSqliteRuns(n8n.userFolder, listening.workflow.id);

test('of three messages at once one resumes, the others start the workflow', async () => {
	const hurried = new Asked(n8n, await startAsking(n8n, [question(credential)]));
	for (const [round, person] of (await people.meet(2)).entries()) {
		await hurried.ask(person);
		const events: string[] = [];
		for (const text of ['Yes', 'please hurry', 'Thank you']) events.push(await people.answer(person, text));
		const before = runsOfTrigger().length;
		await Promise.all(
			events.map(async (event, index) => {
				await delay((index * round * 7) % 60);
				await deliver(listening.url, event);
			}),
		);
		await hurried.ended(person);
		const runs = await until(runsOfTrigger, (now) => !now.some(isOpen), 60_000);
		expect(runs.slice(before).map(({ status, reached }) => ({ status, reached }))).toEqual([
			{ status: 'success', reached: true },
			{ status: 'success', reached: true },
		]);
	}
	const texts = hurried.all().map(({ text, times }) => ({ text, times }));
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
		const asking = await startAsking(n8n, [question(await people.credential(n8n, proxy.url))]);
		const hasty = new Asked(n8n, asking);
		for (const person of await people.meet(2)) {
			await post(asking.url, JSON.stringify({ person }), {});
			expect(await hasty.ended(person)).toMatchObject({ status: 'success', text: 'At once', times: 1 });
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
	const calling = new Asked(n8n, await startAsking(n8n, [call]));
	const [person = ''] = await people.meet();
	await calling.ask(person);
	await until(
		() => readSqliteData(n8n.userFolder, sub.id),
		(runs) => runs.some(({ status }) => status === 'waiting'),
		60_000,
	);
	await deliver(listening.url, await people.answer(person, 'From below'));
	expect(await calling.ended(person)).toMatchObject({ status: 'success', text: 'From below', times: 1 });
}, 120_000);

test('forged replies resume nothing and lead nowhere', async () => {
	const elsewhere = await startReceiver();
	const [first = '', second = '', over = ''] = await people.meet(3);
	for (const person of [first, second, over]) await asked.ask(person);
	await deliver(listening.url, await people.answer(over, 'Over'));
	await asked.ended(over);
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
	expect([asked.of(first)?.status, asked.of(second)?.status]).toEqual(['waiting', 'waiting']);
	expect(elsewhere.received).toEqual([]);
	await elsewhere.close();
	await deliver(listening.url, await people.answer(first, 'Myself'));
	expect(await asked.ended(first)).toMatchObject({ text: 'Myself' });
}, 600_000);

describe('in an n8n that guards its own requests', () => {
	let guarded: TriggerN8n;
	let trigger: Listening;
	let waiting: Asking;
	const given = () => new Asked(guarded, waiting).all();
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
