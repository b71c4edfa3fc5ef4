/**
 * 300 sends at 100 ms of latency: this node at several widths, n8n's
 * HTTP Request node, and one after the other.
 */
import { addHttpRequestNode, Bench, BUSINESS_NUMBER } from './runs.ts';
import { compareWithLastRelease } from '../last-release.ts';
import { median } from '../quantile.ts';
import { printTable } from '../table.ts';

const COUNT = 300;
const LATENCY = 100;
const ENDPOINT = 'send-chatapp-message';

async function main(): Promise<void> {
	addHttpRequestNode();
	const bench = await Bench.start();
	const items = (await bench.contacts(COUNT)).map((to) => ({ to }));
	const send = (concurrency: number) => ({
		resource: 'message',
		operation: 'send',
		phoneNumberId: BUSINESS_NUMBER,
		recipientWaId: '={{ $json.to }}',
		message: 'Hello',
		options: { concurrency },
	});
	const body =
		`={{ JSON.stringify({ phone_number_id: "${BUSINESS_NUMBER}", ` +
		'recipient_wa_id: $json.to, message: "Hello" }) }}';

	await bench.fault(ENDPOINT, { kind: 'latency', latency_ms: LATENCY, count: 100_000 });
	// One run before the measurement, so that loading does not count.
	await bench.voiceAgent(send(100), items);
	await bench.httpRequest(ENDPOINT, body, items);

	const http = median(await times(3, async () => (await bench.httpRequest(ENDPOINT, body, items)).seconds));
	const at = async (width: number) =>
		median(await times(3, async () => (await bench.voiceAgent(send(width), items)).seconds));
	const floor = (width: number) => (Math.ceil(COUNT / width) * LATENCY) / 1000;
	const [ten, twenty, hundred] = [await at(10), await at(20), await at(100)];
	const single = (await bench.voiceAgent(send(1), items)).seconds;
	printTable(`${COUNT} sends, ${LATENCY} ms of latency`, [
		{
			what: 'Voice Agent, concurrency 10',
			seconds: ten,
			'x floor': ten / floor(10),
			'x HTTP Request': ten / http,
		},
		{
			what: 'Voice Agent, concurrency 20 (default)',
			seconds: twenty,
			'x floor': twenty / floor(20),
			'x HTTP Request': twenty / http,
		},
		{
			what: 'Voice Agent, concurrency 100',
			seconds: hundred,
			'x floor': hundred / floor(100),
			'x HTTP Request': hundred / http,
		},
		{ what: 'HTTP Request (all 300 at once)', seconds: http, 'x HTTP Request': 1 },
		{
			what: 'One after the other',
			seconds: single,
			'x floor': single / floor(1),
			'x HTTP Request': single / http,
		},
	]);

	compareWithLastRelease('lower', {
		'node sends: concurrency 20 to the least time': twenty / floor(20),
		'node sends: concurrency 100 to HTTP Request': hundred / http,
	});

	const limited = async (work: () => Promise<{ seconds: number }>) => {
		await bench.fault(ENDPOINT, { kind: 'rate_limit', requests_per_second: 20 });
		const { seconds } = await work();
		return { seconds, ...(await bench.tally(ENDPOINT)) };
	};
	const ours = await limited(async () => await bench.voiceAgent(send(20), items));
	const theirs = await limited(async () => await bench.httpRequest(ENDPOINT, body, items));
	printTable(`${COUNT} sends at a service that takes 20 a second (floor ${(COUNT - 20) / 20} s)`, [
		{ what: 'Voice Agent', ...ours, lost: COUNT - ours.taken },
		{ what: 'HTTP Request', ...theirs, lost: COUNT - theirs.taken },
	]);
	await bench.sandbox.stop();
}

async function times(count: number, work: () => Promise<number>): Promise<number[]> {
	const results: number[] = [];
	for (let i = 0; i < count; i++) results.push(await work());
	return results;
}

void main();
