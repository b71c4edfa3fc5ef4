import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { SIGNATURE_HEADER } from '../../src/webhooks/signature.ts';

/** How a request is answered: with a status, or by closing the connection. */
export type Outcome = number | 'reset';

/** A webhook that arrived. */
export interface Arrival {
	/** The first part of the path, which tells to whom it went. */
	readonly destination: string;
	readonly eventId: string;
	readonly body: string;
	readonly signature: string | undefined;
	/**
	 * `open` until it is answered; `lost` if the sandbox ended before it recorded the answer; `timed out` if it
	 * arrived while nothing was answered.
	 */
	fate: 'open' | 'answered' | 'lost' | 'timed out';
	/** True if its delivery was given up while it was open. */
	isGivenUp: boolean;
	readonly response: ServerResponse;
}

/** A receiver of webhooks that answers none before it is told. */
export class HeldReceiver {
	readonly arrivals: Arrival[] = [];
	/** Whether requests of the sender that starts next are never answered. */
	ignoresNextSender = false;
	#ignoresSender = false;
	readonly #server: Server;

	/** @param isDead tells if the sender is dead, so that what it still sends was never sent */
	private constructor(isDead: () => boolean) {
		this.#server = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('error', () => undefined);
			request.on('end', (): void => {
				if (isDead()) return void request.socket.destroy();
				const body = Buffer.concat(chunks).toString('utf8');
				const { id: eventId } = JSON.parse(body) as { id: string };
				const [, destination = ''] = (request.url ?? '').split('/');
				const signature = request.headers[SIGNATURE_HEADER]?.toString();
				const fate = this.#ignoresSender ? 'timed out' : 'open';
				this.arrivals.push({ destination, eventId, body, signature, fate, isGivenUp: false, response });
			});
		});
	}

	static async start(isDead: () => boolean): Promise<HeldReceiver> {
		const self = new HeldReceiver(isDead);
		await new Promise<void>((resolve) => self.#server.listen(0, '127.0.0.1', resolve));
		return self;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
	}

	/** Those that wait for an answer, in an order that does not depend on the network. */
	get open(): Arrival[] {
		return this.arrivals
			.filter(({ fate }) => fate === 'open')
			.sort((one, other) => keyOf(one).localeCompare(keyOf(other)));
	}

	answer({ response }: Arrival, outcome: Outcome): void {
		if (outcome === 'reset') response.socket?.destroy();
		else response.writeHead(outcome).end();
	}

	/**
	 * Closes every connection of a sender that has ended. On a busy machine a request may arrive only now; it is
	 * lost like those that wait for an answer.
	 */
	async lose(): Promise<void> {
		do {
			this.#server.closeAllConnections();
			await delay(5);
		} while ((await this.#countConnections()) > 0);
		for (const arrival of this.open) arrival.fate = 'lost';
		this.#ignoresSender = this.ignoresNextSender;
	}

	async #countConnections(): Promise<number> {
		return await new Promise((resolve) => this.#server.getConnections((_error, count) => resolve(count)));
	}

	async stop(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}
}

const keyOf = ({ eventId, destination }: Arrival): string => `${destination} ${eventId}`;
