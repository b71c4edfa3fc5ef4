import type { IExecuteFunctions } from 'n8n-workflow';

import type { VoiceAgentClient } from '../../service/request';
import { RateLimiter } from '../../service/retry';
import type { Operation } from '../operation';
import type { FailedPlan, Plan } from './plan';

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

const RETRY_ON_FAIL =
	"'Retry On Fail' runs the whole node again, and so sends requests again that were already carried out. Turn it off in the settings of the node: 'Max Retries' in the options repeats only what is safe to repeat.";

/** Collects the hints that a person should see beside the output, each once. */
export function collectHints(
	context: IExecuteFunctions,
	{ idempotent }: Operation,
	plans: Array<Plan | FailedPlan>,
): string[] {
	const planned = plans.filter((plan): plan is Plan => !('error' in plan));
	const hints = new Set(planned.map(({ hint }) => hint).filter((hint) => hint !== undefined));
	const canBeRepeated = idempotent === true || planned.every(({ skip }) => skip !== undefined);
	if (!canBeRepeated && context.getNode().retryOnFail === true) hints.add(RETRY_ON_FAIL);
	if (areSameRequest(planned)) {
		hints.add(
			`The same request was made ${planned.length} times, once for each input item. Turn on 'Execute Once' in the settings of the node to make it once.`,
		);
	}
	return [...hints];
}

/**
 * Tells whether all items make one and the same request. A request with files, or the first of several for an item,
 * never counts as the same as another.
 */
const areSameRequest = ([first, ...others]: Plan[]): boolean =>
	first !== undefined &&
	others.length > 0 &&
	others.every(({ request, fetchRecords }) => {
		if (request.files || fetchRecords || request.path !== first.request.path) return false;
		return JSON.stringify(request.body) === JSON.stringify(first.request.body);
	});

/** The outcome of an item in a run that was stopped: `unknown` if the service may have carried the request out. */
export type ItemOutcome = 'done' | 'notDone' | 'unknown';

/**
 * Says which items were carried out when a run stops, since none can be taken back.
 * Returns undefined for an operation that only reads, and if fewer than two items have an outcome.
 * @param outcomes By the indexes of the items. An item without one sent nothing: it was a preview or was skipped.
 * @param failedIndex Index of the item that the message is about.
 */
export function describeProgress(
	{ pastTense, adviceWhenUnknown }: Operation,
	outcomes: ReadonlyMap<number, ItemOutcome>,
	failedIndex: number,
): string | undefined {
	if (pastTense === undefined || outcomes.size < 2) return undefined;
	const indexesWith = (expected: ItemOutcome) =>
		[...outcomes].filter(([, outcome]) => outcome === expected).map(([index]) => index);
	const [done, notDone, unknown] = [indexesWith('done'), indexesWith('notDone'), indexesWith('unknown')];
	if (done.length + unknown.length === 0) return `None of the ${outcomes.size} items was ${pastTense}.`;
	const sentences = [
		done.length > 0 && `Items that were ${pastTense}: ${listRanges(done)}.`,
		notDone.length > 0 && `Items that were not: ${listRanges(notDone)}.`,
		unknown.length > 0 && `Items with an unknown outcome: ${listRanges(unknown)}.`,
		unknown.some((index) => index !== failedIndex) && adviceWhenUnknown,
		notDone.length > 0 && `Run the node again only for the items that were not ${pastTense}.`,
	];
	return sentences.filter(Boolean).join(' ');
}

/** Lists items as n8n counts them in `[item 0]`, such as "0, 2 to 6, 8". */
function listRanges(indexes: number[]): string {
	const ranges: Array<[first: number, last: number]> = [];
	for (const index of indexes) {
		const range = ranges.at(-1);
		if (range && range[1] === index - 1) range[1] = index;
		else ranges.push([index, index]);
	}
	return ranges.map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`)).join(', ');
}
