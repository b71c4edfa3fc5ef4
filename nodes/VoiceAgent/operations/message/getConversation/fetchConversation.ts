import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../../../../shared/client/serviceRequest';
import { ServiceError } from '../../../../shared/client/errors';
import { readPage, type Page } from '../../../../shared/client/page';
import { isRecord } from '../../../../shared/text/json';
import { comparableNumber, isSameNumber } from '../../../../shared/wire/comparableNumber';
import { conversationEnds, readChannel, type Channel } from '../../../../shared/wire/channel';
import { CHAT_APP_WINDOW_MS, PAGE_SIZE } from '../../../../shared/wire/limits';
import type { ListedMessage } from '../../../../shared/wire/records';
import { compareTimes, formatTime, readTime } from '../../../../shared/wire/time';
import { InvalidParameterError } from '../../../../shared/parameters/invalidParameterError';
import { collectPages } from '../../../run/paging';
import { readRecord } from '../../../../shared/client/record';
import { post } from '../../../../shared/client/serviceRequest';
import type { Ask } from '../../../../shared/client/ask';
import type { FetchRecords } from '../../../operation';
import { askEachSpelling } from '../askEachSpelling';
import { formatTranscript, type ConversationMessage } from './transcript';

/** The fields that name the conversation, and how it is put out. */
interface ConversationQuery {
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

	/** The numbers of the account that the person has written with, as far as it was seen, with their channels. */
	private readonly ownNumbers = new Map<string, string>();

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
		const found = await this.list(wanted);
		// The sort keeps the order of the list within a time; the list has the newest first.
		const newestFirst = found.sort((one, other) => compareTimes(other.created_at, one.created_at));
		const records = newestFirst.slice(0, wanted).reverse();
		this.refuseSeveralNumbers();
		const newest = records.at(-1);
		if (!newest) return this.query.isOnePerMessage ? [] : [this.emptyConversation()];
		const channel: Channel = records.some((one) => readChannel(one) === 'chatapp') ? 'chatapp' : 'sms';
		if (channel === 'chatapp' && !this.knowsWindow(found)) await this.findLastInbound();
		return this.describe(records, channel, newest);
	}

	/**
	 * The newest messages of the conversation, up to the wanted ones under each spelling of the person's number,
	 * those of a spelling from the newest to the oldest. A service that takes no notice of the spelling lists the
	 * same again, which the first page shows.
	 */
	private async list(wanted: number, filters: IDataObject = {}): Promise<ListedMessage[]> {
		const shown = new Set<unknown>();
		const lists = await askEachSpelling(this.contact, async (spelling, mayBeRefused) => {
			const first = await this.fetchPage(spelling, { offset: 0, limit: PAGE_SIZE }, filters, mayBeRefused);
			const isRepeated = first.records.some(({ id }) => shown.has(id));
			for (const { id } of first.records) shown.add(id);
			return { spelling, first, isRepeated };
		});
		const found: ListedMessage[] = [];
		for (const { spelling, first, isRepeated } of lists) {
			if (isRepeated || first.records.length === 0) continue;
			const fetch = async (offset: number, limit: number) =>
				offset === 0 ? first : await this.fetchPage(spelling, { offset, limit }, filters);
			found.push(...(await this.collectMessages(fetch, wanted)));
		}
		return found;
	}

	private async collectMessages(
		fetch: (offset: number, limit: number) => Promise<Page>,
		wanted: number,
	): Promise<ListedMessage[]> {
		const collected = await collectPages(fetch, wanted, this.width, (record) =>
			this.belongs(record as ListedMessage),
		);
		if ('endless' in collected) {
			throw new ServiceError({
				message: 'The service gives the same page again and again',
				description: `It says that there is more after ${collected.records.length} messages, but sends no new ones. Set a smaller 'Limit', or ask the service.`,
			});
		}
		return collected.records as ListedMessage[];
	}

	private async fetchPage(
		spelling: string,
		range: { offset: number; limit: number },
		filters: IDataObject,
		mayBeRefused = false,
	): Promise<Page> {
		const { additionalBodyFields } = this.query;
		const body = { phone_number: spelling, ...filters, ...additionalBodyFields, ...range };
		const request = { ...post('list-messages', body), mayBeRefused };
		const answer = await this.ask(request, (page) => readPage(page, ['messages']));
		if (answer.serviceTime !== undefined) this.now = answer.serviceTime;
		for (const record of answer.body.records as ListedMessage[]) {
			if (this.belongs(record)) this.note(record);
		}
		return answer.body;
	}

	/** Keeps what a message of the conversation says, also one beyond those that are wanted. */
	private note(message: ListedMessage): void {
		const { own } = conversationEnds(message);
		const channel = readChannel(message) === 'sms' ? 'SMS' : 'chat app';
		const number = comparableNumber(own);
		if (!this.ownNumbers.has(number)) this.ownNumbers.set(number, `${own} (${channel})`);
		if (message.direction === 'inbound') this.inbound.push(message);
	}

	private belongs(message: ListedMessage): boolean {
		const { thread_id: threadId } = message;
		if (this.threadId !== undefined && typeof threadId === 'string') return threadId === this.threadId;
		const { own, other } = conversationEnds(message);
		return isSameNumber(other, this.contact) && (this.our === undefined || isSameNumber(own, this.our));
	}

	/**
	 * @throws InvalidParameterError if the person has written with several
	 * numbers of the account, and none was named.
	 */
	private refuseSeveralNumbers(): void {
		if (this.our !== undefined || this.ownNumbers.size < 2) return;
		throw new InvalidParameterError(
			`${this.contact} has conversations with several of your numbers`,
			`Enter one of them as 'Your Number': ${[...this.ownNumbers.values()].join(', ')}.`,
		);
	}

	/**
	 * Tells whether the pages that were read show when the person last wrote, or that this was too long ago.
	 */
	private knowsWindow(messages: ListedMessage[]): boolean {
		const isBefore = (time = Infinity) => time <= this.now - CHAT_APP_WINDOW_MS;
		return this.inbound.length > 0 || messages.some(({ created_at: at }) => isBefore(readTime(at)));
	}

	/** Reads the last inbound message, where the newest messages all went out. */
	private async findLastInbound(): Promise<void> {
		await this.list(1, { direction: 'inbound' });
		this.refuseSeveralNumbers();
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
		const written = (number: string) => (channel === 'chatapp' ? comparableNumber(number) : number);
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
		const end = times.reduce((one, other) => Math.max(one, other)) + CHAT_APP_WINDOW_MS;
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
