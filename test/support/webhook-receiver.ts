import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a receiver got. */
export interface Received {
	readonly method: string;
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

/** A webhook receiver on this machine. */
export interface Receiver {
	readonly url: string;
	readonly received: Received[];
	/** Answers the requests from now on. */
	answer: (request: Received, response: ServerResponse) => void;
	close(): Promise<void>;
}

/** Answers with a status, and with `ok` as the body. */
export function status(code: number): Receiver['answer'] {
	return (_request, response) => response.writeHead(code).end('ok');
}

/** Starts a receiver on a free port. It answers 200 until told otherwise. */
export async function startReceiver(): Promise<Receiver> {
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const body = Buffer.concat(chunks).toString('utf8');
			const received = {
				method: request.method ?? '',
				path: request.url ?? '',
				headers: request.headers,
				body,
			};
			receiver.received.push(received);
			receiver.answer(received, response);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const receiver: Receiver = {
		url: `http://127.0.0.1:${port}`,
		received: [],
		answer: status(200),
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
	return receiver;
}
