import type { IDataObject } from 'n8n-workflow';

import { reportOf } from './failureMessage';
import type { Service, ServiceContext } from './openService';
import { RateLimiter } from './rateLimiter';
import { send, type ServiceRequest } from './request';
import { sendWithRetry } from './retry';
import { ServiceError } from './serviceError';
import { TIMEOUTS } from './timeouts';

/**
 * What the service answers to a single request that only reads.
 * @param cancelled Fires when the execution is cancelled.
 * @throws ServiceError when the service does not answer it.
 */
export async function ask(
	context: ServiceContext,
	service: Service,
	request: ServiceRequest,
	cancelled?: AbortSignal,
): Promise<IDataObject> {
	const outcome = await sendWithRetry(
		async () => await send(context, service, request, TIMEOUTS.quick, cancelled),
		{ maxRetries: 2, safe: true },
		new RateLimiter(1, cancelled ?? new AbortController().signal),
		0,
	);
	if (outcome.ok) return outcome.body;
	const { failure, retries, outcomeKnown } = outcome;
	throw new ServiceError(reportOf(failure, { service, retries, outcomeKnown }));
}
