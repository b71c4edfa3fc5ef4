/**
 * The time that an event spends in the trigger, and from its call to the end of the execution, with and without
 * de-duplication, one event at a time and 16 at once: in one process and in queue mode.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { startSandbox, type Sandbox } from '../../test/support/start-sandbox.ts';
import { SECRETS } from '../../test/support/hostile-requests.ts';
import { QueueN8n, queueModeLacks } from '../../test/e2e/support/queue-mode-n8n.ts';
import { until } from '../../test/support/eventually.ts';
import { eventBody, inParallel, post, TriggerN8n, type Listening } from '../../test/e2e/support/real-n8n.ts';
import { signedWith } from '../../test/support/signature.ts';
import { isOpen, readSqliteRuns, type Run } from '../../test/e2e/support/stored-runs.ts';
import { compareWithLastRelease } from '../last-release.ts';
import { median, quantile } from '../quantile.ts';
import { printTable } from '../table.ts';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 50);
const WIDTHS = [1, 16];

/** One n8n, however many processes it has. */
interface Subject {
	name: string;
	main: TriggerN8n;
	urls: (listening: Listening) => string[];
	runs: (workflowId: string) => Run[] | Promise<Run[]>;
	remove: () => Promise<void>;
}

async function oneProcess(): Promise<Subject> {
	const main = await TriggerN8n.start();
	return {
		name: 'one process',
		main,
		urls: ({ url }) => [url],
		runs: (workflowId) => readSqliteRuns(main.userFolder, workflowId),
		remove: async () => await main.remove(),
	};
}

async function queueMode(): Promise<Subject> {
	const n8n = await QueueN8n.start({ webhooks: 2, workers: 2 }, { N8N_CONCURRENCY_PRODUCTION_LIMIT: '10' });
	return {
		name: 'queue mode',
		main: n8n.main,
		urls: ({ webhookId }) => n8n.urls(webhookId),
		runs: async (workflowId) => await n8n.runs(workflowId),
		remove: async () => await n8n.remove(),
	};
}

/** The milliseconds that n8n spent on an event: it counts whole ones. */
interface Times {
	inTrigger: number;
	callToEnd: number;
}

async function timesOf(
	subject: Subject,
	listening: Listening,
	events: number,
	width: number,
): Promise<Times[]> {
	const { id } = listening.workflow;
	const before = (await subject.runs(id)).length;
	const urls = subject.urls(listening);
	const sentAt = new Map<string, number>();
	const numbers = Array.from({ length: events }, (_, index) => index);
	await inParallel(numbers, width, async (number) => {
		const event = `evt-${randomUUID()}`;
		const body = eventBody(event);
		const headers = signedWith(SECRETS.signingSecret, body);
		sentAt.set(event, Date.now());
		const { status } = await post(urls[number % urls.length] ?? '', body, headers);
		if (status !== 200) throw new Error(`n8n answered ${status}`);
		// With one at a time, the machine is to be idle when the next comes.
		if (width === 1) await delay(1_500);
	});
	const runs = await until(
		() => subject.runs(id),
		(all) => all.length >= before + events && !all.some(isOpen),
		120_000,
	);
	return runs.flatMap(({ event, reached, triggerMs, endedAt }) => {
		const sent = sentAt.get(event ?? '');
		return sent === undefined || !reached ? [] : [{ inTrigger: triggerMs, callToEnd: endedAt - sent }];
	});
}

async function measure(subject: Subject, sandbox: Sandbox): Promise<void> {
	const service = { baseUrl: sandbox.url, apiKey: sandbox.apiKey, ...SECRETS };
	const credential = await subject.main.credential(service);
	const triggers = [
		['with de-duplication', await subject.main.listen(credential)],
		['without', await subject.main.listen(credential, { options: { deduplicate: false } })],
	] as const;
	const toEnd: number[] = [];
	const rows: Array<Record<string, string | number>> = [];
	for (const width of WIDTHS) {
		for (const [name, listening] of triggers) {
			await timesOf(subject, listening, 10, width);
			const times = await timesOf(subject, listening, EVENTS, width);
			const inTrigger = times.map((time) => time.inTrigger);
			const callToEnd = times.map((time) => time.callToEnd);
			toEnd.push(median(callToEnd));
			rows.push({
				trigger: name,
				'at once': width,
				events: times.length,
				'in trigger: median, ms': median(inTrigger),
				'90th percentile, ms': quantile(inTrigger, 0.9),
				'longest, ms': Math.max(...inTrigger),
				'call to end: median, ms': median(callToEnd),
			});
		}
	}
	printTable(`Time in the trigger: ${subject.name}`, rows);
	const [deduplicated = NaN, bare = NaN] = toEnd;
	compareWithLastRelease('lower', {
		[`trigger added-time: call to end, one at a time, to without de-duplication, ${subject.name}`]:
			deduplicated / bare,
	});
}

async function main(): Promise<void> {
	const sandbox = await startSandbox();
	const lack = queueModeLacks();
	if (lack) console.error(`Queue mode is left out: ${lack}.`);
	try {
		for (const start of lack ? [oneProcess] : [oneProcess, queueMode]) {
			const subject = await start();
			try {
				await measure(subject, sandbox);
			} finally {
				await subject.remove();
			}
		}
	} finally {
		await sandbox.stop();
	}
}

void main();
