import type { IExecuteFunctions } from 'n8n-workflow';

import type { VoiceAgentClient } from '../../service/client';
import { RateLimiter } from '../../service/rateLimiter';
import type { Operation } from '../operation';
import type { ItemOutcome } from './report';

/** The error of an item that was not carried out, because the failure of another item stopped the run. */
export class StoppedError extends Error {}

/** One execution of the node: what its items share, and what has become of them so far. */
export class Run {
	/** Limits the requests in flight. It is closed once the execution is cancelled or the run is stopped. */
	readonly limiter: RateLimiter;

	/** The outcomes of the items that send requests, by their indexes. */
	readonly outcomes = new Map<number, ItemOutcome>();

	/** Messages to show beside the output, from requests that were answered. */
	readonly hints = new Set<string>();

	/** Fires when the execution is cancelled. */
	readonly cancelSignal: AbortSignal | undefined;

	private readonly stopController = new AbortController();

	/** @param width The most requests in flight. */
	constructor(
		readonly context: IExecuteFunctions,
		readonly operation: Operation,
		readonly client: VoiceAgentClient,
		width: number,
	) {
		this.cancelSignal = context.getExecutionCancelSignal();
		const signals = [this.stopController.signal, this.cancelSignal].filter((signal) => signal !== undefined);
		this.limiter = new RateLimiter(width, AbortSignal.any(signals));
	}

	/** True once an item has failed and the node does not continue. No further request is sent then. */
	get isStopped(): boolean {
		return this.stopController.signal.aborted;
	}

	/** Prevents further requests, unless the node continues on fail. */
	stopUnlessContinuing(): void {
		if (!this.context.continueOnFail()) this.stopController.abort();
	}

	/**
	 * Stops the run because a step has failed, unless the node continues on fail.
	 * @throws the error; StoppedError if the run was stopped before, since that made the step fail.
	 */
	stopFor(error: unknown): never {
		const isCause = !this.isStopped;
		this.stopUnlessContinuing();
		throw isCause ? error : new StoppedError();
	}
}
