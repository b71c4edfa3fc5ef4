import type { IDataObject } from 'n8n-workflow';

import type { RequestPolicy, VoiceAgentClient } from './client';
import { ServiceError } from './errors';
import { assess, type Failure } from './failure';
import { describeFailure, type FailureAdvice, SENDING_PLACES, type SendingPlace } from './messages';
import { RateLimiter, type Slot } from './rateLimiter';
import { createInteractiveLimits, type RequestResult, type ServiceSuccess } from './retry';
import type { ServiceRequest } from './serviceRequest';
import type { SharedWork } from './concurrency';

/** Reads the body of a success. The request fails if the body lacks what was asked for. */
export type ReadBody<T> = (body: IDataObject) => { ok: true; body: T } | { ok: false; failure: Failure };

/**
 * Sends a request and reads the answer; by default, the body is returned as it is.
 * @throws ServiceError if the service does not answer, or not with what was asked for.
 */
export interface Send {
	(request: ServiceRequest): Promise<ServiceSuccess>;
	<T>(request: ServiceRequest, read: ReadBody<T>): Promise<ServiceSuccess<T>>;
}

/** The conditions under which a {@link Send} works. */
interface SendOptions extends RequestPolicy {
	/** Where its failures are shown. If a person waits there, each request ends within a few seconds. */
	sentFrom: SendingPlace;
	/** Returns the slot of a request; by default each has a limiter of its own. */
	slot?: () => Slot;
	/** The parts of its error message that only the caller knows. */
	messages?: Omit<FailureAdvice, 'sentFrom'>;
	/** Keeps the results by their requests, so that the same request is sent once. Pages of long lists are not kept. */
	results?: SharedWork<RequestResult>;
}

/** Creates the function that sends all requests of a caller under the same conditions. */
export function createSend(client: VoiceAgentClient, options: SendOptions): Send {
	const { slot, messages, results, sentFrom, ...given } = options;
	const policy = SENDING_PLACES[sentFrom].isInteractive ? { ...createInteractiveLimits(), ...given } : given;
	return async <T>(request: ServiceRequest, read?: ReadBody<T>): Promise<ServiceSuccess<T>> => {
		const own = slot?.() ?? RateLimiter.createSingleSlot(policy.cancelSignal);
		const send = async () => await client.request(request, policy, own);
		try {
			const pending = results && !request.isPage ? results.share(JSON.stringify(request), send) : send();
			const result = readResult(await pending, read);
			if (result.ok) return result;
			throw new ServiceError(describeFailure(result, client, { ...messages, sentFrom }), result);
		} finally {
			own.free();
		}
	};
}

/** Reads the body of a success; the request has failed if it does not hold what was asked for. */
export function readResult<T>(result: RequestResult, read?: ReadBody<T>): RequestResult<T> {
	if (!result.ok || !read) return result as RequestResult<T>;
	const answer = read(result.body);
	if (answer.ok) return { ...result, body: answer.body };
	const { failure } = answer;
	const { retries } = result;
	return { ok: false, failure, retries, isOutcomeKnown: assess(failure).processed !== 'maybe' };
}
