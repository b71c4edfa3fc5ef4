import type { IExecuteFunctions } from 'n8n-workflow';

import type { FailedRequest } from '../../service/failure';
import {
	createSend,
	type Send,
	type SendOptions,
	type ServiceRequest,
	type VoiceAgentClient,
} from '../../service/request';
import { RateLimiter, type RequestResult } from '../../service/retry';
import type { Operation } from '../operation';

/** The error of an item that was not carried out, because the failure of another item stopped the execution of the node. */
export class StoppedError extends Error {}

/** The outcome of an item: `unknown` if the service may have carried the request out. */
export type ItemOutcome = 'done' | 'notDone' | 'unknown';

/** The conditions under which an item sends its requests. */
export interface RequestTerms {
	/** Index of the (first) input item. */
	index: number;
	/** Milliseconds for one try. */
	timeoutMs: number;
	maxRetries: number;
}

/** One execution of the node. It holds what the items share, and what has become of each so far. */
export class NodeExecution {
	/** Limits the requests in flight. No further one begins once the execution is cancelled or stopped. */
	readonly limiter: RateLimiter;

	/** The outcomes of the items that send requests, by their indexes. */
	readonly outcomes = new Map<number, ItemOutcome>();

	/** Messages to show beside the output, from requests that were answered. */
	readonly hints = new Set<string>();

	/** The answers that the plans of items depend on, by their requests. */
	readonly lookups = new Map<string, Promise<RequestResult>>();

	private readonly cancelSignal: AbortSignal | undefined;

	private readonly stopController = new AbortController();

	/** @param maxInFlight The most requests in flight. */
	constructor(
		readonly context: IExecuteFunctions,
		readonly operation: Operation,
		private readonly client: VoiceAgentClient,
		maxInFlight: number,
	) {
		this.cancelSignal = context.getExecutionCancelSignal();
		const signals = [this.stopController.signal, this.cancelSignal].filter((signal) => signal !== undefined);
		this.limiter = new RateLimiter(maxInFlight, AbortSignal.any(signals));
	}

	/** True once an item has failed and the node does not continue. No further request is sent then. */
	isStopped(): boolean {
		return this.stopController.signal.aborted;
	}

	/** Prevents further requests of all items, unless the node continues on fail. */
	stopUnlessContinueOnFail(): void {
		if (!this.context.continueOnFail()) this.stopController.abort();
	}

	/**
	 * Decides what a request that has failed means for the other items.
	 * @throws StoppedError if it was not sent because another item had failed.
	 */
	stopAfterFailure({ failure, assessment }: FailedRequest, { mayBeRefused }: ServiceRequest): void {
		const isNotSent = failure.kind === 'cancelled' && !failure.sent;
		if (isNotSent && !this.cancelSignal?.aborted) throw new StoppedError();
		if (!mayBeRefused || assessment.reason !== 'invalid') this.stopUnlessContinueOnFail();
	}

	/**
	 * Creates the function with which an item sends requests. Each of them takes a place in flight of its own, and the
	 * item holds none between them.
	 * @param options By default the requests only read, and a failure does not stop the other items.
	 */
	createItemSend({ index, timeoutMs, maxRetries }: RequestTerms, options: Partial<SendOptions> = {}): Send {
		return createSend(this.client, {
			idempotent: true,
			messages: { adviceWhenNotFound: this.operation.adviceWhenNotFound },
			...options,
			timeoutMs,
			maxRetries,
			cancelSignal: this.cancelSignal,
			limiter: this.limiter,
			order: index,
		});
	}
}
