import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../../../../shared/client/serviceRequest';
import { ServiceError } from '../../../../shared/client/errors';
import { readPage, type Page } from '../../../../shared/client/page';
import { isRecord } from '../../../../shared/text/json';
import { conversationEnds, readChannel, type Channel } from '../../../../shared/wire/channel';
import { CHAT_APP_WINDOW_HOURS, PAGE_SIZE } from '../../../../shared/wire/limits';
import type { ListedMessage } from '../../../../shared/wire/records';
import { compareTimes, formatTime, readTime } from '../../../../shared/wire/time';
import { InvalidParameterError } from '../../../../shared/parameters/invalidParameterError';
import { collectPages } from '../../../run/paging';
import { readRecord } from '../../../../shared/client/record';
import { post } from '../../../../shared/client/serviceRequest';
import type { Ask } from '../../../../shared/client/ask';
import type { FetchRecords } from '../../../operation';
import { formatTranscript, type ConversationMessage } from './transcript';

/** The fields that name the conversation, and how it is put out. */
export interface ConversationQuery {
	/** Asks for a message of the conversation; without it, the numbers name the conversation. */
	request?: ServiceRequest;
	/** The number of the person, in any of its forms. */
	contact?: string;
	/** The number of the account; undefined if the person has written with one only. */
	our?: string | undefined;
	/** Fields to add to each list request. */
	additionalBodyFields: IDataObject;
	timeZone: string;
	isOnePerMessage: boolean;
}

const WINDOW_MS = CHAT_APP_WINDOW_HOURS * 3_600_000;

const keepDigits = (number: string): string => number.replace(/\D/g, '');

/**
 * The fetching of a conversation: its message if one is given, then the lists of
 * the person's number in each of its forms.
 */
export const fetchConversation =
	(query: ConversationQuery): FetchRecords =>
	async (ask, { wanted, width }) => {
		const search = new ConversationSearch(ask, query, width);
		await search.start();
		return await search.collect(wanted);
	};

class ConversationSearch {
	private contact = '';

	private our: string | undefined;

	private threadId: string | undefined;

	/**
	 * The time of the service, or of this machine where the service does not tell, in milliseconds since 1970.
	 */
	private now = Date.now();

	/**
	 * All records that the lists have shown, by their IDs, so that a form of
	 * the number that lists the same is noticed.
	 */
	private readonly seen = new Set<unknown>();

	private readonly inbound: ListedMessage[] = [];

	constructor(
		private readonly ask: Ask,
		private readonly query: ConversationQuery,
		private readonly width: number,
	) {}

	/** Reads which conversation it is. */
	async start(): Promise<void> {
		const { request, contact = '', our } = this.query;
		this.contact = contact;
		this.our = our;
		if (!request) return;
		const form = { wrapper: 'message', recordFields: ['thread_id', 'from_number', 'to_number'] };
		const { body } = await this.ask(request, (answer) => readRecord(answer, form));
		const ends = conversationEnds(body as ListedMessage);
		this.contact = ends.other;
		this.our = ends.own;
		if (typeof body.thread_id === 'string' && body.thread_id !== '') this.threadId = body.thread_id;
	}

	/** @param wanted The most messages to put out: the newest ones. */
	async collect(wanted: number): Promise<IDataObject[]> {
		const found: ListedMessage[] = [];
		for (const form of this.forms()) found.push(...(await this.list(form, wanted)));
		// The sort keeps the order of the list within a time; the list has the newest first.
		const newestFirst = found.sort((one, other) => compareTimes(other.created_at, one.created_at));
		const records = newestFirst.slice(0, wanted).reverse();
		this.refuseSeveralNumbers(found);
		const newest = records.at(-1);
		if (!newest) return this.query.isOnePerMessage ? [] : [this.emptyConversation()];
		const channel: Channel = records.some((one) => readChannel(one) === 'chatapp') ? 'chatapp' : 'sms';
		if (channel === 'chatapp' && !this.knowsWindow(found)) await this.findLastInbound();
		return this.describe(records, channel, newest);
	}

	/**
	 * The forms in which the service may have the person's number: as it
	 * is given, in E.164, and in digits alone.
	 */
	private forms(): Set<string> {
		const digits = keepDigits(this.contact);
		return new Set(digits === '' ? [this.contact] : [this.contact, `+${digits}`, digits]);
	}

	/**
	 * The newest messages of the conversation under a form of the number, the newest first. A service that
	 * takes no notice of the form lists the same again, which the first page shows.
	 */
	private async list(form: string, wanted: number, more: IDataObject = {}): Promise<ListedMessage[]> {
		const before = new Set(this.seen);
		const first = await this.fetchPage(form, 0, PAGE_SIZE, more);
		const isKnown = first.records.some(({ id }) => before.has(id));
		if (first.records.length === 0 || (isKnown && Object.keys(more).length === 0)) return [];
		const collected = await collectPages(
			async (offset, limit) => (offset === 0 ? first : await this.fetchPage(form, offset, limit, more)),
			wanted,
			this.width,
			(record) => this.belongs(record as ListedMessage),
		);
		if ('endless' in collected) {
			throw new ServiceError({
				message: 'The service gives the same page again and again',
				description: `It says that there is more after ${collected.records.length} messages, but sends no new ones. Set a smaller 'Limit', or ask the service.`,
			});
		}
		return collected.records as ListedMessage[];
	}

	private async fetchPage(form: string, offset: number, limit: number, more: IDataObject): Promise<Page> {
		const { additionalBodyFields } = this.query;
		const body = { phone_number: form, ...more, ...additionalBodyFields, limit, offset };
		const answer = await this.ask(post('list-messages', body), (page) => readPage(page, ['messages']));
		if (answer.serviceTime !== undefined) this.now = answer.serviceTime;
		for (const record of answer.body.records) {
			this.seen.add(record.id);
			const message = record as ListedMessage;
			if (message.direction === 'inbound' && this.belongs(message)) this.inbound.push(message);
		}
		return answer.body;
	}

	private belongs(message: ListedMessage): boolean {
		const { thread_id: threadId } = message;
		if (this.threadId !== undefined && typeof threadId === 'string') return threadId === this.threadId;
		const { own, other } = conversationEnds(message);
		const isWith = keepDigits(other) === keepDigits(this.contact);
		return isWith && (this.our === undefined || keepDigits(own) === keepDigits(this.our));
	}

	/**
	 * @throws InvalidParameterError if the person has written with several
	 * numbers of the account, and none was named.
	 */
	private refuseSeveralNumbers(messages: ListedMessage[]): void {
		if (this.our !== undefined) return;
		const numbers = new Map<string, string>();
		for (const message of messages) {
			const { own } = conversationEnds(message);
			const channel = readChannel(message) === 'sms' ? 'SMS' : 'chat app';
			if (!numbers.has(keepDigits(own))) numbers.set(keepDigits(own), `${own} (${channel})`);
		}
		if (numbers.size < 2) return;
		throw new InvalidParameterError(
			`${this.contact} has conversations with several of your numbers`,
			`Enter one of them as 'Our Number': ${[...numbers.values()].join(', ')}.`,
		);
	}

	/**
	 * Tells whether the pages that were read show when the person last wrote, or that this was too long ago.
	 */
	private knowsWindow(messages: ListedMessage[]): boolean {
		const isBefore = (time = Infinity) => time <= this.now - WINDOW_MS;
		return this.inbound.length > 0 || messages.some(({ created_at: at }) => isBefore(readTime(at)));
	}

	/** Reads the last inbound message, where the newest messages all went out. */
	private async findLastInbound(): Promise<void> {
		for (const form of this.forms()) await this.list(form, 1, { direction: 'inbound' });
	}

	private emptyConversation(): IDataObject {
		return {
			threadId: this.threadId ?? null,
			channel: null,
			contact: this.contact,
			ourNumber: this.our ?? null,
			messages: [],
			text: '',
			canReply: null,
			canReplyUntil: null,
		};
	}

	private describe(records: ListedMessage[], channel: Channel, newest: ListedMessage): IDataObject[] {
		const { own, other } = conversationEnds(newest);
		const written = (number: string) => (channel === 'chatapp' ? keepDigits(number) : number);
		const conversation = {
			threadId: this.threadId ?? (newest.thread_id as string | undefined) ?? null,
			channel,
			contact: written(other),
			ourNumber: written(own),
		};
		const messages = records.map(toMessage);
		if (this.query.isOnePerMessage) return messages.map((message) => ({ ...conversation, ...message }));
		const undelivered = records.filter(({ status }) => status === 'failed' || status === 'undelivered');
		const text = formatTranscript(messages, new Set(undelivered.map(({ id }) => id)), this.query.timeZone);
		return [{ ...conversation, messages, text, ...this.describeWindow(channel) }];
	}

	/**
	 * Free-form messages are allowed for 24 hours after the person's
	 * last chat-app message (interface section 8).
	 */
	private describeWindow(channel: Channel): IDataObject {
		if (channel === 'sms') return { canReply: null, canReplyUntil: null };
		const times = this.inbound
			.filter((message) => readChannel(message) === 'chatapp')
			.map(({ created_at: at }) => readTime(at))
			.filter((time) => time !== undefined);
		if (times.length === 0) return { canReply: false, canReplyUntil: null };
		const end = times.reduce((one, other) => Math.max(one, other)) + WINDOW_MS;
		return { canReply: this.now < end, canReplyUntil: formatTime(end) };
	}
}

function toMessage(record: ListedMessage): ConversationMessage {
	const { direction, is_ai_generated: isFromAgent, body, created_at: at, id, media } = record;
	return {
		role: direction === 'inbound' ? 'contact' : isFromAgent === true ? 'agent' : 'us',
		text: typeof body === 'string' ? body : '',
		at,
		id,
		media: Array.isArray(media) ? (media.filter(isRecord) as IDataObject[]) : [],
	};
}
