import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StoredWorkflow } from '../../playground/n8n-client.ts';
import { useExamples } from '../support/example-workflows.ts';
import type { Examples } from '../support/example-workflows.ts';
import { happen, quiet } from '../support/event-fates.ts';
import { until } from '../support/eventually.ts';
import type { Listening } from '../support/real-n8n.ts';
import { notOnce, readSqliteRuns } from '../support/stored-runs.ts';
import type { Run } from '../support/stored-runs.ts';

const minutes = 60_000;

let examples: Examples;
let listening: Listening;
let recovery: StoredWorkflow;
/** Takes what it is sent and does nothing with it, as an n8n that is starting up does. */
let blackHole: Server;

useExamples(async (started) => {
	examples = started;
	listening = await examples.n8n.listen(examples.credential, { events: ['sms.sent'] });
	recovery = await examples.import('recover-after-an-outage');
	await examples.n8n.client.activateWorkflow(recovery);
	blackHole = createServer((_, response) => response.end('n8n is starting up'));
	await new Promise<void>((resolve) => blackHole.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
	blackHole?.close();
});

const runs = (): Run[] => readSqliteRuns(examples.n8n.userFolder, listening.workflow.id);

const sendEventsTo = async (url: string): Promise<void> => {
	await examples.sandbox.control('PATCH', `/api-keys/${examples.sandbox.apiKeyId}`, { webhook_url: url });
};

const restart = async (): Promise<void> => {
	await examples.n8n.down();
	await examples.n8n.up();
};

interface Windows {
	kind: string;
	from: string;
	to: string;
	until: string;
}

/** Restarts n8n, which starts the recovery, and answers for which windows of time it has asked. */
async function recoverByRestart(): Promise<Windows[]> {
	const run = await examples.runOf(recovery, restart);
	expect(run.message).toBeUndefined();
	expect(run.nodes).toContain('When n8n Starts');
	expect(run.nodes).toContain('Save the Progress');
	await quiet(examples.sandbox, runs, 3 * minutes);
	return run.items('Split Into Windows') as unknown as Windows[];
}

test(
	'after each start what was lost runs, nothing runs twice, and each recovery goes on where the last ' +
		'has ended',
	async () => {
		await sendEventsTo(listening.url);
		const taken = ['evt-1', 'evt-2', 'evt-3'];
		await happen(examples.sandbox, taken);
		await until(runs, (all) => all.filter(({ reached }) => reached).length >= taken.length, 2 * minutes);

		const first = await recoverByRestart();
		expect(new Set(first.map(({ kind }) => kind))).toEqual(
			new Set(['call.completed', 'sms.received', 'sms.sent', 'chat.session.completed']),
		);
		const ended = Date.parse(first[0]?.until ?? '');
		expect(ended - Date.parse(first[0]?.from ?? '')).toBe(24 * 60 * minutes);
		expect(notOnce(runs(), taken)).toEqual({});

		await sendEventsTo(`http://127.0.0.1:${(blackHole.address() as AddressInfo).port}`);
		await happen(examples.sandbox, ['evt-lost']);
		await quiet(examples.sandbox, runs, minutes);
		await sendEventsTo(listening.url);
		expect(notOnce(runs(), [...taken, 'evt-lost'])).toEqual({ 'evt-lost': 0 });

		const second = await recoverByRestart();
		expect(Date.parse(second[0]?.from ?? '')).toBe(ended - 15 * minutes);
		expect(notOnce(runs(), [...taken, 'evt-lost'])).toEqual({});
	},
	15 * minutes,
);
