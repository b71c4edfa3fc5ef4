/** Return All of 10,000 messages at 50 ms of latency, side by side and page by page. */
import { Bench } from './runs.ts';
import { printTable } from '../table.ts';
import { outputOf } from '../../test/engine/support/engine.ts';

const COUNT = 10_000;
const LATENCY = 50;

async function main(): Promise<void> {
	const bench = await Bench.start();
	await fill(bench);
	await bench.fault('list-messages', { kind: 'latency', latency_ms: LATENCY, count: 100_000 });
	const read = async (concurrency: number) => {
		const { seconds, run } = await bench.voiceAgent(
			{ resource: 'message', operation: 'getAll', returnAll: true, options: { concurrency } },
			[{}],
		);
		const ids = outputOf(run, 'Voice Agent').map(({ json }) => json.id);
		return { seconds, messages: ids.length, different: new Set(ids).size };
	};
	await read(20);
	const sideBySide = await read(20);
	const pageByPage = await read(1);
	printTable(`Return All at ${LATENCY} ms of latency`, [
		{
			what: 'Side by side (default concurrency)',
			...sideBySide,
			'times faster': pageByPage.seconds / sideBySide.seconds,
		},
		{ what: 'Page by page', ...pageByPage, 'times faster': 1 },
	]);
	await bench.sandbox.stop();
}

/** Tops the seeded messages up to the count; texts differ, since the service drops a text that is repeated. */
async function fill(bench: Bench): Promise<void> {
	const { total } = await bench.sandbox.control<{ total: number }>('GET', '/messages?limit=1');
	for (let next = total; next < COUNT; next += 50) {
		const batch = Array.from({ length: Math.min(50, COUNT - next) }, (_, index) => `Text ${next + index}`);
		await Promise.all(batch.map((body) => bench.sandbox.control('POST', '/events/sms.sent', { body })));
	}
}

void main();
