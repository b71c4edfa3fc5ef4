import type { Operation } from '../operation';

/** The outcome of an item in a run that was stopped. */
export type ItemOutcome =
	/** The service has done what it was asked to. */
	| 'done'
	/** It has not. */
	| 'refused'
	/** It may have. */
	| 'unknown'
	/** It was not asked. */
	| 'notStarted';

/**
 * Says which items were carried out when a run stops, since none can be taken back.
 * Returns undefined if that does not matter.
 * @param outcomes By the indexes of the items. Items without one were previews.
 * @param shown Index of the item that the message is about. n8n puts it behind the message, as in `[item 0]`.
 */
export function describeProgress(
	{ participle, ifOutcomeUnknown }: Operation,
	outcomes: ReadonlyMap<number, ItemOutcome>,
	shown: number,
): string | undefined {
	if (participle === undefined || outcomes.size < 2) return undefined;
	const indexesWith = (wanted: ItemOutcome) =>
		[...outcomes].filter(([, outcome]) => outcome === wanted).map(([index]) => index);
	const done = indexesWith('done');
	const refused = indexesWith('refused');
	const unknown = indexesWith('unknown');
	const notStarted = indexesWith('notStarted');
	if (done.length + unknown.length === 0) return `None of the ${outcomes.size} items was ${participle}.`;

	const sentences: string[] = [];
	if (refused.length > 0) sentences.push(`${capitalize(itemsWere(refused))} not ${participle}.`);
	if (unknown.length > 0) sentences.push(`It is unknown whether ${itemsWere(unknown)} ${participle}.`);
	if (done.length > 0 && notStarted.length > 0) {
		sentences.push(`${capitalize(itemsWere(done))} ${participle}; ${itemsWere(notStarted)} not.`);
	} else if (done.length > 0) {
		sentences.push(`${capitalize(itemsWere(done))} ${participle}.`);
	} else if (notStarted.length > 0) {
		sentences.push(`${capitalize(itemsWere(notStarted))} not ${participle}.`);
	}
	if (unknown.some((index) => index !== shown) && ifOutcomeUnknown !== undefined)
		sentences.push(ifOutcomeUnknown);
	if (refused.length + notStarted.length > 0) {
		sentences.push(`Run the node again only for the items that were not ${participle}.`);
	}
	sentences.push(`Items are counted from 1 here: item ${shown + 1} is [item ${shown}] of n8n.`);
	return sentences.join(' ');
}

/** "item 1 was", "items 1 and 3 were", "items 1, 3 to 7 and 9 were", counted from 1. */
function itemsWere(indexes: number[]): string {
	const ranges: Array<[number, number]> = [];
	for (const index of indexes) {
		const last = ranges.at(-1);
		if (last && last[1] === index - 1) last[1] = index;
		else ranges.push([index, index]);
	}
	const words = ranges.flatMap(([first, last]) => {
		if (first === last) return [`${first + 1}`];
		return last === first + 1 ? [`${first + 1}`, `${last + 1}`] : [`${first + 1} to ${last + 1}`];
	});
	const list = words.length === 1 ? words[0] : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
	return indexes.length === 1 ? `item ${list} was` : `items ${list} were`;
}

const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
