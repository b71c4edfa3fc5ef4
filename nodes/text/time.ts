/**
 * A day, with or without a time and a zone, in ISO 8601; also with a space for the `T`, as databases print it.
 * `05/06/2026` is not accepted: it is in May in one country and in June in another.
 */
const ISO_8601 =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)(?: ?(Z|[+-]\d{2}(?::?\d{2})?))?)?$/i;

/** The parts of a date and time in ISO 8601, as it was written. */
interface IsoDateTime {
	/** In the form `2026-05-31`. */
	day: string;
	/** In the form `14:00:00.5`; `00:00` if there is none. */
	time: string;
	/** In the form `+02:00` or `Z`; undefined if there is none. */
	zone: string | undefined;
}

/**
 * Splits a string in ISO 8601 into its parts. Returns undefined for anything else; the parts may still be out of range.
 */
export function splitIsoDateTime(text: string): IsoDateTime | undefined {
	const [, day, time = '00:00', zone] = ISO_8601.exec(text.trim()) ?? [];
	if (day === undefined) return undefined;
	return { day, time: time.replace(',', '.'), zone: zone && normalizeZone(zone) };
}

/** Writes a zone as `Z` or `+02:00`, the two forms that every reader of ISO 8601 takes. */
function normalizeZone(zone: string): string {
	const [, hours, minutes = '00'] = /^([+-]\d{2}):?(\d{2})?$/.exec(zone) ?? [];
	return hours === undefined ? 'Z' : `${hours}:${minutes}`;
}

/**
 * Parses an ISO 8601 timestamp of the service and returns it in milliseconds since 1970. One without a zone is UTC,
 * whatever the zone of the machine.
 * @returns undefined if it is not a date, such as the 30th of February.
 */
export function parseTime(timestamp: unknown): number | undefined {
	const parts = typeof timestamp === 'string' ? splitIsoDateTime(timestamp) : undefined;
	if (!parts) return undefined;
	const { day, time, zone = 'Z' } = parts;
	// JavaScript takes the 30th of February for a day in March.
	const midnight = Date.parse(`${day}T00:00Z`);
	if (Number.isNaN(midnight) || !formatTime(midnight).startsWith(day)) return undefined;
	const milliseconds = Date.parse(`${day}T${time}${zone}`);
	return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

/** Seconds or milliseconds since 1970, from 2001 to 2286. A number of another length could be anything. */
const EPOCH = /^(\d{10})(\d{3})?$/;

/**
 * Parses a point in time in an event and returns it in milliseconds since 1970. The service does not document its form:
 * it may be an ISO 8601 timestamp, as elsewhere, or seconds or milliseconds since 1970.
 * @returns undefined for anything else, also for a day without a time.
 */
export function parseEventTime(value: unknown): number | undefined {
	const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
	const [, seconds, milliseconds = '000'] = EPOCH.exec(text) ?? [];
	if (seconds !== undefined) return Number(`${seconds}${milliseconds}`);
	return text.includes(':') ? parseTime(text) : undefined;
}

/**
 * Returns the latest time that a timestamp of the service can mean, in milliseconds since 1970: one
 * in whole seconds may be from the end of its second, one without seconds from the end of its minute.
 * @returns undefined if it is not a date; a day without a time counts as its first minute.
 */
export function parseLatestTime(timestamp: unknown): number | undefined {
	const time = parseTime(timestamp);
	const written = typeof timestamp === 'string' ? splitIsoDateTime(timestamp)?.time : undefined;
	if (time === undefined || written === undefined) return undefined;
	if (written.includes('.')) return time;
	return time + (written.length > 'HH:MM'.length ? 999 : 59_999);
}

/** Writes a time as the service does: ISO 8601 in UTC. @param milliseconds Since 1970. */
export const formatTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

/**
 * A date that begins with the name of a weekday and has a time, as in HTTP. `Date.parse` alone would
 * take "-5", "2" or "soon 2050" for a year.
 */
const HTTP_DATE = /^[a-z]{3,9},? .*\d{2}:\d{2}:\d{2}/i;

/** HTTP gives times in whole seconds, rounded down. */
export const HTTP_DATE_PRECISION_MS = 1_000;

/** Parses a date of an HTTP header and returns it in milliseconds since 1970; undefined for anything else. */
export function parseHttpDate(header: unknown): number | undefined {
	const time = typeof header === 'string' && HTTP_DATE.test(header) ? Date.parse(header) : NaN;
	return Number.isNaN(time) ? undefined : time;
}

/** Writes a time, in milliseconds since 1970, for people in a time zone, in the form `2026-05-31 14:00`. */
export const formatLocalTime = (milliseconds: number, timeZone: string): string =>
	// Sweden writes dates in ISO 8601.
	new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(milliseconds);
