import { ExplainedError } from '../n8n/errors';
import { escapeInvisible, truncate } from '../text/strings';

/** The longest part of a value that an error message quotes, in characters. */
const MAX_QUOTED_LENGTH = 60;

/**
 * Reports a value that cannot be used: the message names it, the description says what to enter. Nothing has been sent
 * yet.
 */
export class InvalidParameterError extends ExplainedError {
	/** @param itemIndex Index of the input item with the value, if it is not the first one of the request. */
	constructor(message: string, description: string, itemIndex?: number) {
		super(message, description, 'parameter', itemIndex);
	}
}

/**
 * Quotes a value for an error message: `"abc"` or `"{"a":1}"`. Invisible characters
 * are escaped, so that a reader finds them.
 */
export function quote(value: unknown): string {
	const text = escapeInvisible(typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value));
	return `"${truncate(text, MAX_QUOTED_LENGTH)}"`;
}
