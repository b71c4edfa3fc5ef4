import type { IDataObject } from 'n8n-workflow';

import { readServiceTime } from '../service/response';
import type { Send } from '../service/send';
import { type Page, readPage, readPages, type ReadPage, readRecordKey } from '../service/paging';
import { post } from '../service/serviceRequest';
import type { ListedMessage } from '../service/records';
import { asServiceError, ServiceError } from '../service/errors';
import { numberSpellings } from '../numbers/spellings';
import { compareTimes } from '../text/time';

/**
 * Asks for each spelling of a sender or recipient in turn: a service may know, or even accept, one only.
 * @param send Gets the spelling, and whether the others go on if the service refuses it
 * (`ServiceRequest.mayBeRefused`).
 * @returns The answers for the spellings that the service accepts.
 * @throws ServiceError if it accepts none, with its message about the last one, or if it does not answer.
 */
export async function requestEachSpelling<Answer>(
	number: string,
	send: (spelling: string, mayBeRefused: boolean) => Promise<Answer>,
): Promise<Answer[]> {
	const spellings = numberSpellings(number);
	const answers: Answer[] = [];
	for (const [index, spelling] of spellings.entries()) {
		const mayBeRefused = answers.length > 0 || index < spellings.length - 1;
		const answer = await send(spelling, mayBeRefused).catch(asServiceError);
		if (!(answer instanceof ServiceError)) answers.push(answer);
		else if (!mayBeRefused || answer.report.reason !== 'invalid') throw answer;
	}
	return answers;
}

/** Tests a message. */
export type MessageTest = (message: ListedMessage) => boolean;

/** How the lists are read. */
export interface ContactListReading {
	/** Fields to add to each list request. */
	additionalBodyFields?: IDataObject;
	/** The number of requests that may be in flight; one by default. */
	maxInFlight?: number;
}

/** The list of the messages of one spelling, as far as it was read. */
interface SpellingList {
	pages: AsyncGenerator<ReadPage, void>;
	/** All messages that were read, newest first, in both directions. */
	messages: ListedMessage[];
	/** True if it was read to its end. */
	isComplete: boolean;
}

/**
 * The messages of a person, by list-messages, under each spelling of the number. Each page is read once. A service that
 * takes no notice of the spelling lists the same again, which the first page shows; such a list is read once.
 */
export class ContactMessages {
	/**
	 * The time of the service, or of this machine where the service does not tell, in milliseconds since 1970.
	 */
	now = Date.now();

	/** Undefined before the first reading. */
	private lists: SpellingList[] | undefined;

	/** @param contact The number of the person, in any of its forms. */
	constructor(
		private readonly send: Send,
		private readonly contact: string,
		private readonly reading: ContactListReading = {},
	) {}

	/** Every message that was read, each once, the newest first. Within a time, the order of the list stays. */
	get messages(): ListedMessage[] {
		const read = (this.lists ?? []).flatMap(({ messages }) => messages);
		const byId = new Map(read.map((message) => [readRecordKey(message), message]));
		return [...byId.values()].sort((one, other) => compareTimes(other.created_at, one.created_at));
	}

	/**
	 * Reads the newest messages that pass the test, at most `wanted`, the newest first.
	 * @throws ServiceError if the service does not answer, or does not come to an end.
	 */
	async readNewest(wanted: number, isWanted: MessageTest): Promise<ListedMessage[]> {
		await this.readOn((messages) => messages.filter(isWanted).length >= wanted, wanted === Infinity);
		return this.messages.filter(isWanted).slice(0, wanted);
	}

	/**
	 * Reads on until the list of each spelling has a message that passes the test, or ends.
	 * @throws ServiceError if the service does not answer, or does not come to an end.
	 */
	async readUntil(isEnough: MessageTest): Promise<void> {
		await this.readOn((messages) => messages.some(isEnough));
	}

	/** @param isAll Whether everything will be read, so that several pages may be asked for at the same time. */
	private async readOn(isEnough: (messages: ListedMessage[]) => boolean, isAll = false): Promise<void> {
		this.lists ??= await this.openLists(isAll ? this.reading.maxInFlight : undefined);
		for (const list of this.lists) while (!list.isComplete && !isEnough(list.messages)) await readNext(list);
	}

	/** Reads the first page of each list. */
	private async openLists(maxInFlight = 1): Promise<SpellingList[]> {
		const shown = new Set<unknown>();
		const lists = await requestEachSpelling(this.contact, async (spelling, mayBeRefused) => {
			const pages = readPages(
				async (offset, limit) =>
					await this.fetchPage(spelling, { offset, limit }, mayBeRefused && offset === 0),
				{ maxInFlight },
			);
			const list: SpellingList = { pages, messages: [], isComplete: false };
			await readNext(list);
			const isRepeated = list.messages.some(({ id }) => shown.has(id));
			for (const { id } of list.messages) shown.add(id);
			return isRepeated ? [] : [list];
		});
		return lists.flat();
	}

	private async fetchPage(
		spelling: string,
		range: { offset: number; limit: number },
		mayBeRefused: boolean,
	): Promise<Page> {
		const body = { phone_number: spelling, ...this.reading.additionalBodyFields, ...range };
		const request = { ...post('list-messages', body), mayBeRefused };
		const answer = await this.send(request, (page) => readPage(page, ['messages']));
		this.now = readServiceTime(answer);
		return answer.body;
	}
}

async function readNext(list: SpellingList): Promise<void> {
	const { value } = await list.pages.next();
	list.isComplete = value?.next === undefined;
	if (value) list.messages.push(...(value.records as ListedMessage[]));
}
