/** What the check of a signature costs beside the HMAC that it cannot do without. */
import { createHmac } from 'node:crypto';

import { verifySignature } from '../../nodes/VoiceAgentTrigger/signature.ts';
import { median } from '../quantile.ts';
import { printTable } from '../table.ts';

const SECRET = 'whsec_bench-0123456789';
const ROUNDS = 31;

const digestOf = (body: Buffer): string => createHmac('sha256', SECRET).update(body).digest('hex');

/** Microseconds for one of so many. */
function timed(times: number, work: () => unknown): number {
	const begun = performance.now();
	for (let i = 0; i < times; i++) work();
	return ((performance.now() - begun) * 1000) / times;
}

function measure(label: string, size: number, times: number): Record<string, string | number> {
	const body = Buffer.alloc(size, 'x');
	const header = `sha256=${digestOf(body)}`;
	const bare: number[] = [];
	const check: number[] = [];
	// In turn, so that whatever else the machine does meets both.
	for (let round = 0; round < ROUNDS; round++) {
		bare.push(timed(times, () => digestOf(body)));
		check.push(timed(times, () => verifySignature(body, header, [SECRET])));
	}
	return {
		body: label,
		'bare createHmac, µs': median(bare),
		'signature check, µs': median(check),
		ratio: median(check) / median(bare),
	};
}

measure('warm-up', 1024, 500);
printTable(`Signature check (medians of ${ROUNDS} alternating rounds)`, [
	measure('1 KB', 1024, 1000),
	measure('1 MB', 2 ** 20, 10),
]);
