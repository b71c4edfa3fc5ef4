/** Stands before the service and holds back chosen requests, so that n8n can be killed at them. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { passOn } from '../../support/pass-on.ts';

/** Ways to interfere: hold a request back from the service, hold its answer back, or refuse it with 400. */
export type Interference = 'held before it is carried out' | 'held before it is answered' | 'refused';

/** The requests of a client to interfere with, by their place, the first being 1. All others pass. */
export type Script = Readonly<Record<number, Interference>>;

/** A client whose requests are counted. */
interface Client {
	script: Script;
	count: number;
	hold: (request: string) => void;
}

export class HoldingProxy {
	readonly #clients = new Map<string, Client>();

	private constructor(
		private readonly server: Server,
		private readonly serviceUrl: string,
	) {
		server.on('request', (request, response) => {
			void this.#receive(request, response).catch(() => response.destroy());
		});
	}

	static async start(serviceUrl: string): Promise<HoldingProxy> {
		const server = createServer();
		const proxy = new HoldingProxy(server, serviceUrl);
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return proxy;
	}

	/** The address of the service for one client. */
	urlFor(client: string): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${client}`;
	}

	/**
	 * Interferes with the requests that a client makes from now on.
	 * @returns the method and the endpoint of the request that is held, once it is
	 */
	async interfere(client: string, script: Script): Promise<string> {
		return await new Promise((hold) => this.#clients.set(client, { script, count: 0, hold }));
	}

	/** Lets all requests pass that come from now on. Those that are held stay so. */
	passAll(): void {
		this.#clients.clear();
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
	}

	async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const [, name = '', path = ''] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? [];
		const client = this.#clients.get(name);
		const interference = client && client.script[++client.count];
		const held = `${request.method} ${path.split('/')[3]}`;
		if (interference === 'held before it is carried out') return client?.hold(held);
		if (interference === 'refused') {
			request.resume();
			response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"Refused"}');
			return;
		}
		const answer = await passOn(request, new URL(path, this.serviceUrl));
		if (interference === 'held before it is answered') return client?.hold(held);
		response.writeHead(answer.statusCode ?? 502, answer.headers);
		answer.pipe(response);
	}
}
