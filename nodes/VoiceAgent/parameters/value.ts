import { withInvisibleEscaped } from '../../shared/invisible';

/** The longest part of a value that a message quotes. */
const QUOTED = 60;

/** Whether an expression gave no value. A field without one is left out of a request; it never clears anything. */
export const hasNoValue = (value: unknown): value is undefined | null =>
	value === undefined || value === null;

/** A value as a message quotes it: `"abc"` or `"{"a":1}"`. What cannot be seen is escaped, so that a reader finds it. */
export function quoted(value: unknown): string {
	const text = withInvisibleEscaped(
		typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value),
	);
	return `"${text.length > QUOTED ? `${text.slice(0, QUOTED)}...` : text}"`;
}
