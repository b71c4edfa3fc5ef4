import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'http';
import type { AddressInfo } from 'net';

export interface WebPage {
	url: string;
	/** The headers of each request so far. */
	received: IncomingHttpHeaders[];
	close(): Promise<void>;
}

/** A web server of a test's own, for what the sandbox never does. */
export async function serve(
	answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<WebPage> {
	const received: IncomingHttpHeaders[] = [];
	const server = createServer((request, response) => {
		received.push(request.headers);
		// A rejection ends the test as one that nobody handles.
		void answer(request, response);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return {
		received,
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () =>
			await new Promise<void>((closed) => {
				server.closeAllConnections();
				server.close(() => closed());
			}),
	};
}

/** A web server that answers everything with 200 and the same text. */
export const serveText = async (text: string): Promise<WebPage> =>
	await serve((_, response) => response.setHeader('Content-Type', 'text/html').end(text));

/** A web server that answers everything with a status and JSON. */
export const serveJson = async (
	body: unknown,
	{ status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Promise<WebPage> =>
	await serve((_, response) =>
		response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body)),
	);

/** A web server that begins to answer and then sends a blank every now and then, for ever. */
export const serveDrips = async (): Promise<WebPage> =>
	await serve((_, response) => {
		response.writeHead(200, { 'Content-Type': 'application/json' });
		const dripping = setInterval(() => response.write(' '), 50);
		response.on('close', () => clearInterval(dripping));
	});
