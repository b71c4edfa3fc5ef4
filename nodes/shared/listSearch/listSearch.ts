import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { createAsk, type Ask } from '../client/ask';
import { VoiceAgentClient } from '../client/client';
import { toNodeApiError, ServiceError } from '../client/errors';
import { isLastPage, readPage } from '../client/page';
import type { ServiceRequest } from '../client/serviceRequest';
import { readAuthentication } from '../parameters/authentication';
import { InvalidParameterError } from '../parameters/invalidParameterError';
import { PAGE_SIZE } from '../wire/limits';
import { withoutFormatting } from '../wire/listedNumber';

/**
 * The list scrolls with so many entries. With fewer, n8n does not ask
 * for more while a search text is entered.
 */
const ENTRIES_THAT_SCROLL = 25;

/** The most pages that one search reads before it shows the entries it has found. */
const MAX_SEARCHED_PAGES = 10;

/** The text in the search field of a list, and where to go on when the list is scrolled to its end. */
export interface Search {
	filter?: string | undefined;
	paginationToken?: string | undefined;
}

/** A page of a list, and where the next one begins; no `next` after the last. */
export interface ListPage {
	entries: INodeListSearchItems[];
	next?: number | undefined;
	/** Identifies the first record of the page: a service that ignores the offset gives the same page again. */
	firstRecord?: string | undefined;
}

/** The source of the entries of a list. */
interface ListSource {
	/** Reads the page that begins at an offset. */
	readEntries: (offset: number, ask: Ask) => Promise<ListPage>;
	/**
	 * Names what was searched, for a list that is too long to search to its end: e.g. `newest 1,000 messages`.
	 */
	describeSearched: (count: string) => string;
}

/**
 * The entries of a list whose name, value or description contains the search text, without doubles. n8n
 * stores the name of the one that is chosen with the workflow, so what people wrote belongs into the
 * description, which the list does not show. Reads pages until there are enough to scroll, so that n8n asks
 * for the rest; after ten pages an entry without a value says how far the search went.
 * @throws NodeApiError when the service does not answer; NodeOperationError for a log-in that the panel does not
 * offer.
 */
export async function searchList(
	context: ILoadOptionsFunctions,
	{ filter = '', paginationToken }: Search,
	{ readEntries, describeSearched }: ListSource,
): Promise<INodeListSearchResult> {
	const matches = createMatcher(filter);
	const found = new Map<string, INodeListSearchItems>();
	const askService = await connect(context).catch(rethrowForEditor(context));
	let offset = Number(paginationToken ?? 0);
	let lastFirstRecord: string | undefined;
	for (let page = 1; page <= MAX_SEARCHED_PAGES; page++) {
		const { entries, next, firstRecord } = await readEntries(offset, askService).catch(
			rethrowForEditor(context),
		);
		for (const entry of entries.filter(matches)) {
			if (!found.has(String(entry.value))) found.set(String(entry.value), entry);
		}
		const isRepeated = firstRecord !== undefined && firstRecord === lastFirstRecord;
		if (next === undefined || isRepeated) return { results: [...found.values()] };
		if (found.size >= ENTRIES_THAT_SCROLL) {
			return { results: [...found.values()], paginationToken: String(next) };
		}
		offset = next;
		lastFirstRecord = firstRecord;
	}
	const searched = describeSearched(offset.toLocaleString('en-US'));
	const name = `Only the ${searched} were searched. Choose By ID for others.`;
	return { results: [...found.values(), { name, value: '' }] };
}

const rethrowForEditor =
	(context: ILoadOptionsFunctions) =>
	(error: unknown): never => {
		if (error instanceof InvalidParameterError) throw error.toNodeOperationError(context.getNode());
		throw error instanceof ServiceError ? toNodeApiError(error.report, context.getNode()) : error;
	};

/**
 * Reads a page of a list that the service gives by limit and offset (interface section 8).
 * @param requestFor Makes the request for this limit and offset.
 * @param fields Where the response has its records.
 * @param toEntry Makes the entry for a record; returns undefined if the record cannot be chosen.
 */
export async function readOffsetPage(
	offset: number,
	ask: Ask,
	requestFor: (range: { limit: number; offset: number }) => ServiceRequest,
	fields: readonly string[],
	toEntry: (record: IDataObject) => INodeListSearchItems | undefined,
): Promise<ListPage> {
	const range = { limit: PAGE_SIZE, offset };
	const { body: page } = await ask(requestFor(range), (body) => readPage(body, fields));
	const [first] = page.records;
	return {
		entries: page.records.map(toEntry).filter((entry) => entry !== undefined),
		...(!isLastPage(page, range) && { next: offset + page.records.length }),
		firstRecord: first && String(first.id ?? JSON.stringify(first)),
	};
}

/** Reads the value of an entry. Returns undefined if the record has none, so that it cannot be chosen. */
export const readValue = (value: unknown): string | undefined =>
	(typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;

/** Compares names as people sort them: `Agent 2` comes before `Agent 10`. */
export const { compare: compareNames } = new Intl.Collator('en', { numeric: true });

/** The most retries of a list, since a person waits for it. */
const MAX_LIST_RETRIES = 2;

async function connect(context: ILoadOptionsFunctions): Promise<Ask> {
	// A parameter that is not there has its default, as when the workflow runs.
	const value = context.getCurrentNodeParameter('authentication') ?? 'apiKey';
	const client = await VoiceAgentClient.open(context, readAuthentication(value));
	return createAsk(client, { idempotent: true, maxRetries: MAX_LIST_RETRIES, messages: { isForList: true } });
}

/** Letter case does not matter, nor does the formatting of a number. */
function createMatcher(filter: string): (entry: INodeListSearchItems) => boolean {
	const text = filter.trim().toLowerCase();
	const digits = withoutFormatting(filter);
	const isNumber = /^\+?\d{3,}$/.test(digits);
	return ({ name, value, description = '' }) =>
		[name, String(value), description].some(
			(part) => part.toLowerCase().includes(text) || (isNumber && withoutFormatting(part).includes(digits)),
		);
}
