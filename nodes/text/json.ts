/** Tells whether a value is a JSON object, as opposed to a list, a string, a number or null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the JSON objects in a list; none for anything else. */
export const filterRecords = (value: unknown): Array<Record<string, unknown>> =>
	Array.isArray(value) ? value.filter(isRecord) : [];

/** Returns the value of a JSON text; undefined, which JSON cannot express, if it is not JSON. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/**
 * A character after a backslash, a quotation mark or a number: all that is needed to tell numbers from the digits in
 * strings.
 */
const TOKEN = /\\.|"|-?\d[\d.eE+-]*/g;

/**
 * Returns the value of a JSON text, in which each number that JavaScript would change is the string of its digits:
 * a whole number beyond 2^53, such as an order number of 18 digits, or one that is too large for any number.
 * Returns undefined if the text is not JSON.
 * @param numbers `asWritten` makes each number a string, so that `1.10` does not become `1.1`.
 */
export function parseExactJson(text: string, numbers: 'exact' | 'asWritten' = 'exact'): unknown {
	const value = parseJson(text);
	if (value === undefined) return undefined;
	let isInText = false;
	const exact = text.replace(TOKEN, (token) => {
		if (token === '"') isInText = !isInText;
		else if (!isInText && (numbers === 'asWritten' || !isExact(Number(token)))) return `"${token}"`;
		return token;
	});
	return exact === text ? value : JSON.parse(exact);
}

/** Tells whether JavaScript keeps a number as it was written. Digits of a fraction beyond its precision do not matter. */
const isExact = (number: number): boolean =>
	Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number);
