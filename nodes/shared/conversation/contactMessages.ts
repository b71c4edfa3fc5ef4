import type { IDataObject } from 'n8n-workflow';

import type { Ask } from '../client/ask';
import { ServiceError } from '../client/errors';
import { readPage, type Page } from '../client/page';
import { collectPages } from '../client/paging';
import { post } from '../client/serviceRequest';
import { PAGE_SIZE } from '../wire/limits';
import type { ListedMessage } from '../wire/records';
import { askEachSpelling } from './askEachSpelling';

/** Tells something of a message. */
export type MessageTest = (message: ListedMessage) => boolean;

/** How the lists are read. */
export interface ContactListReading {
	/** Fields to add to each list request. */
	additionalBodyFields: IDataObject;
	/** The number of requests that may be in flight. */
	width: number;
}

/** The list of the messages of one spelling, as far as it was read. */
interface SpellingList {
	spelling: string;
	/** All messages that were read, newest first, in both directions. */
	messages: ListedMessage[];
	/** True if it was read to its end. */
	isComplete: boolean;
}

/**
 * The messages of a person, by list-messages (interface section 4), under each spelling of the number.
 * A service that takes no notice of the spelling lists the same again, which the first page shows; such a list is
 * read once.
 */
export class ContactMessages {
	/**
	 * The time of the service, or of this machine where the service does not tell, in milliseconds since 1970.
	 */
	now = Date.now();

	/** Every message that was read, in no particular order; one may be there twice. */
	readonly seen: ListedMessage[] = [];

	private readonly lists: SpellingList[] = [];

	/** @param contact The number of the person, in any of its forms. */
	constructor(
		private readonly ask: Ask,
		private readonly contact: string,
		private readonly reading: ContactListReading,
	) {}

	/**
	 * Reads the newest messages that pass the test, up to the wanted ones under each spelling, those of a spelling
	 * from the newest to the oldest. To be called once.
	 * @throws ServiceError if the service does not answer, or does not come to an end.
	 */
	async readNewest(wanted: number, isWanted: MessageTest): Promise<ListedMessage[]> {
		const shown = new Set<unknown>();
		const opened = await askEachSpelling(this.contact, async (spelling, mayBeRefused) => {
			const messages: ListedMessage[] = [];
			const open = async (offset: number, limit: number, isFirst = false) => {
				const page = await this.fetchPage(
					{ phone_number: spelling },
					{ offset, limit },
					isFirst && mayBeRefused,
				);
				messages.push(...(page.records as ListedMessage[]));
				return page;
			};
			const first = await open(0, PAGE_SIZE, true);
			const isRepeated = first.records.some(({ id }) => shown.has(id));
			for (const { id } of first.records) shown.add(id);
			const fetch = async (offset: number, limit: number) =>
				offset === 0 ? first : await open(offset, limit);
			return { spelling, messages, isRepeated, fetch };
		});
		const found: ListedMessage[] = [];
		for (const { spelling, messages, fetch } of opened.filter(({ isRepeated }) => !isRepeated)) {
			const collected = await this.collect(fetch, wanted, isWanted);
			this.lists.push({ spelling, messages, isComplete: collected.length < wanted });
			found.push(...collected);
		}
		return found;
	}

	/**
	 * Finds inbound messages that pass the test. Asks the service only where the messages that were read do not show
	 * the newest of them.
	 * @param isPast Returns true for messages from which on older ones no longer matter.
	 * @returns All that are known, in no particular order; among them the newest one, unless it no longer matters.
	 * @throws ServiceError if the service does not answer, or does not come to an end.
	 */
	async findInbound(isWanted: MessageTest, isPast: MessageTest): Promise<ListedMessage[]> {
		const isFound: MessageTest = (message) => message.direction === 'inbound' && isWanted(message);
		const decides: MessageTest = (message) => isFound(message) || isPast(message);
		for (const { spelling, messages, isComplete } of this.lists) {
			if (isComplete || messages.some(decides)) continue;
			const filters = { phone_number: spelling, direction: 'inbound' };
			await this.collect(
				async (offset, limit) => await this.fetchPage(filters, { offset, limit }),
				1,
				decides,
			);
		}
		return this.seen.filter(isFound);
	}

	private async collect(
		fetch: (offset: number, limit: number) => Promise<Page>,
		wanted: number,
		isWanted: MessageTest,
	): Promise<ListedMessage[]> {
		const collected = await collectPages(fetch, wanted, this.reading.width, (record) =>
			isWanted(record as ListedMessage),
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
		filters: IDataObject,
		range: { offset: number; limit: number },
		mayBeRefused = false,
	): Promise<Page> {
		const body = { ...filters, ...this.reading.additionalBodyFields, ...range };
		const request = { ...post('list-messages', body), mayBeRefused };
		const answer = await this.ask(request, (page) => readPage(page, ['messages']));
		if (answer.serviceTime !== undefined) this.now = answer.serviceTime;
		this.seen.push(...(answer.body.records as ListedMessage[]));
		return answer.body;
	}
}
