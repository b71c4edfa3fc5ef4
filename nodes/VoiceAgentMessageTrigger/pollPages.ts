import type { IPollFunctions } from 'n8n-workflow';

import { toNodeApiError } from '../shared/client/errors';
import { type Filters, requestFilters } from './filters';
import { log } from './log';
import { MessagePages, TOO_SLOW } from './messagePages';
import type { PollFailure } from './outage';
import type { Poll } from './pollTypes';

/** The most records without an ID or a time that are remembered so that each is named once. */
const MOST_NAMED = 1_000;

/** The list as the service filters it, for the time of the poll. */
export const openPages = ({ settings, time }: Poll, filters: Filters): MessagePages =>
	new MessagePages(settings.client, requestFilters(filters), time);

/** The reason that a poll could not read the list. */
export function toPollFailure({ stop }: MessagePages, context: IPollFunctions): PollFailure {
	const { report, restUntil } = stop?.kind === 'failed' ? stop : TOO_SLOW;
	const isRefused = report.statusCode === 401 || report.statusCode === 403;
	return {
		error: toNodeApiError(report, context.getNode()),
		cause: isRefused ? 'credential' : 'service',
		...(restUntil !== undefined && { restUntil }),
	};
}

/** Each record that cannot be told from others or put in order is set aside; the log names it once. */
export function nameUnreadable({ context, named }: Poll, { unreadable }: MessagePages): void {
	for (const { id, created_at: createdAt } of unreadable) {
		const shown = JSON.stringify({ id, created_at: createdAt }).slice(0, 200);
		if (named.has(shown)) continue;
		if (named.size >= MOST_NAMED) named.clear();
		named.add(shown);
		log(context, 'warn', `A message without a readable ID or time does not start the workflow: ${shown}`);
	}
}
