import { tryToParseDateTime } from 'n8n-workflow';

import type { ItemInput } from './itemInput';

/**
 * A date as the service wants it (ISO 8601, UTC). A date without a zone is in the workflow's time zone.
 * @throws NodeOperationError for what is no date.
 */
export function instantOf(input: ItemInput, value: unknown, label: string): string {
	try {
		const instant = tryToParseDateTime(value, input.context.getTimezone()).toUTC().toISO();
		if (instant) return instant;
	} catch {
		// Told below, in our words.
	}
	throw input.refusal(`${label} is not a date`, 'Choose a date or enter one as 2026-05-31T14:00:00.');
}
