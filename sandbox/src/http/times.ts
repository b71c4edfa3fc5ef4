import { DateTime } from 'luxon';
import { EARLIEST, isoTime, LATEST } from '../clock/clock.ts';
import { plainError } from './errors.ts';

/** Matches a date with or without a time of day, but not a time of day alone. */
const DATED = /^\d{4}(?!\d*:)/;

/**
 * Parses an ISO 8601 date of a request; without an offset it is in UTC.
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

/** A row of a table: the fields of `Shown`, with the times of the `..._at` columns in milliseconds. */
export type Row<Shown> = {
	[Name in keyof Shown]: Name extends `${string}_at` ? number | Extract<Shown[Name], null> : Shown[Name];
};

/** Converts a row to the form of the API, with times in ISO 8601. */
export function withIsoTimes<Shown extends object>(row: Row<Shown>): Shown {
	const fields = Object.entries(row).map(([name, value]) => [
		name,
		name.endsWith('_at') && typeof value === 'number' ? isoTime(value) : value,
	]);
	return Object.fromEntries(fields) as Shown;
}
