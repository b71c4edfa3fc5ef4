import type { IDataObject } from 'n8n-workflow';

import { numberSpellings } from '../numbers/spellings';
import { BoundedSet } from '../service/concurrency';
import { ServiceError } from '../service/failure';
import { toResult } from '../text/result';
import { MAX_SEEN, PAGE_SIZE, parsePage, fetchPages } from '../service/paging';
import { parseRecord, toServiceTime, toServiceTimeRange } from '../service/response';
import { type Send, post } from '../service/request';
import { type ListedMessage, type Message, parseListedMessage } from './message';

/** The messages to list, and how. */
export interface MessageListQuery {
	/** A number or name whose messages are listed, under each of its spellings; undefined for the whole account. */
	number?: string | undefined;
	/** Fields to add to each request, such as filters. */
	fields?: IDataObject;
	/** The number of pages that may be asked for at the same time; one by default. */
	maxInFlight?: number;
	/** The most messages that the caller takes, if it takes them all: then no others are asked for. */
	wanted?: number;
}

/** The time of the service's clock at an answer, in milliseconds since 1970. */
interface ServiceClock {
	/** The time when it answered, or that of this machine where the answer does not tell. */
	now: number;
	/** The earliest time at which it may have got the request: the list has all messages up to then. */
	requestedAt: number;
	/** The latest time at which it may have answered. */
	latest: number;
}

/** A page of list-messages: those that no earlier page had, the newest first. */
interface MessagePage {
	messages: ListedMessage[];
	/** The place in the list at which the next page begins; undefined after the last page. */
	next: number | undefined;
	/** True if the list ends only because the page had nothing new, so that it may well go on. */
	isEndUnsure: boolean;
	clock: ServiceClock;
}

/** Where and how pages are read, of one spelling or of the account. */
interface PageQuery extends Omit<MessageListQuery, 'number'> {
	/** The place in the list at which to begin; 0 by default. */
	offset?: number;
	/** The messages that an earlier reading had, up to that place; those that are read now are added. */
	seen?: Set<unknown>;
	/** True if the caller goes on after a refusal of the first request. */
	mayBeRefused?: boolean;
}

/**
 * Fetches list-messages page by page. All messages come from here: nothing else asks for this list.
 * @throws ServiceError if the service does not answer, or does not come to an end.
 */
export async function* fetchMessagePages(
	send: Send,
	{ fields, offset = 0, seen, maxInFlight, wanted = Infinity, mayBeRefused }: PageQuery,
): AsyncGenerator<MessagePage, void> {
	let clock: ServiceClock = { now: Date.now(), requestedAt: 0, latest: 0 };
	const fetchPage = async (start: number, limit: number) => {
		const startedAt = Date.now();
		const request = {
			...post('list-messages', { ...fields, limit, offset: start }),
			isPage: true,
			mayBeRefused: mayBeRefused === true && start === 0,
		};
		const answer = await send(request, (body) => parsePage(body, ['messages']));
		const { earliest, latest } = toServiceTimeRange(answer);
		clock = {
			now: toServiceTime(answer),
			requestedAt: earliest - (Date.now() - startedAt),
			latest,
		};
		return answer.body;
	};
	const reading = {
		offset,
		size: Math.min(PAGE_SIZE, wanted),
		end: wanted,
		...(seen && { seen }),
		...(maxInFlight !== undefined && { maxInFlight }),
	};
	for await (const { records, next, isEndUnsure = false } of fetchPages(fetchPage, reading)) {
		const messages = records.map((record) => ({ ...parseListedMessage(record), record }));
		yield { messages, next, isEndUnsure, clock };
	}
}

/** The list of the messages under one spelling, as far as it was read. */
interface ListProgress<Kept> {
	/** The kept parts of its messages, the newest first. */
	readonly kept: readonly Kept[];
	/** The messages of the page that was read last, the newest first; empty before a reading begins. */
	readonly added: readonly Message[];
	/** The number of messages that were read. */
	readonly count: number;
	/** True if the list has ended only because a page had nothing new, so that it may well go on. */
	readonly isEndUnsure: boolean;
}

/** Tells whether enough of a list was read. */
type ListTest<Kept> = (progress: ListProgress<Kept>) => boolean;

interface SpellingList<Kept> extends ListProgress<Kept> {
	readonly spelling: string | undefined;
	readonly seen: Set<unknown>;
	kept: Kept[];
	added: readonly Message[];
	count: number;
	isEndUnsure: boolean;
	/** True once the service has given a page. */
	isAccepted: boolean;
	/** The place of the next page; undefined if there is none, or none is needed. */
	next: number | undefined;
}

/**
 * The messages of a number under each of its spellings, or of the account: read from the newest on until a test says
 * that it is enough, and further when the next test needs more. Each page is asked for once, and let go once it was
 * read. A service that takes no notice of the spelling lists the same again, which the first page shows; such a list is
 * read once.
 */
export class MessageList<Kept extends Message> {
	/** The time of the service at its last answer, or of this machine, in milliseconds since 1970. */
	now = Date.now();

	/** The time of the service at its first answer; undefined before. */
	firstAnswer: ServiceClock | undefined;

	private readonly lists: Array<SpellingList<Kept>>;

	/** The messages on the first pages, by their IDs. */
	private readonly shownFirst = new Set<string>();

	/** @param keep Returns what is kept of a message; undefined for nothing. */
	constructor(
		private readonly query: MessageListQuery,
		private readonly keep: (message: ListedMessage) => Kept | undefined,
	) {
		const { number } = query;
		this.lists = (number === undefined ? [undefined] : numberSpellings(number)).map((spelling) => ({
			spelling,
			seen: new BoundedSet(MAX_SEEN),
			kept: [],
			added: [],
			count: 0,
			isEndUnsure: false,
			isAccepted: false,
			next: 0,
		}));
	}

	/** The number of messages that were read. */
	get count(): number {
		return this.lists.reduce((sum, { count }) => sum + count, 0);
	}

	/** True if a list has ended only because a page had nothing new, so that it may well go on. */
	get isEndUnsure(): boolean {
		return this.lists.some((list) => list.isEndUnsure);
	}

	/** True if each list was read to its end. */
	get isComplete(): boolean {
		return this.lists.every(({ next }) => next === undefined);
	}

	/**
	 * The kept messages, each once: in the order of the list, or of several spellings, the newest first. Within a
	 * time, the order of the list stays.
	 */
	get messages(): Kept[] {
		const read = this.lists.flatMap(({ kept }) => kept);
		if (this.query.number === undefined) return read;
		const byId = new Map(read.map((message) => [message.id ?? message, message]));
		return [...byId.values()].sort((one, other) =>
			one.at === undefined || other.at === undefined ? 0 : other.at - one.at,
		);
	}

	/**
	 * Fetches further pages until the list of each spelling passes the test, or ends.
	 * @throws ServiceError if the service does not answer, or does not come to an end.
	 * The messages that were read until then are kept, and the next call goes on from there.
	 */
	async fetchUntil(send: Send, isEnough: ListTest<Kept>): Promise<void> {
		for (const [index, list] of this.lists.entries()) {
			const hasOther = index < this.lists.length - 1 || this.lists.some(({ isAccepted }) => isAccepted);
			const mayBeRefused = hasOther && !list.isAccepted;
			const done = await toResult(this.fetchList(send, list, isEnough, mayBeRefused), ServiceError);
			if (done.ok) continue;
			// A service may know, or even accept, one spelling only.
			if (!mayBeRefused || done.problem.report.reason !== 'invalid') throw done.problem;
			list.next = undefined;
		}
	}

	private async fetchList(
		send: Send,
		list: SpellingList<Kept>,
		isEnough: ListTest<Kept>,
		mayBeRefused: boolean,
	): Promise<void> {
		const { spelling, seen, next: offset } = list;
		list.added = [];
		if (offset === undefined || (list.isAccepted && isEnough(list))) return;
		const fields = { ...(spelling !== undefined && { phone_number: spelling }), ...this.query.fields };
		const pages = fetchMessagePages(send, { ...this.query, fields, offset, seen, mayBeRefused });
		for await (const { messages, next, isEndUnsure, clock } of pages) {
			this.now = clock.now;
			this.firstAnswer ??= clock;
			const isRepeated = !list.isAccepted && this.noteFirstPage(messages);
			list.isAccepted = true;
			list.next = isRepeated ? undefined : next;
			if (isRepeated) return;
			list.isEndUnsure = isEndUnsure;
			list.count += messages.length;
			list.added = messages;
			for (const message of messages) {
				const kept = this.keep(message);
				if (kept) list.kept.push(kept);
			}
			if (isEnough(list)) return;
		}
	}

	/** Notes the messages on the first page of a list. @returns true if that of another list had one of them. */
	private noteFirstPage(messages: readonly Message[]): boolean {
		const ids = messages.flatMap(({ id }) => id ?? []);
		const isRepeated = ids.some((id) => this.shownFirst.has(id));
		for (const id of ids) this.shownFirst.add(id);
		return isRepeated;
	}
}

/**
 * Calls get-message.
 * @throws ServiceError if the service does not give the message.
 */
export async function fetchMessage(messageId: string, send: Send): Promise<ListedMessage> {
	const form = { wrapper: 'message', recordFields: ['thread_id', 'from_number', 'to_number', 'status'] };
	const { body } = await send(post('get-message', { message_id: messageId }), (answer) =>
		parseRecord(answer, form),
	);
	return { ...parseListedMessage(body), record: body };
}

/** The most pages of messages in which business numbers are looked for. */
const MAX_PAGES = 10;

/**
 * Finds the business number of the account's chat-app messages. No endpoint lists the numbers themselves
 * (docs/maintainers/where-the-interface-is-silent.md).
 * @returns undefined if the newest messages have none, or several.
 * @throws ServiceError if the service does not answer.
 */
export async function findOnlyBusinessNumber(send: Send): Promise<string | undefined> {
	const numbers = new Map<string, string>();
	let pages = 0;
	for await (const { messages } of fetchMessagePages(send, {})) {
		for (const { channel, ourNumber } of messages) {
			if (channel === 'chatapp' && ourNumber) numbers.set(ourNumber.comparable, ourNumber.written);
		}
		if (numbers.size > 1 || ++pages === MAX_PAGES) break;
	}
	return numbers.size === 1 ? [...numbers.values()][0] : undefined;
}
