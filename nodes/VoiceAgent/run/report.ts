import type { IDataObject, IExecuteFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { withHiddenError } from '../../n8n/node';
import { InvalidParameterError } from '../../parameters/invalidParameterError';
import { ServiceError } from '../../service/failure';
import type { Operation } from '../operation';
import type { ItemOutcome } from './nodeExecution';
import type { Plan } from './plan';

const RETRY_ON_FAIL =
	"'Retry On Fail' runs the whole node again, and so sends requests again that were already carried out. Turn it off in the settings of the node: 'Max Retries' in the options repeats only what is safe to repeat.";

/** Collects the hints that a person should see beside the output, each once. */
export function collectHints(
	context: IExecuteFunctions,
	{ idempotent, output }: Operation,
	planned: Plan[],
): string[] {
	const hints = new Set(planned.map(({ hint }) => hint).filter((hint) => hint !== undefined));
	// An operation that runs something before its request finds out there that the request was carried out already.
	const canBeRepeated =
		idempotent === true || planned.every(({ beforeRequest }) => beforeRequest !== undefined);
	if (!canBeRepeated && context.getNode().retryOnFail === true) hints.add(RETRY_ON_FAIL);
	// Lists whose records are fetched by `beforeRequest` can differ although the request is the same.
	const dependsOnMore = output.kind === 'list' && planned.some(({ beforeRequest }) => beforeRequest);
	if (!dependsOnMore && areSameRequest(planned)) {
		hints.add(
			`The same request was made ${planned.length} times, once for each input item. Turn on 'Execute Once' in the settings of the node to make it once.`,
		);
	}
	return [...hints];
}

/** Tells whether all items make one and the same request. A request with files never counts as the same as another. */
const areSameRequest = ([first, ...others]: Plan[]): boolean =>
	first !== undefined &&
	others.length > 0 &&
	others.every(
		({ request }) =>
			!request.files &&
			request.path === first.request.path &&
			JSON.stringify(request.body) === JSON.stringify(first.request.body),
	);

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

/**
 * Makes the output item for an error, when the node continues.
 * @param leavesByErrorOutput Whether the item is to leave by the error output.
 */
export function toErrorItem(
	error: unknown,
	pairedItem: IPairedItemData | IPairedItemData[],
	leavesByErrorOutput: boolean,
): INodeExecutionData {
	const message = error instanceof Error ? error.message : String(error);
	const item = { json: { error: message, details: toDetails(error) }, pairedItem };
	return leavesByErrorOutput ? withHiddenError(item, error) : item;
}

/** Returns what a workflow gets of an error besides the message: the status, the code, and how to go on. */
function toDetails(error: unknown): IDataObject {
	if (error instanceof ServiceError) {
		const { statusCode, code, description, facts } = error.report;
		return {
			...(statusCode !== undefined && { statusCode }),
			...(code !== undefined && { code }),
			description,
			...facts,
		};
	}
	if (error instanceof InvalidParameterError) return { description: error.description };
	const { description, httpCode } = error as { description?: unknown; httpCode?: unknown };
	return {
		...(typeof httpCode === 'string' && /^\d+$/.test(httpCode) && { statusCode: Number(httpCode) }),
		...(typeof description === 'string' && { description }),
	};
}
