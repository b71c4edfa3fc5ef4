import type { Operation } from './operation';

/** What became of an item in a run that was stopped. */
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
 * Which items were carried out when a run stops, since nothing of it can be taken back; undefined where it does not matter.
 * @param outcomes By the indexes of the items. Items without one were previews.
 * @param shown Index of the item that the message is about. n8n puts it behind the message, as in `[item 0]`.
 */
export function describeProgress(
	{ participle, retry }: Operation,
	outcomes: ReadonlyMap<number, ItemOutcome>,
	shown: number,
): string | undefined {
	if (participle === undefined || outcomes.size < 2) return undefined;
	const indexesWith = (wanted: ItemOutcome) =>
		[...outcomes].filter(([, outcome]) => outcome === wanted).map(([index]) => index);
	const [done, refused, unknown, notStarted] = (['done', 'refused', 'unknown', 'notStarted'] as const).map(
		indexesWith,
	) as [number[], number[], number[], number[]];
	if (done.length + unknown.length === 0) return `None of the ${outcomes.size} items was ${participle}.`;

	const sentences: string[] = [];
	const say = (indexes: number[], words: (items: string, verb: string) => string) => {
		if (indexes.length > 0) sentences.push(words(itemsAt(indexes), indexes.length === 1 ? 'was' : 'were'));
	};
	say(refused, (items, were) => `${items} ${were} not ${participle}.`);
	say(unknown, (items, were) => `It is unknown whether ${lowerCase(items)} ${were} ${participle}.`);
	if (done.length > 0 && notStarted.length > 0) {
		const rest = `${lowerCase(itemsAt(notStarted))} ${notStarted.length === 1 ? 'was' : 'were'} not`;
		say(done, (items, were) => `${items} ${were} ${participle}; ${rest}.`);
	} else {
		say(done, (items, were) => `${items} ${were} ${participle}.`);
		say(notStarted, (items, were) => `${items} ${were} not ${participle}.`);
	}
	if (unknown.some((index) => index !== shown) && retry.safe !== true) sentences.push(retry.ifUnknown);
	if (refused.length + notStarted.length > 0) {
		sentences.push(`Run the node again only for the items that were not ${participle}.`);
	}
	sentences.push(`Items are counted from 1 here: item ${shown + 1} is [item ${shown}] of n8n.`);
	return sentences.join(' ');
}

/** "Item 1", "Items 1 and 3", "Items 1, 3 to 7 and 9", counted from 1. */
function itemsAt(indexes: number[]): string {
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
	return `${indexes.length === 1 ? 'Item' : 'Items'} ${list}`;
}

const lowerCase = (items: string): string => `i${items.slice(1)}`;
