import type { IDataObject } from 'n8n-workflow';

import type { RequestPolicy, RequestResult, ServiceAnswer, VoiceAgentClient } from './client';
import { type FailedRequest, ServiceError } from './errors';
import { assess, type Failure } from './failure';
import { describeFailure, type MessageContext } from './messages';
import { RateLimiter, type Slot } from './rateLimiter';
import type { ServiceRequest } from './serviceRequest';

/** Reads the body of a success. What it lacks makes the request fail. */
export type ReadBody<T> = (body: IDataObject) => { ok: true; body: T } | { ok: false; failure: Failure };

/**
 * Sends a request and reads the answer; by default, the body is returned as it is.
 * @throws ServiceError if the service does not answer, or not with what was asked for.
 */
export interface Ask {
	(request: ServiceRequest): Promise<ServiceAnswer>;
	<T>(request: ServiceRequest, read: ReadBody<T>): Promise<ServiceAnswer<T>>;
}

/** What an {@link Ask} needs besides the request. */
interface AskOptions extends RequestPolicy {
	/** Returns the slot of a request; by default each has a limiter of its own. */
	slot?: () => Slot;
	/** The parts of its error message that only the caller knows. */
	messages?: MessageContext;
	/** Keeps the results by their requests, so that the same request is sent once. */
	results?: Map<string, Promise<RequestResult>>;
}

/** Creates the function that sends all requests of a caller under the same conditions. */
export function createAsk(client: VoiceAgentClient, options: AskOptions): Ask {
	const { slot, messages, results, ...policy } = options;
	return async <T>(request: ServiceRequest, read?: ReadBody<T>): Promise<ServiceAnswer<T>> => {
		const own = slot?.() ?? new RateLimiter(1, policy.cancelled ?? new AbortController().signal).slot();
		const question = results && JSON.stringify(request);
		try {
			const pending = (question && results?.get(question)) || client.request(request, policy, own);
			if (question) results?.set(question, pending);
			const result = readResult(await pending, read);
			if (result.ok) return result;
			throw new ServiceError(describeFailure(result, client, messages), result);
		} finally {
			own.free();
		}
	};
}

/** A result whose body was read. */
export type ReadResult<T> = ServiceAnswer<T> | ({ ok: false } & FailedRequest);

/** Reads the body of a success; the request has failed if it does not hold what was asked for. */
export function readResult<T>(result: RequestResult, read?: ReadBody<T>): ReadResult<T> {
	if (!result.ok || !read) return result as ReadResult<T>;
	const answer = read(result.body);
	if (answer.ok) return { ...result, body: answer.body };
	const { failure } = answer;
	const { retries, sentAt } = result;
	return { ok: false, failure, retries, sentAt, isOutcomeKnown: assess(failure).processed !== 'maybe' };
}
