import type { IDataObject } from 'n8n-workflow';

import { readRecords, type ServiceResponse } from './response';

/** A page of a list that the service gives by limit and offset (interface section 4). */
export interface Page {
	records: IDataObject[];
	/** The number of records of the whole list; undefined if the service names none, or something that is no count. */
	total?: number;
	/** What the service says; undefined if it says nothing. */
	hasMore?: boolean;
}

/**
 * Reads a page in a response.
 * @param fields The first of these that holds a list is the list of records.
 */
export function readPage(body: IDataObject, fields: readonly string[]): ServiceResponse<Page> {
	const { total, has_more: hasMore } = body;
	const records = readRecords(body, fields);
	if (!records.ok) return records;
	return {
		ok: true,
		body: {
			records: records.body,
			...(typeof total === 'number' && total > 0 && { total }),
			...(typeof hasMore === 'boolean' && { hasMore }),
		},
	};
}

/**
 * Tells whether the list ends with a page that was requested with this limit and offset. A `total` that has been
 * passed is wrong, and so says nothing; one that has been reached may count the page alone, where there is more.
 * @returns undefined if only a request for what follows tells: the page is short, which is the end of
 * the list or the most that the service gives at once.
 */
export function isLastPage(
	{ records, total = 0, hasMore }: Page,
	{ offset, limit }: { offset: number; limit: number },
): boolean | undefined {
	const end = offset + records.length;
	if (records.length === 0) return true;
	if (hasMore === true) return false;
	if (total === end || (hasMore === false && total < end)) return true;
	return records.length >= limit ? false : undefined;
}
