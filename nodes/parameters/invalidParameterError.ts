import { ExplainedError } from '../n8n/errors';
import type { Result } from '../text/result';
import { escapeInvisible, isScalar, truncate } from '../text/strings';

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

/** The reason why a value cannot be used. */
export interface Refusal {
	/** The rest of a sentence that begins with the name of the value, such as `is empty`. */
	fault: string;
	/** Says what to enter instead. */
	advice: string;
}

/** The value of a parameter in the form that the node needs, or why it has none. */
export type ParsedValue<Value> = Result<Value, Refusal>;

/**
 * Returns a value that was parsed.
 * @param label Names the value in the message, such as the label of its parameter.
 * @throws InvalidParameterError if it cannot be used.
 */
export function requireValid<Value>(parsed: ParsedValue<Value>, label: string): Value {
	if (parsed.ok) return parsed.value;
	const { fault, advice } = parsed.problem;
	throw new InvalidParameterError(`${label} ${fault}`, advice);
}

/**
 * Quotes a value for an error message: `"abc"` or `"{"a":1}"`. Invisible characters
 * are escaped, so that a reader finds them.
 */
export function quote(value: unknown): string {
	const text = escapeInvisible(isScalar(value) ? String(value) : String(JSON.stringify(value)));
	return `"${truncate(text, MAX_QUOTED_LENGTH)}"`;
}
