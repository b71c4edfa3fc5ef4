import { DateTime } from 'luxon';
import { plainError } from './errors.ts';

/** A date, with or without a time of day; a time of day alone is none. */
const DATED = /^\d{4}(?!\d*:)/;
const EARLIEST = Date.parse('0000-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Reads an ISO 8601 date that a request names; without an offset it is UTC.
 * @returns milliseconds
 * @throws {ServiceError} 400 for anything else
 */
export function parseTime(name: string, text: string): number {
	const time = DateTime.fromISO(text, { zone: 'utc' });
	const milliseconds = time.toMillis();
	if (!DATED.test(text) || !time.isValid || milliseconds < EARLIEST || milliseconds > LATEST) {
		throw plainError(400, `${name} must be an ISO 8601 date`);
	}
	return milliseconds;
}
