import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from '../../bench/quantile.ts';
import { forgedReferences } from '../support/forged-references.ts';
import {
	answersIn,
	askAll,
	deliver,
	listenForReplies,
	People,
	peopleOf,
	question,
	startAsking,
} from '../support/asking-people.ts';
import type { Answered, Asking } from '../support/asking-people.ts';
import { prepareTimeoutMs } from '../support/prepared.ts';
import type { StoredWorkflow } from '../../playground/n8n-client.ts';
import { chainOf, node } from '../../playground/workflow.ts';
import { until } from '../support/eventually.ts';
import { inParallel, post, show, LIGHT_EXPRESSIONS, TriggerN8n, WITH_CODE } from '../support/real-n8n.ts';
import type { Listening } from '../support/real-n8n.ts';
import { isOpen, readSqliteData, readSqliteRuns } from '../support/stored-runs.ts';

/** Two hundred are asked by hand. */
const PEOPLE = Number(process.env.WAITING_PEOPLE ?? 20);
/** Fifty are tried by hand. */
const BURSTS = Number(process.env.REPLY_BURSTS ?? 5);
/** The number of replies that are timed, one after the other. */
const TIMED = Number(process.env.TIMED_REPLIES ?? 5);
/** A thousand are tried on the engine. */
const FORGED = Number(process.env.FORGED_REPLIES ?? 40);

let people: People;
let n8n: TriggerN8n;
let credential: string;
let listening: Listening;
let asking: Asking;
/**
 * It waits for three seconds only. n8n checks for ended waits once a minute and when it
 * starts, so its end is tested last.
 */
let impatient: Asking;
let silent: string;
/** It waits for three seconds, and then asks once more. */
let reminding: Asking;
let forgetful: string;
/** The number of people that tests have used. */
let used = 0;
const newPeople = async (count = 1): Promise<string[]> => {
	const fresh = peopleOf(count, used);
	used += count;
	await people.writeFirst(fresh);
	return fresh;
};

/** The recipe of docs/send-and-wait.md: two questions, with an If node between them. */
async function startReminding(options: Record<string, unknown>): Promise<Asking> {
	const ask = question(credential, { options });
	const remind = {
		...question(credential, {
			recipientWaId: "={{ $('Webhook').first().json.body.person }}",
			message: 'May I ask you again?',
		}),
		name: 'Remind',
	};
	const condition = {
		leftValue: '={{ $json.data.timedOut }}',
		operator: { type: 'boolean', operation: 'true', singleValue: true },
		rightValue: '',
	};
	const conditions = {
		options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
		conditions: [{ id: randomUUID(), ...condition }],
		combinator: 'and',
	};
	const isUp = node('If', 'n8n-nodes-base.if', { conditions, options: {} }, { typeVersion: 2.2 });
	const { workflow, url } = await startAsking(n8n, [ask, isUp, remind]);
	const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
	const branched = await n8n.call<StoredWorkflow>('PATCH', `/rest/workflows/${workflow.id}`, {
		...workflow,
		connections: { ...workflow.connections, If: { main: [to('Remind'), to('Reached')] } },
	});
	await n8n.client.activateWorkflow(branched);
	return { workflow: branched, url };
}

beforeAll(async () => {
	people = await People.start();
	n8n = await TriggerN8n.start({ ...LIGHT_EXPRESSIONS, ...WITH_CODE });
	credential = await people.credential(n8n);
	listening = await listenForReplies(n8n, credential);
	asking = await startAsking(n8n, [question(credential)]);
	const values = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };
	impatient = await startAsking(n8n, [question(credential, { options: { limitWaitTime: { values } } })]);
	reminding = await startReminding({ limitWaitTime: { values }, limitOutput: 'timedOut' });
	[silent = '', forgetful = ''] = await newPeople(2);
	await ask(silent, impatient);
	await ask(forgetful, reminding);
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

test('a person answers, and the workflow goes on', async () => {
	const took: number[] = [];
	for (const person of await newPeople(TIMED)) {
		await ask(person);
		const event = await people.answer(person, `I am ${person}`);
		const sentAt = Date.now();
		await deliver(listening.url, event);
		const answered = await ended(person);
		expect(answered).toMatchObject({ status: 'success', text: `I am ${person}`, times: 1 });
		took.push(answered.wentOnAt - sentAt);
	}
	show(`From reply to the next node: median ${quantile(took, 0.5)} ms, at most ${Math.max(...took)} ms`);
	expect(runsOfTrigger()).toEqual([]);
}, 600_000);

test(`${PEOPLE} people answer in random order, three times; each execution goes on once`, async () => {
	const all = await newPeople(PEOPLE);
	const { wrong, started, inAll } = await askAll({
		people,
		all,
		askUrl: () => asking.url,
		replyUrl: () => listening.url,
		answers,
		runs: runsOfTrigger,
	});
	show(`${PEOPLE} x 3 replies: ${Math.round(inAll / 1000)} s until all had gone on`);
	expect({ wrong, started }).toEqual({ wrong: [], started: [] });
}, 3_600_000);

test(`of three messages at once one resumes, the others start the workflow, ${BURSTS} times`, async () => {
	const asked = await startAsking(n8n, [question(credential)]);
	for (const [round, person] of (await newPeople(BURSTS)).entries()) {
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
	show(`First messages that resumed: ${texts.filter(({ text }) => text === 'Yes').length} of ${BURSTS}`);
}, 3_600_000);

describe('when the reply comes as fast as can be', () => {
	let proxy: Server;

	/** Stands before the service and answers each question in the person's place as soon as it was sent. */
	beforeAll(() => {
		proxy = createServer(async (request, response) => {
			const body = await textOf(request);
			const answer = await fetch(`${people.sandbox.url}${request.url}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', authorization: request.headers.authorization ?? '' },
				body,
			});
			const text = await answer.text();
			response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
			const { recipient_wa_id: person, metadata } = JSON.parse(body) as Record<string, unknown>;
			const data = { id: `m-${String(person)}`, from_number: person, body: 'At once', metadata };
			await deliver(listening.url, JSON.stringify({ event: 'chatapp.received', data }));
		});
		proxy.listen(0, '127.0.0.1');
		return once(proxy, 'listening');
	});
	afterAll(() => {
		proxy.closeAllConnections();
		proxy.close();
	});

	test('it resumes the execution that is still being stored', async () => {
		const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
		const hasty = await startAsking(n8n, [question(await people.credential(n8n, url))]);
		for (const person of await newPeople(5)) {
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
	const [person = ''] = await newPeople();
	await ask(person, calling);
	await until(
		() => readSqliteData(n8n.userFolder, sub.id),
		(runs) => runs.some(({ status }) => status === 'waiting'),
		60_000,
	);
	await deliver(listening.url, await people.answer(person, 'From below'));
	expect(await ended(person, calling)).toMatchObject({ status: 'success', text: 'From below', times: 1 });
}, 120_000);

test('a step that is executed in the editor waits, and has the answer', async () => {
	const [person = ''] = await newPeople();
	const workflow = await n8n.client.createWorkflow(
		chainOf('By hand', [
			node('By Hand', 'n8n-nodes-base.manualTrigger'),
			question(credential, { recipientWaId: person, message: 'Shall we come?' }),
			node('Reached', 'n8n-nodes-base.noOp'),
		]),
	);
	// The button Execute Step calls this.
	await n8n.call('POST', `/rest/workflows/${workflow.id}/run`, {
		workflowData: workflow,
		destinationNode: { nodeName: 'Ask', mode: 'inclusive' },
		triggerToStartFrom: { name: 'By Hand' },
	});
	const is = async (status: string) =>
		await until(
			() => n8n.client.executions(workflow.id),
			([run]) => run?.status === status,
			60_000,
		);
	await is('waiting');
	await deliver(listening.url, await people.answer(person, 'By hand'));
	await is('success');
	const [run] = readSqliteData(n8n.userFolder, workflow.id);
	expect(run?.runData.Ask?.at(-1)?.data?.main?.[0]?.[0]?.json.data).toMatchObject({ text: 'By hand' });
	expect(run?.runData.Reached).toBeUndefined();
}, 120_000);

test('each of several questions of one loop gets its own answer', async () => {
	const again = question(credential, {
		recipientWaId: '={{ $json.person }}',
		message: '={{ $json.person }}?',
	});
	const split = node(
		'People',
		'n8n-nodes-base.code',
		{
			jsCode: 'return $json.body.people.map((person) => ({ json: { person } }));',
		},
		{ typeVersion: 2 },
	);
	const loop = node('Loop', 'n8n-nodes-base.splitInBatches', { options: {} }, { typeVersion: 3 });
	const file = chainOf('Loop', [split, loop]);
	const asked = await startAsking(n8n, []);
	const workflow = asked.workflow;
	const [webhook, reached] = workflow.nodes as [typeof split, typeof split];
	const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
	const looping = await n8n.call<typeof workflow>('PATCH', `/rest/workflows/${workflow.id}`, {
		...workflow,
		nodes: [webhook, ...file.nodes, again, reached],
		connections: {
			Webhook: { main: [to('People')] },
			People: { main: [to('Loop')] },
			Loop: { main: [to('Reached'), to('Ask')] },
			Ask: { main: [to('Loop')] },
		},
	});
	await n8n.client.activateWorkflow(looping);
	const [first = '', second = ''] = await newPeople(2);
	await post(asked.url, JSON.stringify({ people: [first, second], person: first }), {});
	const questionTo = async (person: string) =>
		await until(
			() => people.lastMetadata(person),
			(metadata) => metadata !== undefined,
			60_000,
		);
	await questionTo(first);
	await deliver(listening.url, await people.answer(first, 'First'));
	await questionTo(second);
	// Belongs to the first question, of the same node in the same execution.
	await deliver(listening.url, await people.answer(first, 'Thank you'));
	await until(runsOfTrigger, (runs) => runs.some((run) => run.reached), 60_000);
	await deliver(listening.url, await people.answer(second, 'Second'));
	await ended(first, asked);
	const [run] = readSqliteData(n8n.userFolder, workflow.id);
	const texts = run?.runData.Reached?.[0]?.data?.main?.[0]?.map(
		({ json }) => (json.data as { text: string }).text,
	);
	expect(texts).toEqual(['First', 'Second']);
}, 120_000);

test('forged replies resume nothing and lead nowhere', async () => {
	let calls = 0;
	const elsewhere = createServer((_, response) => {
		calls++;
		response.end('{"reply":"resumed"}');
	});
	elsewhere.listen(0, '127.0.0.1');
	await once(elsewhere, 'listening');
	const [first = '', second = '', over = ''] = await newPeople(3);
	for (const person of [first, second, over]) await ask(person);
	await deliver(listening.url, await people.answer(over, 'Over'));
	await ended(over);
	const referenceTo = async (person: string) => String((await people.lastMetadata(person))?.n8nReplyTo);
	const known = {
		first: await referenceTo(first),
		second: await referenceTo(second),
		over: await referenceTo(over),
	};
	const host = `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
	const away = [`http://${host}/${known.first}`, `//${host}/${known.first}`, `@${host}/${known.first}`];
	const forged = [...forgedReferences(known, FORGED), ...away.map((n8nReplyTo) => ({ n8nReplyTo }))];
	const before = runsOfTrigger().length;
	await inParallel([...forged.entries()], 8, async ([index, metadata]) => {
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
	expect(calls).toBe(0);
	elsewhere.close();
	await deliver(listening.url, await people.answer(first, 'Myself'));
	expect(await ended(first)).toMatchObject({ text: 'Myself' });
}, 600_000);

test('when the time is up, the workflow goes on with what the node was given', async () => {
	expect(await ended(silent, impatient)).toMatchObject({ status: 'success', text: undefined, times: 1 });
	const [run] = readSqliteData(n8n.userFolder, impatient.workflow.id);
	const [item] = run?.runData.Reached?.[0]?.data?.main?.[0] ?? [];
	expect(item?.json).toMatchObject({ body: { person: silent } });
	expect(item?.json).not.toHaveProperty('data');
}, 120_000);

test('whoever has not answered in time is reminded once, and the answer to the reminder counts', async () => {
	const [quick = ''] = await newPeople();
	await ask(quick, reminding);
	await deliver(listening.url, await people.answer(quick, 'At once'));
	expect(await ended(quick, reminding)).toMatchObject({ status: 'success', text: 'At once', times: 1 });
	await until(
		async () => await people.questionsTo(forgetful),
		(messages) => messages.length === 2,
		90_000,
	);
	await until(
		() => answerOf(forgetful, reminding)?.status,
		(status) => status === 'waiting',
		60_000,
	);
	await deliver(listening.url, await people.answer(forgetful, 'I forgot'));
	expect(await ended(forgetful, reminding)).toMatchObject({ status: 'success', text: 'I forgot', times: 1 });
	expect(await people.questionsTo(forgetful)).toEqual([
		`Shall we come, ${forgetful}?`,
		'May I ask you again?',
	]);
	expect(await people.questionsTo(quick)).toEqual([`Shall we come, ${quick}?`]);
}, 180_000);

describe('when n8n dies', () => {
	test('between question and reply, the workflow goes on after the restart', async () => {
		const [person = ''] = await newPeople();
		await ask(person);
		await n8n.kill();
		await n8n.up();
		await deliver(listening.url, await people.answer(person, 'After the restart'));
		expect(await ended(person)).toMatchObject({ status: 'success', text: 'After the restart', times: 1 });
	}, 240_000);

	test('while the reply is handed over, the service sends it again; the workflow goes on once', async () => {
		const [person = ''] = await newPeople();
		await ask(person);
		const event = await people.answer(person, 'Not lost');
		const before = runsOfTrigger().length;
		const first = deliver(listening.url, event).catch(() => 'cut off');
		await delay(Number(person) % 40);
		await n8n.kill();
		const isCutOff = (await first) === 'cut off';
		await n8n.up();
		// The service repeats what n8n refuses while it still finds out what has become of the execution.
		const repeat = () => deliver(listening.url, event).then(() => true, String);
		if (isCutOff) await until(repeat, (outcome) => outcome === true, 60_000);
		const answered = await ended(person);
		const runs = await until(runsOfTrigger, (now) => !now.some(isOpen), 60_000);
		expect(runs.slice(before).filter(({ reached }) => reached)).toEqual([]);
		// n8n shows an execution as crashed that had gone on when it died.
		if (answered.status === 'success') expect(answered).toMatchObject({ text: 'Not lost', times: 1 });
		else expect(answered.status).toBe('crashed');
	}, 240_000);

	test('after the reply, a second delivery of it starts nothing', async () => {
		const [person = ''] = await newPeople();
		await ask(person);
		const event = await people.answer(person, 'Once');
		await deliver(listening.url, event);
		await ended(person);
		await n8n.kill();
		await n8n.up();
		const before = runsOfTrigger().length;
		await deliver(listening.url, event);
		const runs = await until(
			() => runsOfTrigger().slice(before),
			(now) => now.length === 1 && !now.some(isOpen),
			60_000,
		);
		expect(runs).toMatchObject([{ status: 'success', reached: false }]);
		expect(answerOf(person)).toMatchObject({ status: 'success', text: 'Once', times: 1 });
	}, 240_000);
});

test('with two executions at a time, six replies at once all go on', async () => {
	const limited = await TriggerN8n.start({ ...LIGHT_EXPRESSIONS, N8N_CONCURRENCY_PRODUCTION_LIMIT: '2' });
	try {
		const own = await people.credential(limited);
		const trigger = await listenForReplies(limited, own);
		const waiting = await startAsking(limited, [question(own)]);
		const given = () => answersIn(readSqliteData(limited.userFolder, waiting.workflow.id));
		const six = await newPeople(6);
		for (const person of six) await post(waiting.url, JSON.stringify({ person }), {});
		await until(given, (now) => now.filter(({ status }) => status === 'waiting').length === 6, 60_000);
		const events: string[] = [];
		for (const person of six) events.push(await people.answer(person, person));
		const begun = Date.now();
		await Promise.all(events.map(async (event) => await deliver(trigger.url, event)));
		const all = await until(given, (now) => !now.some(isOpen), 60_000);
		expect(all.filter(({ status, text, person }) => status !== 'success' || text !== person)).toEqual([]);
		const took = Math.max(...all.map(({ wentOnAt }) => wentOnAt)) - begun;
		show(`Six replies at once, two executions at a time: all had gone on after ${took} ms`);
		expect(readSqliteRuns(limited.userFolder, trigger.workflow.id)).toEqual([]);
	} finally {
		await limited.remove();
	}
}, 180_000);

test('where n8n may not call itself, the log says what to set; then the repeated reply resumes', async () => {
	const env = { N8N_SSRF_PROTECTION_ENABLED: 'true', N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost' };
	const shut = await TriggerN8n.start(env);
	try {
		// The service may be called by its name, and n8n's own address may not.
		const byName = await people.credential(shut, people.sandbox.url.replace('127.0.0.1', 'localhost'));
		const trigger = await listenForReplies(shut, byName);
		const waiting = await startAsking(shut, [question(byName)]);
		const given = () => answersIn(readSqliteData(shut.userFolder, waiting.workflow.id));
		const [person = ''] = await newPeople();
		await post(waiting.url, JSON.stringify({ person }), {});
		await until(given, ([one]) => one?.status === 'waiting', 60_000);
		const event = await people.answer(person, 'Yes');
		await expect(deliver(trigger.url, event)).rejects.toThrow('n8n answered 503 to a reply');
		expect(given()).toMatchObject([{ status: 'waiting' }]);
		expect(await readFile(shut.logFile, 'utf8')).toMatch(
			/n8n did not let the request to http:\/\/127\.0\.0\.1:\d+\/webhook-waiting\/ out\. .*add 127\.0\.0\.1\/32 to N8N_SSRF_ALLOWED_IP_RANGES/,
		);

		await shut.down();
		await shut.up({ N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32' });
		await deliver(trigger.url, event);
		await until(given, ([one]) => one?.status === 'success', 60_000);
		expect(given()).toMatchObject([{ text: 'Yes', times: 1 }]);
		expect(readSqliteRuns(shut.userFolder, trigger.workflow.id)).toEqual([]);
	} finally {
		await shut.remove();
	}
}, 240_000);
