export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A span of time: a number of seconds, or a number with its unit, like `90s`, `15m`, `24h` or `2d`. */
export type Duration = number | `${number}` | `${number}${'s' | 'm' | 'h' | 'd'}`;

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Converts a {@link Duration} to seconds; returns undefined if it is not one. */
export function parseSeconds(duration: string | number): number | undefined {
	const [, amount, unit = 's'] = /^(-?\d+(?:\.\d+)?)([smhd])?$/.exec(String(duration)) ?? [];
	return amount === undefined ? undefined : Number(amount) * (UNIT_SECONDS[unit] ?? 1);
}

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
