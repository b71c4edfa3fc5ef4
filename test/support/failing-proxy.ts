/** Stands before a service and fails some of its requests. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { passOn } from './pass-on.ts';

export interface FailingProxy {
	url: string;
	/** The number of requests, and the number of those that have failed. */
	readonly count: { all: number; failed: number };
	stop(): Promise<void>;
}

/**
 * Lets two requests through and fails the third, in turn with a status, a cut connection and half an answer.
 */
export async function failEveryThird(serviceUrl: string): Promise<FailingProxy> {
	const count = { all: 0, failed: 0 };
	const server = createServer((request, response) => {
		const fails = ++count.all % 3 === 0 ? count.failed++ % 3 : undefined;
		if (fails === 0) {
			request.resume();
			response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":"Unavailable"}');
		} else if (fails === 1) {
			request.destroy();
		} else if (fails === 2) {
			request.resume();
			response.writeHead(200, { 'content-type': 'application/json' }).end('{"messages":[{"id":"a');
		} else {
			void passOn(request, new URL(request.url ?? '', serviceUrl)).then(
				(answer) => {
					response.writeHead(answer.statusCode ?? 502, answer.headers);
					answer.pipe(response);
				},
				() => response.destroy(),
			);
		}
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		count,
		stop: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
