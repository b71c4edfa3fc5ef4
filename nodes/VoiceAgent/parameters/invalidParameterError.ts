import { withInvisibleEscaped } from '../../shared/invisible';

/** The longest part of a value that a message quotes. */
const QUOTED = 60;

/** A value that cannot be used: which one and why, and what to enter instead. Nothing has been sent yet. */
export class InvalidParameterError extends Error {
	/** @param itemIndex The input item that it is about, if that is not the first one of the request. */
	constructor(
		message: string,
		readonly advice: string,
		readonly itemIndex?: number,
	) {
		super(message);
	}
}

/** A value as a message quotes it: `"abc"` or `"{"a":1}"`. What cannot be seen is escaped, so that a reader finds it. */
export function quoted(value: unknown): string {
	const text = withInvisibleEscaped(
		typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value),
	);
	return `"${text.length > QUOTED ? `${text.slice(0, QUOTED)}...` : text}"`;
}
