/** A stand-in for the service that has list-messages alone, in the ways that the interface leaves open. */
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import { startReceiver, type Received, type Receiver } from './http-server.ts';

/** The differences of the service from the sandbox. */
export interface ListManners {
	/** Milliseconds for each answer. */
	latency?: number;
	/** The most records of a page. */
	mostRows?: number;
	/** True if the answer says `has_more`, which is the default. */
	saysHasMore?: boolean;
	/** True if the oldest come first. */
	isOldestFirst?: boolean;
	/** True if it takes no notice of `direction`. */
	ignoresDirection?: boolean;
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

	private count = 0;

	private constructor(private readonly receiver: Receiver) {
		receiver.answer = (request, response) => void this.handle(request, response);
	}

	static async start(): Promise<MessageListService> {
		return new MessageListService(await startReceiver());
	}

	get url(): string {
		return this.receiver.url;
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
		await this.receiver.close();
	}

	private async handle({ path, body: text }: Received, response: ServerResponse): Promise<void> {
		const body = JSON.parse(text || '{}') as IDataObject;
		this.requests.push(body);
		const { latency = 0, saysDate = true, now = Date.now, answer } = this.manners;
		response.sendDate = saysDate;
		if (saysDate) response.setHeader('date', new Date(now()).toUTCString());
		if (latency > 0) await delay(latency);
		if (answer?.(response, body, path)) return;
		response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(this.page(body)));
	}

	private page({ offset = 0, limit = 50, direction }: IDataObject): IDataObject {
		const { mostRows = 100, saysHasMore = true, isOldestFirst, ignoresDirection } = this.manners;
		const matching = this.messages.filter(
			(message) => ignoresDirection || !direction || message.direction === direction,
		);
		if (isOldestFirst) matching.reverse();
		const start = Number(offset);
		const messages = matching.slice(start, start + Math.min(Number(limit), mostRows));
		const hasMore = start + messages.length < matching.length;
		return {
			messages,
			total: matching.length,
			...(saysHasMore && { has_more: hasMore }),
		};
	}
}
