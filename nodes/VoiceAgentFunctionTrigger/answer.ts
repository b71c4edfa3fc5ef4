import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../shared/text/json';

/** The longest answer, as JSON in UTF-8, in bytes. */
const MAX_ANSWER_BYTES = 65_536;

/** The bytes that are kept free for the hint and for what JSON puts around it. */
const HINT_BYTES = 200;

const countBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/**
 * Makes the answer to the agent from the JSON of the items of the last node: that of one item, a list of
 * several, an empty object for none. What is no object becomes the field `answer`. A longer answer than 64 KB
 * is cut, and `hint` says so.
 */
export function toAnswer(items: unknown[]): IDataObject | IDataObject[] {
	const [first, ...others] = items.map((item) => (isRecord(item) ? item : { answer: item })) as IDataObject[];
	if (first === undefined) return {};
	if (others.length > 0) return cutList([first, ...others]);
	return cutObject(first);
}

function cutList(items: IDataObject[]): IDataObject[] {
	if (countBytes(items) <= MAX_ANSWER_BYTES) return items;
	const kept: IDataObject[] = [];
	let room = MAX_ANSWER_BYTES - HINT_BYTES;
	for (const item of items) {
		room -= countBytes(item) + 1;
		if (room < 0) break;
		kept.push(item);
	}
	const hint = `The answer was cut after 64 KB: ${kept.length} of ${items.length} entries are here.`;
	return [...kept, { hint }];
}

/** Keeps fields in their order while there is room, and of the first text that is too long its beginning. */
function cutObject(object: IDataObject): IDataObject {
	if (countBytes(object) <= MAX_ANSWER_BYTES) return object;
	let room = MAX_ANSWER_BYTES - HINT_BYTES;
	const kept: Array<[string, unknown]> = [];
	for (const [name, value] of Object.entries(object)) {
		const size = countBytes({ [name]: value });
		if (size <= room) {
			kept.push([name, value]);
			room -= size;
		} else if (typeof value === 'string') {
			const text = cutText(value, room - countBytes({ [name]: '' }));
			if (text !== '') kept.push([name, text]);
			room = 0;
		}
	}
	return { ...(Object.fromEntries(kept) as IDataObject), hint: 'The answer was cut after 64 KB.' };
}

/**
 * The longest beginning of a text that takes no more than this many bytes in
 * JSON, without half a character at its end.
 */
function cutText(text: string, bytes: number): string {
	let low = 0;
	let high = text.length;
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (countBytes(text.slice(0, middle)) - 2 <= bytes) low = middle;
		else high = middle - 1;
	}
	return text.slice(0, low).replace(/[\ud800-\udbff]$/, '');
}
