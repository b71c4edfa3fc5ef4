import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a receiver got. */
export interface Received {
	readonly method: string;
	/** With its query. */
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

type Answer = (request: Received, response: ServerResponse) => unknown;

/** A server on this machine that records what it gets: webhooks, or requests for what the sandbox never answers. */
export interface Receiver {
	readonly url: string;
	readonly received: Received[];
	/** Answers the requests from now on. */
	answer: Answer;
	close(): Promise<void>;
}

/** Answers with a status, and with `ok` as the body. */
export function status(code: number): Answer {
	return (_request, response) => response.writeHead(code).end('ok');
}

/** Starts a receiver on a free port. */
export async function startReceiver(answer: Answer = status(200)): Promise<Receiver> {
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const body = Buffer.concat(chunks).toString('utf8');
			const { method = '', url: path = '', headers } = request;
			const received = { method, path, headers, body };
			receiver.received.push(received);
			// A rejection ends the test as one that nobody handles.
			void receiver.answer(received, response);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const receiver: Receiver = {
		url: `http://127.0.0.1:${port}`,
		received: [],
		answer,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
	return receiver;
}

/** Starts a server that answers everything with 200 and the same text. */
export const serveText = (text: string): Promise<Receiver> =>
	startReceiver((_, response) => response.setHeader('Content-Type', 'text/html').end(text));

/** Starts a server that answers everything with a status and JSON. */
export const serveJson = (
	body: unknown,
	{ status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Promise<Receiver> =>
	startReceiver((_, response) =>
		response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body)),
	);

/** Starts a server that begins to answer and then sends a blank every now and then, for ever. */
export const serveDrips = (): Promise<Receiver> =>
	startReceiver((_, response) => {
		response.writeHead(200, { 'Content-Type': 'application/json' });
		const dripping = setInterval(() => response.write(' '), 50);
		response.on('close', () => clearInterval(dripping));
	});
