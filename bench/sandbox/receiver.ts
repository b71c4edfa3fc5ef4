import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Counts the webhooks that arrive, and answers 200. */
export interface CountingReceiver {
	readonly url: string;
	/** The number of answered requests. */
	readonly count: number;
	/** A body that arrived. */
	readonly sample: string;
	/** Keeps what arrives from now on waiting, so that deliveries pile up. */
	hold(): void;
	/** Answers what waits, and goes on answering. */
	release(): void;
	/** Resolves once so many have been answered. */
	reached(count: number): Promise<void>;
	close(): void;
}

/** Starts one on a free port. */
export async function startCountingReceiver(): Promise<CountingReceiver> {
	let held: ServerResponse[] | null = null;
	let count = 0;
	let sample = '';
	let awaited = { count: Infinity, tell: () => {} };
	const answer = (response: ServerResponse) => {
		response.end('ok');
		count += 1;
		if (count >= awaited.count) awaited.tell();
	};
	const server = createServer((request, response) => {
		if (sample === '') request.on('data', (chunk: Buffer) => (sample += chunk.toString('utf8')));
		else request.resume();
		request.on('end', () => {
			if (held === null) answer(response);
			else held.push(response);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
		get count() {
			return count;
		},
		get sample() {
			return sample;
		},
		hold: () => (held = []),
		release: () => {
			const waiting = held ?? [];
			held = null;
			waiting.forEach(answer);
		},
		reached: (wanted) =>
			count >= wanted
				? Promise.resolve()
				: new Promise((resolve) => (awaited = { count: wanted, tell: resolve })),
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}
