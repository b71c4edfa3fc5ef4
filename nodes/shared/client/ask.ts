import type { IDataObject } from 'n8n-workflow';

import { describeFailure } from './failureMessage';
import type { Service, ServiceContext } from './openService';
import { RateLimiter } from './rateLimiter';
import { send, type ServiceRequest } from './request';
import { sendWithRetry } from './retry';
import { ServiceError } from './serviceError';
import { TIMEOUTS } from './timeouts';

/** How long and how often to ask, and for what. */
export interface AskOptions {
	/** Milliseconds for one try. */
	timeout?: number;
	maxRetries?: number;
	/** Fires when the execution is cancelled. */
	cancelled?: AbortSignal | undefined;
	/** Whether it is for a list to choose from, so that the error says what to do there. */
	isForList?: boolean;
}

/**
 * What the service answers to a single request that only reads.
 * @throws ServiceError when the service does not answer it.
 */
export async function ask(
	context: ServiceContext,
	service: Service,
	request: ServiceRequest,
	{ timeout = TIMEOUTS.quick, maxRetries = 2, cancelled, isForList = false }: AskOptions = {},
): Promise<IDataObject> {
	const outcome = await sendWithRetry(
		async () => await send(context, service, request, timeout, cancelled),
		{ maxRetries, safe: true },
		new RateLimiter(1, cancelled ?? new AbortController().signal),
		0,
	);
	if (outcome.ok) return outcome.body;
	const { failure, retries, outcomeKnown } = outcome;
	throw new ServiceError(describeFailure(failure, { service, retries, outcomeKnown, isForList }));
}
