/** Phrases by their words: each branch is a next word. It finds phrases in a text without trying every part of it. */
export interface PhraseTree {
	/** True if a phrase ends here. */
	isEnd: boolean;
	next: Map<string, PhraseTree>;
}

const createNode = (): PhraseTree => ({ isEnd: false, next: new Map() });

/** @param phrases Each as its words with spaces between them. */
export function createPhraseTree(phrases: Iterable<string>): PhraseTree {
	const root = createNode();
	for (const phrase of phrases) {
		let node = root;
		for (const word of phrase.split(' ')) {
			const next = node.next.get(word) ?? createNode();
			node.next.set(word, next);
			node = next;
		}
		node.isEnd = true;
	}
	return root;
}

/** Finds the phrases that begin at a word, and returns the places behind them. */
export function findPhraseEnds(root: PhraseTree, words: readonly string[], start: number): number[] {
	const ends: number[] = [];
	let node: PhraseTree | undefined = root;
	for (let place = start; node; place++) {
		if (node.isEnd) ends.push(place);
		node = node.next.get(words[place] ?? '');
	}
	return ends;
}

/** Finds the places behind the phrases or words of a kind that begin at a word. */
export type FindEnds = (words: readonly string[], start: number) => number[];

/** Tells whether words are nothing but phrases of one kind, at least one, and others that add nothing. */
export function consistsOf(words: readonly string[], kind: FindEnds, fillers: FindEnds): boolean {
	/** The places up to which the words are read, by fillers alone and with a phrase of the kind. */
	const byFillers = new Set([0]);
	const byKind = new Set<number>();
	for (let start = 0; start < words.length; start++) {
		for (const places of [byFillers, byKind]) {
			if (!places.has(start)) continue;
			for (const end of fillers(words, start)) places.add(end);
			for (const end of kind(words, start)) byKind.add(end);
		}
	}
	return byKind.has(words.length);
}
