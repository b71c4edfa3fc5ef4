import { Pool } from 'undici';

/** What a load of requests came to. */
export interface Load {
	readonly count: number;
	readonly perSecond: number;
	/** Half of the requests took no longer, in milliseconds from asking to the end of the answer. */
	readonly medianMs: number;
	readonly slowestOfHundredMs: number;
}

/** A request that is sent again and again. */
export interface Request {
	readonly path: string;
	readonly headers?: Record<string, string>;
	/** JSON. */
	readonly body: string;
}

const CONNECTIONS = 8;
const PIPELINING = 4;

/**
 * Sends requests for a time, as many as are answered, over a few connections.
 * @throws when an answer is not a success
 */
export async function load(url: string, request: Request, seconds: number): Promise<Load> {
	const pool = new Pool(url, { connections: CONNECTIONS, pipelining: PIPELINING });
	const times: number[] = [];
	const begun = performance.now();
	const until = begun + seconds * 1000;
	const headers = { 'content-type': 'application/json', ...request.headers };
	const ask = async () => {
		while (performance.now() < until) {
			const asked = performance.now();
			const answer = await pool.request({
				method: 'POST',
				path: request.path,
				headers,
				body: request.body,
			});
			if (answer.statusCode >= 300) throw new Error(`${request.path} answered ${answer.statusCode}`);
			// Drops the bytes as they come, without making a text of them.
			await answer.body.dump({ limit: 10_000_000 });
			times.push(performance.now() - asked);
		}
	};
	await Promise.all(Array.from({ length: CONNECTIONS * PIPELINING }, ask));
	const elapsed = performance.now() - begun;
	await pool.close();
	times.sort((one, other) => one - other);
	return {
		count: times.length,
		perSecond: times.length / (elapsed / 1000),
		medianMs: times[Math.floor(times.length / 2)] ?? 0,
		slowestOfHundredMs: times[Math.floor(times.length * 0.99)] ?? 0,
	};
}
