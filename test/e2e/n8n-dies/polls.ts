import type { StoredWorkflow } from '../../../sandbox/src/n8n/workflow.ts';
import { until } from '../../support/eventually.ts';
import { failEveryThird } from '../../support/failing-proxy.ts';
import type { FailingProxy } from '../../support/failing-proxy.ts';
import { startSandbox } from '../../support/start-sandbox.ts';
import type { Sandbox } from '../../support/start-sandbox.ts';
import { publishPolling, readTexts } from '../support/polling-workflows.ts';
import type { TriggerN8n } from '../support/real-n8n.ts';
import { isOpen, readStartedRuns } from '../support/stored-runs.ts';
import type { Part } from './part.ts';

/** In each of three bursts. */
const MESSAGES = 60;

/** The people who write in the bursts, in turn. */
const PEOPLE = 25;

/** Longer than the tests take, on a busy machine too: the sandbox's clock is moved instead. */
const PAUSE_SECONDS = 600;

interface Conversation {
	contact: string;
	messages: Array<{ text: string }>;
}

/** Messages that polls find, in a service that fails every third request. */
export function polls(): Part {
	let n8n: TriggerN8n;
	let sandbox: Sandbox;
	let service: FailingProxy;
	let plain: StoredWorkflow;
	let pausing: StoredWorkflow;
	let failed: StoredWorkflow;
	let arriving: Promise<void>;
	/** The IDs of messages that were not delivered. */
	let first: string;
	let second: string;
	let third: string;

	const sent: string[] = [];

	const burst = async (): Promise<void> => {
		for (let i = 0; i < MESSAGES; i++) {
			const body = `message ${sent.length}`;
			const from_number = `+1415555${2_000 + (sent.length % PEOPLE)}`;
			await sandbox.control('POST', '/events/sms.received', { body, from_number });
			sent.push(body);
		}
	};
	const sendSms = async (body: string): Promise<string> => {
		await sandbox.control('POST', '/events/sms.sent', { body });
		const { messages } = await sandbox.control('GET', '/messages');
		return messages.find((message) => message.body === body)?.id ?? '';
	};
	const fail = async (id: string): Promise<unknown> =>
		await sandbox.control('POST', `/messages/${id}/status`, { status: 'undelivered' });

	return {
		title: 'polls',
		async prepare(started) {
			n8n = started;
			sandbox = await startSandbox();
			service = await failEveryThird(sandbox.url);
			await sandbox.control('PATCH', '/carrier', { report_after_seconds: null });
			const before = await sendSms('before');
			first = await sendSms('first');
			second = await sendSms('second');
			third = await sendSms('third');
			await fail(before);
			const { apiKey } = sandbox;
			const failing = await n8n.credential({ baseUrl: service.url, apiKey });
			const direct = await n8n.credential({ baseUrl: sandbox.url, apiKey });
			plain = await publishPolling(n8n, failing);
			pausing = await publishPolling(n8n, direct, { options: { waitForPause: PAUSE_SECONDS } });
			failed = await publishPolling(n8n, failing, { triggerOn: 'failedDeliveries' });
			// Found by a poll at its time.
			await burst();
			await readTexts(n8n, plain, sent.length);
		},
		async begin() {
			arriving = burst();
			await fail(second);
		},
		async whileAway() {
			await arriving;
			// n8n finds these messages as soon as it is back.
			await burst();
			await fail(first);
		},
		async whenBack() {
			await readTexts(n8n, failed, 2);
			await fail(third);
		},
		tests() {
			test('each message starts the workflow once, in order', async () => {
				expect(await readTexts(n8n, plain, sent.length)).toEqual(sent);
				expect(service.count.failed).toBeGreaterThan(2);
			}, 180_000);

			test('each message that was not delivered starts the workflow once', async () => {
				const texts = await readTexts(n8n, failed, 3);
				expect(texts.slice(0, 2).sort()).toEqual(['first', 'second']);
				expect(texts.slice(2)).toEqual(['third']);
			}, 180_000);

			test('people who write several messages start the workflow once each, when they pause', async () => {
				const runsOf = () => readStartedRuns(n8n.userFolder, pausing.id, 'Trigger');
				expect(runsOf()).toEqual([]);
				await sandbox.control('POST', '/clock', { advance_seconds: PAUSE_SECONDS + 2 });
				const runs = await until(
					runsOf,
					(all) => all.flatMap(({ items }) => items).length >= PEOPLE && !all.some(isOpen),
					60_000,
				);
				const conversations = runs.flatMap(({ items }) => items as unknown as Conversation[]);
				expect(new Set(conversations.map(({ contact }) => contact)).size).toBe(PEOPLE);
				expect(conversations).toHaveLength(PEOPLE);
				const texts = conversations.flatMap(({ messages }) => messages.map(({ text }) => text));
				expect(texts.sort()).toEqual([...sent].sort());
			}, 180_000);
		},
		async stop() {
			await service?.close();
			await sandbox?.stop();
		},
	};
}
