/** The span of time that has an ISO 8601 form with a four-digit year. */
export const EARLIEST = Date.parse('0000-01-01T00:00:00.000Z');
export const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Formats a time as the interface does (section 2): ISO 8601, UTC, with milliseconds. A time out of range
 * becomes the nearest one that has this form.
 */
export function isoTime(time: number): string {
	return new Date(Math.min(Math.max(time, EARLIEST), LATEST)).toISOString();
}
