/** Time and memory for 10 to 10,000 input items: neither may grow faster than their number. */
import { Bench } from './runs.ts';
import { compareWithLastRelease } from '../last-release.ts';
import { printTable } from '../table.ts';

const COUNTS = [10, 100, 1_000, 10_000];

async function main(): Promise<void> {
	const bench = await Bench.start();
	const { messages } = await bench.sandbox.control('GET', '/messages?limit=1');
	const parameters = {
		resource: 'message',
		operation: 'get',
		messageId: messages[0]?.id,
		options: { concurrency: 100 },
	};
	await bench.voiceAgent(parameters, [{}]);
	const msPerItem = new Map<number, number>();
	const rows = [];
	for (const count of COUNTS) {
		const items = Array.from({ length: count }, (_, index) => ({ index }));
		globalThis.gc?.();
		const before = process.memoryUsage().heapUsed;
		let most = before;
		const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().heapUsed)), 5);
		const { seconds } = await bench.voiceAgent(parameters, items);
		clearInterval(watch);
		msPerItem.set(count, (seconds * 1000) / count);
		rows.push({
			items: count,
			seconds,
			'ms per item': (seconds * 1000) / count,
			'heap growth, MB': (most - before) / 2 ** 20,
			'KB per item': (most - before) / 2 ** 10 / count,
		});
	}
	printTable('Message > Get without latency', rows);
	compareWithLastRelease('lower', {
		'node items: time for one of 10,000 to one of 100':
			(msPerItem.get(10_000) ?? NaN) / (msPerItem.get(100) ?? NaN),
	});
	await bench.sandbox.stop();
}

void main();
