/** A date with a time in ISO 8601, as the interface promises; also with a blank for the `T`, as databases print it. */
const DATE_AND_TIME =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** Milliseconds since 1970 of a record's time; undefined if it cannot be read. A time without a zone is UTC, whatever n8n's zone. */
export function readTime(text: unknown): number | undefined {
	const match = typeof text === 'string' ? DATE_AND_TIME.exec(text.trim()) : null;
	if (!match) return undefined;
	const [, date, time = '00:00', zone = 'Z'] = match;
	const milliseconds = Date.parse(`${date}T${time}${/^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone}`);
	return Number.isNaN(milliseconds) ? undefined : milliseconds;
}
