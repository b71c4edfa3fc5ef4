import type { IExecuteFunctions } from 'n8n-workflow';

import type { Operation } from '../operation';
import type { EmptyPart } from './emptyPart';
import type { FailedPlan, Plan } from './plan';

const RETRY_ON_FAIL =
	"'Retry On Fail' runs the whole node again, and so sends requests again that were already carried out. Turn it off in the settings of the node: 'Max Retries' in the options repeats only what is safe to repeat.";

/** Says that requests were not answered, but have been carried out. */
export const hintForFound = (count: number): string =>
	count === 1
		? 'The service did not answer one request in full, but its records show that it was carried out. It was not sent again.'
		: `The service did not answer ${count} requests in full, but its records show that they were carried out. None was sent again.`;

/** Collects the hints that a person should see beside the output, each once. */
export function hintsFor(
	context: IExecuteFunctions,
	{ idempotent }: Operation,
	plans: Array<Plan | FailedPlan>,
): string[] {
	const planned = plans.filter((plan): plan is Plan => !('error' in plan));
	const hints = new Set(planned.map(({ hint }) => hint).filter((hint) => hint !== undefined));
	const withEmptyPart = planned.find(({ emptyPart }) => emptyPart !== undefined);
	if (withEmptyPart?.emptyPart) hints.add(describeEmptyPart(withEmptyPart.emptyPart, withEmptyPart.index));
	if (idempotent !== true && context.getNode().retryOnFail === true) hints.add(RETRY_ON_FAIL);
	const repetition = describeRepetition(planned, idempotent === true);
	if (repetition) hints.add(repetition);
	return [...hints];
}

/** @param index Index of the first item with such a part, as n8n counts. */
const describeEmptyPart = ({ label, expression }: EmptyPart, index: number): string =>
	`In ${label}, the expression ${expression} gave no value for item ${index}, so that part of the text is empty.`;

/**
 * Says that several input items made the same request. Reading a record more than once is usual, e.g. the agent of each message;
 * sending the same message more than once is not.
 */
function describeRepetition(plans: Plan[], isHarmless: boolean): string | undefined {
	const { length } = plans;
	// The request of a large batch call would be written as text for nothing.
	if (length < 2) return undefined;
	const different = countDifferent(plans);
	if (different === 1) {
		return `The same request was made ${length} times, once for each input item. Turn on 'Execute Once' in the settings of the node to make it once.`;
	}
	if (isHarmless || different === length) return undefined;
	return `${length} input items made only ${different} different requests, so some were made several times. Turn on 'Execute Once' in the settings of the node to make only the first, or put a Remove Duplicates node before it.`;
}

/** Requests with files, and those that others follow, count as different, since the rest of them is not known. */
const countDifferent = (plans: Plan[]): number =>
	new Set(
		plans.map(({ request, fetchRecords }) =>
			request.files || fetchRecords ? request : JSON.stringify([request.path, request.body]),
		),
	).size;
