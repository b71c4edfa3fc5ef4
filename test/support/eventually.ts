import { setTimeout as delay } from 'node:timers/promises';

import type { SandboxAccount } from '../../sandbox/src/index.ts';
import type { Delivery } from './service-records.ts';

/**
 * Asks again and again until the answer holds.
 *
 * @throws Error after `timeoutMs`, with the last answer
 */
export async function until<T>(
	ask: () => T | Promise<T>,
	holds: (answer: T) => boolean,
	timeoutMs: number,
	leastPauseMs = 300,
): Promise<T> {
	for (const end = Date.now() + timeoutMs; ;) {
		const asked = Date.now();
		const answer = await ask();
		if (holds(answer)) return answer;
		if (Date.now() > end)
			throw new Error(`It did not come to that in time, but to ${JSON.stringify(answer)?.slice(0, 2_000)}`);
		// A question that takes long is asked seldom: n8n needs the machine too.
		const pauseMs = Math.min(4 * (Date.now() - asked), 5_000);
		await delay(Math.max(leastPauseMs, pauseMs));
	}
}

/** Waits until `probe` answers something other than undefined; fails after `timeoutMs`. */
export async function eventually<Found>(
	probe: () => Promise<Found | undefined> | Found | undefined,
	timeoutMs = 120_000,
): Promise<Found> {
	return (await until(probe, (found) => found !== undefined, timeoutMs, 25)) as Found;
}

/** A delivery with its attempts, once it is no longer pending. */
export function settled(sandbox: SandboxAccount, id: string): Promise<Delivery> {
	return eventually(async () => {
		const delivery = await sandbox.control('GET', `/deliveries/${id}`);
		return delivery.status === 'pending' ? undefined : delivery;
	});
}
