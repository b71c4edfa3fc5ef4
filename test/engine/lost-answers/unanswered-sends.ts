/**
 * A stand-in for the service that stores each message and then cuts the
 * connection, in ways that the interface leaves open.
 */
import type { IDataObject } from 'n8n-workflow';

import { serve, type WebPage } from '../../support/web-server';

/** The differences of the service from the sandbox. */
export interface Manners {
	/** The time by which its clock is ahead, in milliseconds. */
	aheadMs?: number;
	/** Returns the recipient as the service formats it. */
	spell?: (number: string) => string;
	/** True if it accepts only the numbers that it writes itself. */
	isStrict?: boolean;
	/** After how many answers it lists a message that was sent. */
	lateBy?: number;
	/** The most messages on a page; the answer says whether there are more. */
	pageSize?: number;
	/** How long a list takes after its `Date`, in milliseconds. */
	listTakesMs?: number;
	/** Returns a text as the service stores it. */
	store?: (text: string) => string;
	/** True if the answers have a `Date`, which is the default. */
	saysDate?: boolean;
	/** True if its timestamps leave the milliseconds out. */
	isInSeconds?: boolean;
	/** True if its timestamps leave the zone out. */
	isWithoutZone?: boolean;
	/** True if it never takes the messages that are sent. */
	isDeaf?: boolean;
	/** Messages that it has besides, by their age in milliseconds. */
	others?: Array<IDataObject & { ageMs: number }>;
}

const newestFirst = (one: IDataObject, other: IDataObject) =>
	Date.parse(String(other.created_at)) - Date.parse(String(one.created_at));

export class UnansweredSends {
	/** The number of messages that were sent. */
	sends = 0;

	private readonly messages: IDataObject[];

	private answers = 0;

	private page: WebPage | undefined;

	private constructor(private readonly manners: Manners) {
		const like = { from_number: '106540352242922', to_number: '14155550123', body: 'Hi' };
		this.messages = (manners.others ?? []).map(({ ageMs, ...more }, index) => ({
			...this.record(`other-${index}`, ageMs),
			...like,
			...more,
		}));
	}

	static async start(manners: Manners): Promise<UnansweredSends> {
		const service = new UnansweredSends(manners);
		service.page = await serve((request, response) => {
			let text = '';
			request.on('data', (chunk) => (text += String(chunk)));
			request.on('end', () => {
				const answer = service.answer(request.url ?? '', JSON.parse(text) as IDataObject);
				if (!answer) return request.socket.destroy();
				response.sendDate = false;
				if (manners.saysDate !== false) response.setHeader('Date', new Date(service.now()).toUTCString());
				response.statusCode = answer.error === undefined ? 200 : 400;
				response.setHeader('Content-Type', 'application/json');
				const end = () => response.end(JSON.stringify(answer));
				const { listTakesMs = 0 } = manners;
				if (listTakesMs > 0 && request.url?.endsWith('/list-messages')) setTimeout(end, listTakesMs);
				else end();
				return response;
			});
		});
		return service;
	}

	get url(): string {
		return this.page?.url ?? '';
	}

	async stop(): Promise<void> {
		await this.page?.close();
	}

	private now(): number {
		return Date.now() + (this.manners.aheadMs ?? 0);
	}

	private record(id: string, ageMs = 0): IDataObject {
		const { isInSeconds, isWithoutZone } = this.manners;
		let time = new Date(this.now() - ageMs).toISOString();
		if (isInSeconds) time = time.replace(/\.\d+/, '');
		if (isWithoutZone) time = time.replace('Z', '');
		return {
			id,
			direction: 'outbound',
			status: 'sent',
			is_ai_generated: false,
			created_at: time,
		};
	}

	/** Undefined for a send, which gets no answer. */
	private answer(url: string, body: IDataObject): IDataObject | undefined {
		if (url.endsWith('/get-message')) return this.messages.find(({ id }) => id === body.message_id) ?? {};
		if (url.endsWith('/list-messages')) return this.list(String(body.phone_number), Number(body.offset ?? 0));
		const { phone_number_id: from_number, recipient_wa_id: recipient, message } = body;
		const to_number = this.spell(String(recipient));
		const record = this.record(`sent-${this.sends++}`);
		if (!this.manners.isDeaf)
			this.messages.unshift({ ...record, from_number, to_number, body: this.store(String(message)) });
		return undefined;
	}

	private store(text: string): string {
		return (this.manners.store ?? String)(text);
	}

	private spell(number: string): string {
		return (this.manners.spell ?? String)(number);
	}

	/** It knows a number by one spelling only. */
	private list(number: string, offset: number): IDataObject {
		const { isStrict, lateBy = 0, pageSize = 100 } = this.manners;
		if (isStrict && number !== this.spell(number.replace('+', ''))) return { error: 'Not a phone number' };
		const isLate = this.answers++ < lateBy;
		const messages = this.messages
			.toSorted(newestFirst)
			.filter(({ id, to_number: to }) => to === number && !(isLate && String(id).startsWith('sent')));
		const end = offset + pageSize;
		return { messages: messages.slice(offset, end), has_more: messages.length > end };
	}
}
