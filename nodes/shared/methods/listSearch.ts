import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { ask } from '../service/ask';
import { openService } from '../service/openService';
import { recordsIn } from '../service/recordsIn';
import { apiErrorOf, ServiceError } from '../service/serviceError';
import { PAGE_SIZE } from '../wire/limits';

/** How many pages a search looks through before it shows what it has; scrolling goes on from there. */
const PAGES_PER_SEARCH = 10;

/** What the panel asks of a list: the text in its search field, and where it goes on when somebody scrolls. */
export interface Search {
	filter?: string | undefined;
	paginationToken?: string | undefined;
}

/** A page of a list, and where the next one begins; nothing when it is the last. */
export interface ListPage {
	entries: INodeListSearchItems[];
	next?: number | undefined;
}

/** Asks a function endpoint of the service, by POST. @throws ServiceError when it does not answer. */
export type Ask = (path: string, body: IDataObject) => Promise<IDataObject>;

/**
 * The entries of a list in the panel that have the text of its search field in their name or value.
 * @param pageAt Gives the page that begins at an offset. Pages are read until one has something to show.
 * @throws NodeApiError when the service does not answer.
 */
export async function searchList(
	context: ILoadOptionsFunctions,
	{ filter, paginationToken }: Search,
	pageAt: (offset: number, ask: Ask) => Promise<ListPage>,
): Promise<INodeListSearchResult> {
	const isWanted = matching(filter);
	const askService = await asking(context);
	let offset = Number(paginationToken ?? 0);
	for (let page = 1; ; page++) {
		const { entries, next } = await pageAt(offset, askService).catch(shownAt(context));
		const results = entries.filter(isWanted);
		if (next === undefined) return { results };
		if (results.length > 0 || page === PAGES_PER_SEARCH) return { results, paginationToken: String(next) };
		offset = next;
	}
}

/** Makes what the service did not do an error that the editor shows in the list. */
const shownAt =
	(context: ILoadOptionsFunctions) =>
	(error: unknown): never => {
		throw error instanceof ServiceError ? apiErrorOf(error.report, context.getNode()) : error;
	};

/**
 * A page of a list that the service gives by limit and offset (interface section 8).
 * @param ask Asks for the page with this limit and offset.
 * @param fields Where the answer has its records.
 * @param entryOf The entry for a record; none for one that is not to be chosen.
 */
export async function offsetPage(
	offset: number,
	ask: (page: { limit: number; offset: number }) => Promise<IDataObject>,
	fields: readonly string[],
	entryOf: (record: IDataObject) => INodeListSearchItems | undefined,
): Promise<ListPage> {
	const records = recordsIn(await ask({ limit: PAGE_SIZE, offset }), fields);
	return {
		entries: records.map(entryOf).filter((entry) => entry !== undefined),
		...(records.length === PAGE_SIZE && { next: offset + PAGE_SIZE }),
	};
}

async function asking(context: ILoadOptionsFunctions): Promise<Ask> {
	const service = await openService(context, context.getCurrentNodeParameter('authentication'));
	return async (path, body) => await ask(context, service, { method: 'POST', path, body });
}

function matching(filter = ''): (item: INodeListSearchItems) => boolean {
	const wanted = filter.trim().toLowerCase();
	return ({ name, value }) =>
		name.toLowerCase().includes(wanted) || String(value).toLowerCase().includes(wanted);
}
