import { createServer, type IncomingHttpHeaders } from 'http';
import type { AddressInfo } from 'net';

export interface WebPage {
	url: string;
	/** The headers of each request so far. */
	received: IncomingHttpHeaders[];
	close(): Promise<void>;
}

/** A web server that answers everything with 200 and the same text. */
export async function serveText(text: string): Promise<WebPage> {
	const received: IncomingHttpHeaders[] = [];
	const server = createServer((request, response) => {
		received.push(request.headers);
		response.setHeader('Content-Type', 'text/html').end(text);
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
