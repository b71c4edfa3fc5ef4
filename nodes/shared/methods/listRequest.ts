import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';

import { reportOf } from '../service/failureMessage';
import { openService } from '../service/openService';
import { RateLimiter } from '../service/rateLimiter';
import { send, type ServiceRequest } from '../service/request';
import { sendWithRetry } from '../service/retry';
import { apiErrorOf } from '../service/serviceError';
import { TIMEOUTS } from '../service/timeouts';

/**
 * What the service answers to a request for the entries of a list in the panel.
 * @throws NodeApiError when the service does not answer.
 */
export async function ask(context: ILoadOptionsFunctions, request: ServiceRequest): Promise<IDataObject> {
	const service = await openService(context, context.getCurrentNodeParameter('authentication'));
	const outcome = await sendWithRetry(
		async () => await send(context, service, request, TIMEOUTS.quick),
		{ maxRetries: 2, safe: true },
		new RateLimiter(1, new AbortController().signal),
		0,
	);
	if (outcome.ok) return outcome.body;
	const { failure, retries, outcomeKnown } = outcome;
	throw apiErrorOf(reportOf(failure, { service, retries, outcomeKnown }), context.getNode(), 0);
}

/** Whether an entry has what was typed into the list's search field, in its name or its value. */
export function matching(filter = ''): (item: INodeListSearchItems) => boolean {
	const wanted = filter.trim().toLowerCase();
	return ({ name, value }) =>
		name.toLowerCase().includes(wanted) || String(value).toLowerCase().includes(wanted);
}
