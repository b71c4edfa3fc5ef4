/** Replies that two processes take while two others run the workflows: what the processes know of each other. */
import { setTimeout as delay } from 'node:timers/promises';
import {
	answersIn,
	deliver,
	listenForReplies,
	People,
	question,
	startAsking,
} from '../support/send-and-wait.ts';
import type { Answered, Asking } from '../support/send-and-wait.ts';
import type { QueueN8n } from '../support/queue-mode-n8n.ts';
import { until } from '../../support/eventually.ts';
import { prepareTimeoutMs } from '../support/playground.ts';
import { post } from '../support/real-n8n.ts';
import type { Listening } from '../support/real-n8n.ts';
import { isOpen } from '../support/stored-runs.ts';
import { chainOf, node } from '../../../playground/workflow.ts';

const ROUNDS = process.env.TEST_FULL ? 20 : 4;

/** @param start Gives the n8n. */
export function replies(start: () => QueueN8n): void {
	let people: People;
	let n8n: QueueN8n;
	let credential: string;
	let listening: Listening;
	let asking: Asking;

	beforeAll(async () => {
		n8n = start();
		people = await People.start();
		credential = await people.credential(n8n.main);
		listening = await listenForReplies(n8n.main, credential);
		const choice = {
			responseType: 'choice',
			choices: 'Morning\nNoon\nEvening',
			options: { confirm: 'Thank you.' },
		};
		asking = await startAsking(n8n.main, [question(credential, choice)]);
	}, prepareTimeoutMs);

	afterAll(async () => {
		await people?.stop();
	}, 60_000);

	const answerOf = async (person: string): Promise<Answered | undefined> =>
		answersIn(await n8n.data(asking.workflow.id)).find((one) => one.person === person);

	/** Asks a person, who has written before. */
	async function ask(): Promise<string> {
		const [person = ''] = await people.meet();
		const [webhookProcess = ''] = n8n.webhooks();
		await post(asking.url.replace(n8n.main.url, webhookProcess), JSON.stringify({ person }), {}, 300_000);
		await until(
			() => answerOf(person),
			(one) => one?.status === 'waiting',
			60_000,
		);
		return person;
	}

	/** Delivers messages of a person, each through the next process, some milliseconds apart. */
	async function reply(person: string, texts: string[], apartMs: number): Promise<void> {
		const events: string[] = [];
		for (const text of texts) events.push(await people.answer(person, text));
		const urls = n8n.urls(listening.webhookId);
		await Promise.all(
			events.map(async (event, index) => {
				await delay(index * apartMs);
				await deliver(urls[index % urls.length] ?? '', event);
			}),
		);
	}

	/** Returns what was sent to a person after the question, once nothing more comes. */
	async function sentAfterQuestion(person: string): Promise<string[]> {
		const end = await until(
			() => answerOf(person),
			(one) => one !== undefined && !isOpen(one),
			60_000,
		);
		expect(end?.status).toBe('success');
		await delay(3_000);
		return (await people.sentTo(person)).slice(1).map(({ message }) => String(message));
	}

	const startedRuns = async () =>
		(await n8n.runs(listening.workflow.id)).filter(({ reached }) => reached).length;

	test('of two answers at the same moment, one counts and is confirmed once, the other starts the workflow', async () => {
		for (let round = 0; round < ROUNDS; round++) {
			const before = await startedRuns();
			const person = await ask();
			await reply(person, ['1', '2'], 0);
			expect(await sentAfterQuestion(person)).toEqual(['Thank you.']);
			await until(startedRuns, (count) => count === before + 1, 60_000);
		}
	}, 300_000);

	test.each([0, 400])(
		'no follow-up goes out where an answer comes %d ms after an unclear reply, and that starts the workflow',
		async (apartMs) => {
			for (let round = 0; round < ROUNDS; round++) {
				const before = await startedRuns();
				const person = await ask();
				await reply(person, ['what is this about?', '2'], apartMs);
				expect(await sentAfterQuestion(person)).toEqual(['Thank you.']);
				await until(startedRuns, (count) => count === before + 1, 60_000);
			}
		},
		300_000,
	);

	test('of two unclear replies at the same moment, one has a follow-up, the other starts the workflow', async () => {
		for (let round = 0; round < ROUNDS; round++) {
			const before = await startedRuns();
			const person = await ask();
			await reply(person, ['what is this about?', 'and where?'], 0);
			await until(startedRuns, (count) => count === before + 1, 60_000);
			await reply(person, ['3'], 0);
			expect(await sentAfterQuestion(person)).toEqual([expect.stringMatching(/3/), 'Thank you.']);
		}
	}, 300_000);

	test('the answer to a follow-up counts', async () => {
		const person = await ask();
		await reply(person, ['what is this about?'], 0);
		await reply(person, ['3'], 0);
		expect(await sentAfterQuestion(person)).toEqual([expect.stringMatching(/3/), 'Thank you.']);
	}, 120_000);

	test('a sub-workflow that is run once for each item asks the first person only, and says why', async () => {
		const sub = await n8n.main.client.createWorkflow(
			chainOf('Sub-workflow', [
				node(
					'Called',
					'n8n-nodes-base.executeWorkflowTrigger',
					{ inputSource: 'passthrough' },
					{ typeVersion: 1.1 },
				),
				question(credential, { recipientWaId: '={{ $json.person }}' }),
			]),
		);
		await n8n.main.client.activateWorkflow(sub);
		const split = node(
			'Split',
			'n8n-nodes-base.splitOut',
			{ fieldToSplitOut: 'body.persons', options: { destinationFieldName: 'person' } },
			{ typeVersion: 1 },
		);
		const call = node(
			'Call',
			'n8n-nodes-base.executeWorkflow',
			{ workflowId: { __rl: true, mode: 'id', value: sub.id }, mode: 'each', options: {} },
			{ typeVersion: 1.2 },
		);
		const calling = await startAsking(n8n.main, [split, call]);
		const [first = '', second = ''] = await people.meet(2);
		const [webhookProcess = ''] = n8n.webhooks();
		const url = calling.url.replace(n8n.main.url, webhookProcess);
		await post(url, JSON.stringify({ persons: [first, second] }), {}, 300_000);
		const [run] = await until(
			() => n8n.data(calling.workflow.id),
			(runs) => runs.length === 1 && !runs.some(isOpen),
			60_000,
		);
		expect(run?.status).toBe('error');
		expect(await people.sentTo(first)).toHaveLength(1);
		expect(await people.sentTo(second)).toHaveLength(0);
	}, 120_000);

	describe('with a pause', () => {
		let pausing: Listening;
		beforeAll(async () => {
			const parameters = { events: ['chatapp.received'], options: { waitForPause: 3 } };
			pausing = await n8n.main.listen(credential, parameters);
		});

		const urls = () => n8n.urls(pausing.webhookId);

		/** Takes from an event what makes it a reply. */
		function asOwnMessage(event: string): string {
			const { metadata: _, ...data } = (JSON.parse(event) as { data: Record<string, unknown> }).data;
			return JSON.stringify({ event: 'chatapp.received', data });
		}

		/** Returns the texts of the messages in the items for a person, an array for each item. */
		async function itemsOf(person: string, executions: number): Promise<string[][]> {
			const runs = await until(
				() => n8n.data(pausing.workflow.id),
				(all) => all.length >= executions && !all.some(isOpen),
				120_000,
			);
			expect(runs.filter(({ status }) => status !== 'success')).toEqual([]);
			return runs
				.flatMap(({ runData }) => runData.Trigger?.[0]?.data?.main?.[0] ?? [])
				.filter(({ json }) => json.contact === person)
				.map(({ json }) => (json.messages as Array<{ text: string }>).map(({ text }) => text));
		}

		test('messages without an event are in the item with those that have one', async () => {
			const [person = ''] = await people.meet();
			// What they wrote before, so that they may be written to, is a burst of its own.
			await delay(4_000);
			const events: string[] = [];
			for (const text of ['I need an appointment', 'hello?', 'hello?', 'hello?']) {
				events.push(await people.answer(person, text));
			}
			await Promise.all(
				events.slice(0, 2).map(async (event, index) => await deliver(urls()[index] ?? '', event)),
			);
			expect(await itemsOf(person, 2)).toEqual([['I need an appointment', 'hello?', 'hello?', 'hello?']]);
		}, 180_000);

		test('an answer to a question is in no item, whatever comes before and after it', async () => {
			const before = (await n8n.runs(pausing.workflow.id)).length;
			const person = await ask();
			await delay(4_000);
			const events = [
				asOwnMessage(await people.answer(person, 'What are your hours?')),
				await people.answer(person, '2'),
				asOwnMessage(await people.answer(person, 'And where are you?')),
			];
			await Promise.all(events.map(async (event, index) => await deliver(urls()[index % 2] ?? '', event)));
			expect(await sentAfterQuestion(person)).toEqual(['Thank you.']);
			const items = await itemsOf(person, before + 3);
			expect(items.flat().sort()).toEqual(['And where are you?', 'What are your hours?']);
		}, 180_000);
	});

	test('of two replies to one message with other words, in any two processes, one is sent', async () => {
		const reply = node(
			'Reply',
			'n8n-nodes-voice-agent.voiceAgent',
			{
				resource: 'message',
				operation: 'reply',
				messageId: { __rl: true, mode: 'id', value: '={{ $json.body.id }}' },
				message: '={{ $json.body.text }}',
			},
			{ credentials: { voiceAgentApi: { id: credential, name: 'Service' } } },
		);
		const replying = await startAsking(n8n.main, [reply]);
		const [webhookProcess = ''] = n8n.webhooks();
		const url = replying.url.replace(n8n.main.url, webhookProcess);
		const all = await people.meet(ROUNDS);
		for (const person of all) {
			const { data } = JSON.parse(await people.answer(person, 'Open?')) as { data: { id: string } };
			for (const text of ['Until 8 pm.', 'We close at eight.']) {
				await post(url, JSON.stringify({ id: data.id, text }), {}, 300_000);
				await delay(1_000);
			}
		}
		await until(
			() => n8n.runs(replying.workflow.id),
			(runs) => runs.length === 2 * ROUNDS && !runs.some(isOpen),
			120_000,
		);
		for (const person of all) expect(await people.sentTo(person)).toHaveLength(1);
	}, 180_000);
}
