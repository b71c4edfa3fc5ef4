/**
 * The kinds of field. `read` answers the value of a text that is not empty, and undefined when the text is not of the kind;
 * `words` then say what to type.
 * @typedef {{ type?: string, rows?: number, words: string, read: (text: string) => any }} Kind
 */

/** @param {RegExp} pattern */
const matching = (pattern) => (text) => (pattern.test(text) ? text : undefined);

/** @param {string} text */
const asIs = (text) => text;

/** @param {string} text */
function readJson(text) {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** @param {string} text */
function readTranscript(text) {
	const lines = text.split('\n').filter((line) => line.trim() !== '');
	const parts = lines.map((line) => /^\s*(agent|caller)\s*:\s*(.+)$/i.exec(line));
	if (parts.includes(null)) return undefined;
	return parts.map((part) => ({ role: part?.[1]?.toLowerCase(), text: part?.[2]?.trim() }));
}

/** @param {string} text */
function readObject(text) {
	const value = readJson(text);
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

/** @param {string} text */
const readTime = (text) => (Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString());

/** @param {string} text */
const readAddress = (text) => (/^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined);

export const KINDS = kinds({
	text: { type: 'text', words: '', read: asIs },
	long: { rows: 3, words: '', read: asIs },
	choice: { words: '', read: asIs },
	switch: { words: '', read: asIs },
	several: { words: '', read: asIs },
	search: { type: 'search', words: '', read: asIs },
	number: { type: 'tel', words: 'a number like +14155550123', read: matching(/^\+[1-9]\d{6,14}$/) },
	chatNumber: { type: 'tel', words: 'a number like 14155550123', read: matching(/^\+?[1-9]\d{6,14}$/) },
	digits: { type: 'text', words: 'digits only, like 106540352242922', read: matching(/^\d{1,32}$/) },
	whole: {
		type: 'text',
		words: 'a whole number like 30',
		read: (text) => matching(/^\d{1,9}$/)(text) && Number(text),
	},
	decimal: {
		type: 'text',
		words: 'a number like 0.5',
		read: (text) => matching(/^\d+(\.\d+)?$/)(text) && Number(text),
	},
	address: { type: 'url', words: 'an address that begins with http:// or https://', read: readAddress },
	time: { type: 'datetime-local', words: 'a date and a time', read: readTime },
	json: {
		rows: 12,
		words: 'JSON like {"name": "Ada"}',
		read: (text) => (readJson(text) === undefined ? undefined : text),
	},
	object: { rows: 3, words: 'a JSON object like {"order": "A-17"}', read: readObject },
	transcript: { rows: 4, words: 'lines that begin with “Agent:” or “Caller:”', read: readTranscript },
});

/**
 * Keeps the names of the kinds in their type.
 * @template {string} Name
 * @param {Record<Name, Kind>} all
 * @returns {Record<Name, Kind>}
 */
function kinds(all) {
	return all;
}
