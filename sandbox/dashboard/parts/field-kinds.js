/**
 * A kind of field. `read` returns the value of a text that is not empty, or undefined if it is not of the
 * kind; `words` then say what to type.
 * @typedef {(text: string) => unknown} Read
 * @typedef {{ type?: string, rows?: number, words: string, read: Read }} Kind
 *
 * @typedef {'text' | 'secret' | 'long' | 'choice' | 'switch' | 'several' | 'number' | 'chatNumber' | 'digits' | 'whole'
 * | 'decimal' | 'address' | 'time' | 'json' | 'object' | 'transcript'} KindName
 */

/** @type {Read} */
const asIs = (text) => text;
/** @type {(pattern: RegExp) => Read} */
const matching = (pattern) => (text) => (pattern.test(text) ? text : undefined);
/** @type {(pattern: RegExp) => Read} */
const readNumber = (pattern) => (text) => (pattern.test(text) ? Number(text) : undefined);
/** @type {Read} */
const parseTime = (text) => (Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString());

/** @type {Read} */
function readJson(text) {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** @type {Read} */
function readTranscript(text) {
	const lines = text.split('\n').filter((line) => line.trim() !== '');
	const parts = lines.map((line) => {
		const [, role, words] = /^\s*(agent|caller)\s*:\s*(.+)$/i.exec(line) ?? [];
		return role && words && { role: role.toLowerCase(), text: words.trim() };
	});
	return parts.includes(undefined) ? undefined : parts;
}

/** @type {Record<KindName, Kind>} */
export const KINDS = {
	text: { type: 'text', words: '', read: asIs },
	secret: { type: 'password', words: '', read: asIs },
	long: { rows: 3, words: '', read: asIs },
	choice: { words: '', read: asIs },
	switch: { words: '', read: asIs },
	several: { words: '', read: asIs },
	number: { type: 'tel', words: 'a number like +14155550123', read: matching(/^\+[1-9]\d{6,14}$/) },
	chatNumber: { type: 'tel', words: 'a number like 14155550123', read: matching(/^\+?[1-9]\d{6,14}$/) },
	digits: { type: 'text', words: 'digits only, like 106540352242922', read: matching(/^\d{1,32}$/) },
	whole: { type: 'text', words: 'a whole number like 30', read: readNumber(/^\d{1,9}$/) },
	decimal: { type: 'text', words: 'a number like 0.5', read: readNumber(/^\d+(\.\d+)?$/) },
	address: {
		type: 'url',
		words: 'an address that begins with http:// or https://',
		read: matching(/^https?:\/\/\S+$/i),
	},
	time: { type: 'datetime-local', words: 'a date and a time', read: parseTime },
	json: { rows: 12, words: 'JSON like {"name": "Ada"}', read: (text) => readJson(text) && text },
	object: { rows: 3, words: 'a JSON object like {"order": "A-17"}', read: readJson },
	transcript: { rows: 4, words: 'lines that begin with “Agent:” or “Caller:”', read: readTranscript },
};
