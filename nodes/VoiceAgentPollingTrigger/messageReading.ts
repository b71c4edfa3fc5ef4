import type { IDataObject } from 'n8n-workflow';

import { requestEachSpelling } from '../conversation/contactMessages';
import type { Send } from '../service/send';
import { ServiceError } from '../service/errors';
import { type Page, readPage, readPages } from '../service/paging';
import type { ListedMessage } from '../service/records';
import { readServiceTimeRange } from '../service/response';
import { post } from '../service/serviceRequest';
import { readTime } from '../text/time';
import type { Filters, Settings } from './settings';

/** How many pages are read in parallel, and how many records two pages share. */
const PAGING = { maxInFlight: 5, overlap: 10 };

/** A listed message that has an ID and a readable time. */
export interface DatedMessage {
	id: string;
	/** The time of the message itself, in milliseconds since 1970. */
	time: number;
	message: ListedMessage;
}

/** The list of the messages under one spelling of a number, as far as it was read. */
interface ListProgress {
	seen: Set<unknown>;
	/** The place of the next page; undefined if no more are needed. */
	next: number | undefined;
	isOldestFirst?: boolean;
}

/**
 * The messages from the top of the list down to where there are enough. A poll that has no time for all of them leaves
 * the reading to the next one, which continues where it stopped.
 */
export class MessageReading {
	/** True if there are enough messages, or no others. */
	isComplete = false;

	/**
	 * The time up to which the list is complete, except for late messages: the earliest time of the service's clock at
	 * which the first page may have been requested, in milliseconds since 1970.
	 */
	completeUntil = 0;

	/** The latest time that the service's clock may have shown at that request, in milliseconds since 1970. */
	latestServiceTime = 0;

	private readonly rows: DatedMessage[] = [];

	private readonly lists = new Map<string, ListProgress>();

	constructor(private readonly filters: Filters) {}

	/** The number of messages that were read. */
	get count(): number {
		return this.rows.length;
	}

	/** The messages, oldest first; those of the same time are in the reversed order of the list. */
	get oldestFirst(): DatedMessage[] {
		return this.rows.toReversed().sort((a, b) => a.time - b.time);
	}

	/** The time of the newest message; one that is dated in the future counts as sent now. */
	get newestTime(): number {
		return Math.min(this.rows[0]?.time ?? 0, this.latestServiceTime);
	}

	/**
	 * Reads further pages of the list, or of the lists under each spelling of the number.
	 * @param isEnough Gets the messages that a page adds, the newest first: at least one.
	 * @throws ServiceError if the service does not answer, or the list cannot be used. What was read until then is kept.
	 */
	async read(send: Send, isEnough: (added: DatedMessage[]) => boolean): Promise<void> {
		if (this.isComplete) return;
		const { phoneNumber } = this.filters;
		const readSpelling = async (spelling: string, mayBeRefused = false) => {
			const list = this.lists.get(spelling) ?? { seen: new Set(), next: 0 };
			this.lists.set(spelling, list);
			const fetchPage = async (offset: number, limit: number) =>
				await this.fetchPage(send, spelling, { offset, limit }, mayBeRefused);
			if (list.next !== undefined) await this.readList(list, fetchPage, isEnough);
		};
		await (phoneNumber === '' ? readSpelling('') : requestEachSpelling(phoneNumber, readSpelling));
		this.isComplete = true;
	}

	private async readList(
		list: ListProgress,
		fetchPage: (offset: number, limit: number) => Promise<Page>,
		isEnough: (added: DatedMessage[]) => boolean,
	): Promise<void> {
		const { next: offset = 0, seen } = list;
		for await (const { records, next } of readPages(fetchPage, { ...PAGING, offset, seen })) {
			const rows = records.map(readRow).filter((row) => row !== undefined);
			if (list.next === 0 && records.length > 0 && rows.length === 0) throw NO_ID_OR_TIME_ERROR;
			if (list.isOldestFirst && rows.length > 0) throw OLDEST_FIRST_ERROR;
			list.isOldestFirst ??= isOldestFirst(rows);
			// A service that knows the number under each spelling gives the same list again.
			const otherLists = [...this.lists.values()].filter((other) => other !== list);
			const isRepeated = rows.some(({ id }) => otherLists.some((other) => other.seen.has(id)));
			if (!isRepeated) this.rows.push(...rows);
			list.next = next;
			// A list of one page is looked through in full, whatever its order.
			if (isRepeated || (!list.isOldestFirst && rows.length > 0 && isEnough(rows))) {
				list.next = undefined;
				return;
			}
		}
	}

	private async fetchPage(
		send: Send,
		spelling: string,
		range: { offset: number; limit: number },
		mayBeRefused: boolean,
	): Promise<Page> {
		const { direction } = this.filters;
		const fields: IDataObject = {
			...(direction !== 'any' && { direction }),
			...(spelling !== '' && { phone_number: spelling }),
			...range,
		};
		const startedAt = Date.now();
		const request = { ...post('list-messages', fields), mayBeRefused };
		const answer = await send(request, (body) => readPage(body, ['messages']));
		if (this.latestServiceTime === 0) {
			const { earliest, latest } = readServiceTimeRange(answer);
			this.completeUntil = earliest - (Date.now() - startedAt);
			this.latestServiceTime = latest;
		}
		return answer.body;
	}
}

/** Reads a message of the list; undefined if it has no ID or time, since it could not be identified or put in order. */
function readRow(record: IDataObject): DatedMessage | undefined {
	const { id, created_at: createdAt } = record;
	const time = readTime(createdAt);
	return typeof id === 'string' && id !== '' && time !== undefined
		? { id, time, message: record as ListedMessage }
		: undefined;
}

/** Tells whether most of the rows are newer than the one above them. */
function isOldestFirst(rows: DatedMessage[]): boolean {
	const steps = rows.slice(1).map(({ time }, index) => Math.sign(time - (rows[index]?.time ?? time)));
	return steps.reduce((sum, step) => sum + step, 0) > 0;
}

const OLDEST_FIRST_ERROR = new ServiceError({
	message: 'The service lists the oldest messages first',
	description:
		"This trigger needs a list that has the newest messages first. Check the 'Base URL' in the credential, and ask the service about the order of its list.",
});

const NO_ID_OR_TIME_ERROR = new ServiceError({
	message: 'The service lists messages without a readable ID or time',
	description:
		"Without 'id' and 'created_at' it is not known which of them are new. Report this to the service.",
});

/** The most items that one poll hands over; the next polls hand over the others. */
export const MAX_ITEMS = 1_000;

/** The messages that a poll hands over, oldest first. */
export interface FoundMessages {
	rows: DatedMessage[];
	/** True if the next poll can hand over further messages without reading the list again. */
	hasMoreBuffered: boolean;
}

/** Holds the settings, the account and the messages read so far of one poll. */
export interface PollRun {
	settings: Settings;
	/** The account that the credential leads to. */
	account: string;
	send: Send;
	reading: MessageReading;
	log(level: 'info' | 'warn', text: string): void;
}

/** A reading that the next poll continues. */
export interface KeptReading {
	reading: MessageReading;
	/** The list and the settings with which it is read. */
	key: string;
	/** The time from which it reads. If n8n has gone back to an older state, the reading is discarded. */
	position: number;
}
