import { tryToParseDateTime } from 'n8n-workflow';

import { InvalidParameterError } from './invalidParameterError';
import { readText } from './text';
import { quoted } from './value';

/** A day, with a time and a zone or without. `05/06/2026` is May in one country and June in another. */
const ISO_8601 =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)(?: ?(Z|[+-]\d{2}(?::?\d{2})?))?)?$/i;

/** Milliseconds since 1970, from 2001 to 2286: other counts of digits may as well be seconds, or 202605311400. */
const EPOCH_MILLISECONDS = /^\d{13}$/;

/**
 * A point in time as the service wants it: ISO 8601 in UTC. Takes ISO 8601, milliseconds since 1970, n8n's DateTime and
 * Date objects.
 * @param timezone Of the workflow; counts where the value names none.
 * @throws Refusal for anything else.
 */
export function readDateTime(value: unknown, label: string, timezone: string): string {
	const dateTime = parse(value, timezone);
	if (dateTime !== undefined) return dateTime;
	throw new InvalidParameterError(
		readText(value) === '' ? `${label} is empty` : `${label} ${quoted(value)} is not a date and time`,
		'Choose a date, or enter one as 2026-05-31T14:00:00.',
	);
}

function parse(value: unknown, timezone: string): string | undefined {
	const text = readText(value);
	if (EPOCH_MILLISECONDS.test(text)) return new Date(Number(text)).toISOString();
	const [, day = '', time = '00:00', zone = ''] = ISO_8601.exec(text) ?? [];
	if (day === '') return undefined;
	try {
		const dateTime = tryToParseDateTime(`${day}T${time}${zone}`, timezone);
		// n8n takes the 30th of February for a day in March.
		if (dateTime.toISODate() !== day) return undefined;
		return dateTime.toUTC().toISO() ?? undefined;
	} catch {
		return undefined;
	}
}
