import type { IPollFunctions } from 'n8n-workflow';

import { worthRetrying, type Failure } from '../shared/service/failure';
import { reportOf, type FailureReport } from '../shared/service/failureMessage';
import type { Service } from '../shared/service/openService';
import { RateLimiter } from '../shared/service/rateLimiter';
import { recordsIn } from '../shared/service/recordsIn';
import { send } from '../shared/service/request';
import { sendWithRetry } from '../shared/service/retry';
import { apiErrorOf } from '../shared/service/serviceError';
import { TIMEOUTS } from '../shared/service/timeouts';
import type { ListedMessage } from '../shared/wire/records';
import { timeOf } from './cursor';
import type { FetchPage } from './messageList';

const MAX_RETRIES = 4;

/** How long a poll may take where n8n does not say, as before 2.41, in milliseconds. */
const DEFAULT_BUDGET = 300_000;

/** What holds for every poll that did not work out. */
const NOTHING_LOST = 'The next poll goes on from the same place: no message is lost.';

/**
 * Gives pages of list-messages with these filters. What is only passing is tried again a few times, within the time that n8n gives a
 * poll. A page that does not come is a NodeApiError.
 */
export function messageFetcher(
	context: IPollFunctions,
	service: Service,
	filters: Record<string, string>,
): FetchPage {
	const budget = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? DEFAULT_BUDGET;
	const deadline = AbortSignal.timeout(budget);
	const limiter = new RateLimiter(1, deadline);
	const timeout = Math.min(TIMEOUTS.quick, budget / 3);
	return async (offset, limit) => {
		const body = { ...filters, limit, offset };
		const outcome = await sendWithRetry(
			async () =>
				await send(context, service, { method: 'POST', path: 'list-messages', body }, timeout, deadline),
			{ maxRetries: MAX_RETRIES, safe: true },
			limiter,
			0,
		);
		if (!outcome.ok) {
			const report = reportOf(outcome.failure, { service, ...outcome });
			throw apiErrorOf(pollReport(report, outcome.failure), context.getNode());
		}
		const messages = recordsIn(outcome.body, ['messages']) as ListedMessage[];
		if (messages.some((message) => typeof message.id !== 'string' || Number.isNaN(timeOf(message)))) {
			throw apiErrorOf(UNREADABLE_MESSAGE, context.getNode());
		}
		// A service that says nothing of more has more as long as its pages are full.
		return {
			messages,
			hasMore:
				outcome.body.has_more === true || (outcome.body.has_more !== false && messages.length >= limit),
		};
	};
}

const UNREADABLE_MESSAGE: FailureReport = {
	message: 'The service lists a message without an id or a time',
	description: `Without them it cannot be told which messages are new. Check the Base URL in the credential. ${NOTHING_LOST}`,
};

/** A poll is repeated by itself, so that what passes needs nobody. */
function pollReport(report: FailureReport, failure: Failure): FailureReport {
	if (failure.kind === 'cancelled') {
		return {
			message: 'The service took longer than a poll may last',
			description: `Check whether it is slow or limits requests. ${NOTHING_LOST}`,
		};
	}
	const isPassing =
		worthRetrying(failure, true) && failure.kind !== 'unreached' && failure.kind !== 'notLoggedIn';
	return { ...report, description: isPassing ? NOTHING_LOST : `${report.description} ${NOTHING_LOST}` };
}
