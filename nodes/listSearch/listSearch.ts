import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { createSend, type Send, VoiceAgentClient } from '../service/request';
import { readAuthentication } from '../parameters/fields';
import { toNodeError } from '../n8n/errors';
import { toAsciiDigits, removeInvisible } from '../text/strings';
import { parseJson } from '../text/json';

/**
 * The number of entries with which the list scrolls. With fewer, n8n does not ask
 * for more while a search text is entered.
 */
const ENTRIES_THAT_SCROLL = 25;

/** The most pages that one search reads before it shows the entries it has found. */
const MAX_SEARCHED_PAGES = 10;

/** A method by which n8n searches a list of a node; the token says where to go on when the list is scrolled to its end. */
type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** A page of a list, and where the next one begins; no `next` after the last. */
export interface ListPage {
	entries: INodeListSearchItems[];
	next?: number | undefined;
}

/** The source of the entries of a list. */
interface ListSource {
	/** Fetches page by page, from the one that begins at an offset. */
	fetchEntries: (offset: number, send: Send) => AsyncIterable<ListPage>;
	/**
	 * Names what was searched, for a list that is too long to search to its end: e.g. `newest 1,000 messages`.
	 */
	describeSearched: (count: string) => string;
	/** True if many records give the same entry, so that further pages have entries that earlier ones had. */
	isRepetitive?: true;
	/** The mode of the field in which a value is typed instead, as the panel calls it; `By ID` by default. */
	typedMode?: 'By ID' | 'Number';
}

/**
 * Creates the method that returns the entries of a list whose name, value or description contains the search text,
 * each once. n8n stores the name of the one that is chosen with the workflow, so what people wrote belongs in
 * the description, which the list does not show. It reads pages until there are enough to scroll, so that n8n asks for
 * the rest; after ten pages an entry without a value says how far the search went. It throws NodeApiError when the
 * service does not answer, and NodeOperationError for a log-in that the panel does not offer.
 */
export const createListSearch = (createSource: (context: ILoadOptionsFunctions) => ListSource): ListSearch =>
	async function (filter = '', paginationToken) {
		const { fetchEntries, describeSearched, isRepetitive, typedMode = 'By ID' } = createSource(this);
		const matches = createMatcher(filter);
		const { offset, shown } = parseToken(paginationToken);
		const found = new Map<string, INodeListSearchItems>();
		let searched = 0;
		let pages = 0;
		try {
			const send = await connect(this);
			for await (const { entries, next } of fetchEntries(offset, send)) {
				for (const entry of entries.filter(matches)) {
					const value = String(entry.value);
					if (!found.has(value) && !shown.includes(value)) found.set(value, entry);
				}
				if (next === undefined) return { results: [...found.values()] };
				if (found.size >= ENTRIES_THAT_SCROLL) {
					const values = isRepetitive ? [...shown, ...found.keys()] : [];
					return { results: [...found.values()], paginationToken: formatToken(next, values) };
				}
				searched = next;
				if (++pages === MAX_SEARCHED_PAGES) break;
			}
		} catch (error) {
			throw toNodeError(error, this.getNode());
		}
		const name = `Only the ${describeSearched(searched.toLocaleString('en-US'))} were searched. Choose ${typedMode} for others.`;
		return { results: [...found.values(), { name, value: '' }] };
	};

/** Where a list goes on, and the values that it has shown so far. */
interface ListToken {
	offset: number;
	shown: string[];
}

const formatToken = (offset: number, shown: string[]): string =>
	shown.length > 0 ? JSON.stringify([offset, ...shown]) : String(offset);

function parseToken(token = '0'): ListToken {
	const [offset, ...shown] = [parseJson(token)].flat();
	return { offset: Number(offset), shown: shown.map(String) };
}

/** Returns the value of an entry; undefined if the record has none, so that it cannot be chosen. */
export const toEntryValue = (value: unknown): string | undefined =>
	(typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;

/** Compares names as people sort them: `Agent 2` comes before `Agent 10`. */
export const { compare: compareNames } = new Intl.Collator('en', { numeric: true });

async function connect(context: ILoadOptionsFunctions): Promise<Send> {
	// A parameter that is missing has its default, as when the workflow runs.
	const value = context.getCurrentNodeParameter('authentication') ?? 'apiKey';
	const client = await VoiceAgentClient.open(context, readAuthentication(value));
	return createSend(client, { idempotent: true, isInteractive: true });
}

/**
 * Creates the function that tells whether an entry matches. Letter case and the formatting of a number do not matter.
 */
function createMatcher(filter: string): (entry: INodeListSearchItems) => boolean {
	const text = filter.trim().toLowerCase();
	const digits = removeFormatting(filter);
	const isNumber = /^\+?\d{3,}$/.test(digits);
	return ({ name, value, description = '' }) =>
		[name, String(value), description].some(
			(part) => part.toLowerCase().includes(text) || (isNumber && removeFormatting(part).includes(digits)),
		);
}

/** Removes what people put between the digits of a number. A part of one has no grammar. */
const removeFormatting = (text: string): string =>
	removeInvisible(toAsciiDigits(text)).replace(/[\s().\p{Pd}]/gu, '');
