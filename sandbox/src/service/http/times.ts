import { EARLIEST, isoTime, LATEST } from '../time.ts';
import { plainError } from './errors.ts';

/** Matches a date, alone or with a time of day, which may have an offset. */
const ISO_8601 = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Parses an ISO 8601 date of a request; without an offset it is in UTC.
 * @returns milliseconds
 * @throws {ServiceError} 400 for anything else
 */
export function parseTime(name: string, text: string): number {
	const [, date = '', time, offset] = ISO_8601.exec(text) ?? [];
	const milliseconds = Date.parse(time && !offset ? `${text}Z` : text);
	const midnight = Date.parse(date);
	// Date.parse takes 30 February for 2 March.
	const isDay = !Number.isNaN(midnight) && isoTime(midnight).startsWith(date);
	if (!isDay || !(milliseconds >= EARLIEST && milliseconds <= LATEST)) {
		throw plainError(400, `${name} must be an ISO 8601 date`);
	}
	return milliseconds;
}

/** A row of a table that stores `Shown`: its columns `..._at` hold times in milliseconds. */
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
