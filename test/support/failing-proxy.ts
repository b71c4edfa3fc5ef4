import { startReceiver, type Receiver } from './http-server.ts';

/** A proxy before a service that fails some of its requests. */
export interface FailingProxy extends Receiver {
	/** The number of requests, and the number of those that have failed. */
	readonly count: { all: number; failed: number };
}

/**
 * Lets two requests through and fails the third, in turn with a status, a cut connection and half an answer.
 */
export async function failEveryThird(serviceUrl: string): Promise<FailingProxy> {
	const count = { all: 0, failed: 0 };
	const proxy = await startReceiver(async ({ method, path, headers, body }, response) => {
		const fails = ++count.all % 3 === 0 ? count.failed++ % 3 : undefined;
		if (fails === 0) {
			response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":"Unavailable"}');
		} else if (fails === 1) {
			response.destroy();
		} else if (fails === 2) {
			response.writeHead(200, { 'content-type': 'application/json' }).end('{"messages":[{"id":"a');
		} else {
			const { authorization = '' } = headers;
			const sent = { 'content-type': 'application/json', authorization };
			const answer = await fetch(`${serviceUrl}${path}`, { method, headers: sent, body });
			for (const name of ['content-type', 'date']) response.setHeader(name, answer.headers.get(name) ?? '');
			response.writeHead(answer.status).end(await answer.text());
		}
	});
	return Object.assign(proxy, { count });
}
