import type { IExecuteFunctions } from 'n8n-workflow';

import type { VoiceAgentClient } from '../../service/request';
import { SharedWork } from '../../service/concurrency';
import { RateLimiter } from '../../service/retry';
import type { RequestResult } from '../../service/retry';
import type { Operation } from '../operation';

/** The error of an item that was not carried out, because the failure of another item stopped the execution of the node. */
export class StoppedError extends Error {}

/** The outcome of an item: `unknown` if the service may have carried the request out. */
export type ItemOutcome = 'done' | 'notDone' | 'unknown';

/** One execution of the node. It holds what the items share, and what has become of each so far. */
export class NodeExecution {
	/** Limits the requests in flight. It is closed once the execution is cancelled or stopped. */
	readonly limiter: RateLimiter;

	/** The outcomes of the items that send requests, by their indexes. */
	readonly outcomes = new Map<number, ItemOutcome>();

	/** Messages to show beside the output, from requests that were answered. */
	readonly hints = new Set<string>();

	/** The answers that items depend on, by their requests: the same one is sent once. Pages of long lists are not kept. */
	readonly lookups = new SharedWork<RequestResult>({ ttlMs: Infinity, maxKeys: Infinity });

	/** Fires when the execution is cancelled. */
	readonly cancelSignal: AbortSignal | undefined;

	private readonly stopController = new AbortController();

	/** @param maxInFlight The most requests in flight. */
	constructor(
		readonly context: IExecuteFunctions,
		readonly operation: Operation,
		readonly client: VoiceAgentClient,
		maxInFlight: number,
	) {
		this.cancelSignal = context.getExecutionCancelSignal();
		const signals = [this.stopController.signal, this.cancelSignal].filter((signal) => signal !== undefined);
		this.limiter = new RateLimiter(maxInFlight, AbortSignal.any(signals));
	}

	/** True once an item has failed and the node does not continue. No further request is sent then. */
	get isStopped(): boolean {
		return this.stopController.signal.aborted;
	}

	/** Prevents further requests of all items, unless the node continues on fail. */
	stopUnlessContinueOnFail(): void {
		if (!this.context.continueOnFail()) this.stopController.abort();
	}

	/**
	 * Stops all items because a step of one has failed, unless the node continues on fail.
	 * @throws the error; StoppedError if they were stopped before, since that made the step fail.
	 */
	failAndStop(error: unknown): never {
		const isCause = !this.isStopped;
		this.stopUnlessContinueOnFail();
		throw isCause ? error : new StoppedError();
	}
}
