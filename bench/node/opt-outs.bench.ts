/**
 * Measures the memory that n8n's process takes while a batch call with Skip Opt-Outs reads the messages of an account:
 * 100,000 of them, half of which went out, and of the others one in 50 is an opt-out.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { runFlow, voiceAgentFlow } from '../../test/support/n8n-engine.ts';
import { compareWithLastRelease } from '../last-release.ts';
import { printTable } from '../table.ts';

const MESSAGES = 100_000;
const STEP = 20_000;
const MEGABYTE = 2 ** 20;
const CALLER = '+14155550100';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The heap in use, by the number of messages that were read so far. */
const heap = new Map<number, number>();

const start = Date.now();
const numberAt = (index: number) => `+1415${2_000_000 + (index % 50_000)}`;

function messageAt(index: number): object {
	const isInbound = index % 2 === 0;
	const [from, to] = isInbound ? [numberAt(index), CALLER] : [CALLER, numberAt(index)];
	return {
		id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
		thread_id: `00000000-0000-4000-9000-${String(index % 50_000).padStart(12, '0')}`,
		from_number: from,
		to_number: to,
		body: index % 100 === 0 ? 'STOP' : `Message ${index}, as people write it: yes, see you at ten then.`,
		direction: isInbound ? 'inbound' : 'outbound',
		status: 'delivered',
		is_ai_generated: false,
		created_at: new Date(start - index * 1_000).toISOString(),
		media: [],
		delivery_error: null,
	};
}

function page({ offset, limit }: { offset: number; limit: number }): object {
	if (offset % STEP === 0 && !heap.has(offset)) {
		collectGarbage();
		heap.set(offset, process.memoryUsage().heapUsed / MEGABYTE);
	}
	const count = Math.max(0, Math.min(limit, MESSAGES - offset));
	return {
		messages: Array.from({ length: count }, (_, row) => messageAt(offset + row)),
		total: MESSAGES,
		has_more: offset + count < MESSAGES,
	};
}

async function main(): Promise<void> {
	const server = createServer((request, response) => {
		void json(request).then((body) => {
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(page(body as { offset: number; limit: number })));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const flow = voiceAgentFlow({
		resource: 'batchCall',
		operation: 'create',
		callerId: { __rl: true, mode: 'list', value: CALLER },
		recipientsFrom: 'items',
		previewOnly: true,
		options: { leaveOutOptOuts: 365 },
	});
	const credentials = {
		voiceAgentApi: { baseUrl: `http://127.0.0.1:${port}`, apiKey: `svc_${'0'.repeat(40)}` },
	};
	const { data } = await runFlow(flow, [{ json: { phone_number: numberAt(0) } }], credentials);
	server.close();
	const [item] = data.resultData.runData['Voice Agent']?.[0]?.data?.main?.[0] ?? [];
	const skipped = item?.json.skipped_counts as { optedOut?: number } | undefined;
	if (skipped?.optedOut !== 1) throw new Error(`Nobody was skipped: ${JSON.stringify(item?.json)}`);
	const [first = NaN, ...others] = [...heap.values()];
	printTable(
		'Memory while Skip Opt-Outs reads the messages of an account',
		[...heap].map(([messages, megabytes]) => ({
			messages,
			'heap, MB': megabytes,
			'more than before, MB': megabytes - first,
		})),
	);
	compareWithLastRelease('lower', {
		[`node opt-outs: heap after ${MESSAGES - STEP} messages to before`]: (others.at(-1) ?? NaN) / first,
	});
}

void main();
