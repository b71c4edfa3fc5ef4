/** A stand-in for the service that has list-messages alone, in the ways that the interface leaves open. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { IDataObject } from 'n8n-workflow';

/** The differences of the service from the sandbox. */
export interface ListManners {
	/** Milliseconds for each answer. */
	latency?: number;
	/** The most records of a page. */
	mostRows?: number;
	/** True if the answer says `has_more`, which is the default. */
	saysHasMore?: boolean;
	/** True if the answer says `total`, which is the default. */
	saysTotal?: boolean;
	/** True if the oldest come first. */
	isOldestFirst?: boolean;
	/** True if it takes no notice of `direction`. */
	ignoresDirection?: boolean;
	/** True if `phone_number` finds a number in the spelling alone in which it is listed. */
	knowsSpellings?: boolean;
	/** True if the answer has a `Date`, which is the default. */
	saysDate?: boolean;
	/** The service's clock, in milliseconds since 1970; by default that of this machine. */
	now?: () => number;
	/** Takes over the answer to a request; called before each. */
	answer?: (response: ServerResponse, body: IDataObject, path: string) => boolean | void;
}

/** A list of messages behind HTTP. */
export class MessageListService {
	/** In the order of the list: by time, and within a time by arrival, the newest first. */
	messages: IDataObject[] = [];

	/** The bodies of the requests so far. */
	readonly requests: IDataObject[] = [];

	manners: ListManners = {};

	private readonly server = createServer((request, response) => void this.handle(request, response));

	private count = 0;

	static async start(): Promise<MessageListService> {
		const service = new MessageListService();
		service.server.listen(0, '127.0.0.1');
		await once(service.server, 'listening');
		return service;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** Begins again without messages and with good manners. */
	clear(): void {
		this.messages = [];
		this.requests.length = 0;
		this.manners = {};
	}

	/**
	 * Adds messages, each a second after the one before; gives their IDs.
	 * @param more Fields of the record.
	 */
	add(number: number, more: (index: number) => IDataObject = () => ({})): string[] {
		const start = Date.parse('2026-05-31T12:00:00Z');
		return Array.from({ length: number }, (_, index) => {
			const time = new Date(start + ++this.count * 1_000).toISOString();
			const record = {
				id: `message-${this.count}`,
				from_number: '+14155550123',
				to_number: '+14155550100',
				direction: 'inbound',
				created_at: time,
				...more(index),
			};
			const sortedBy = ({ created_at: at }: IDataObject) => String(at ?? time);
			const place = this.messages.findIndex((other) => sortedBy(other) <= sortedBy(record));
			this.messages.splice(place < 0 ? this.messages.length : place, 0, record);
			return record.id;
		});
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
	}

	private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as IDataObject;
		this.requests.push(body);
		const { latency = 0, saysDate = true, now = Date.now, answer } = this.manners;
		response.sendDate = saysDate;
		if (saysDate) response.setHeader('date', new Date(now()).toUTCString());
		if (latency > 0) await new Promise((resolve) => setTimeout(resolve, latency));
		if (answer?.(response, body, request.url ?? '')) return;
		response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(this.page(body)));
	}

	private page({ offset = 0, limit = 50, direction, phone_number: number }: IDataObject): IDataObject {
		const {
			mostRows = 100,
			saysHasMore = true,
			saysTotal = true,
			isOldestFirst,
			ignoresDirection,
			knowsSpellings,
		} = this.manners;
		const matching = this.messages.filter(
			(message) =>
				(ignoresDirection || !direction || message.direction === direction) &&
				(!knowsSpellings || !number || [message.from_number, message.to_number].includes(number)),
		);
		if (isOldestFirst) matching.reverse();
		const start = Number(offset);
		const messages = matching.slice(start, start + Math.min(Number(limit), mostRows));
		const hasMore = start + messages.length < matching.length;
		return {
			messages,
			...(saysTotal && { total: matching.length }),
			...(saysHasMore && { has_more: hasMore }),
		};
	}
}
