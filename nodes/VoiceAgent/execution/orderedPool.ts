/**
 * Runs `work` for the indexes 0 to `count` - 1, at most `width` at a time and by and large in order. Indexes with the
 * same key run one after the other, in order: messages to one recipient must not overtake each other.
 * `work` settles by returning false to let no further one start; it must not throw.
 */
export async function runChains(
	count: number,
	width: number,
	keyOf: (index: number) => string | undefined,
	work: (index: number) => Promise<boolean>,
): Promise<void> {
	const chains = chainsByKey(count, keyOf);
	let next = 0;
	let stopped = false;
	const worker = async () => {
		while (!stopped) {
			const chain = chains[next++];
			if (!chain) return;
			for (const index of chain) {
				if (stopped) return;
				if (!(await work(index))) stopped = true;
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(width, chains.length) }, worker));
}

function chainsByKey(count: number, keyOf: (index: number) => string | undefined): number[][] {
	const chains: number[][] = [];
	const byKey = new Map<string, number[]>();
	for (let index = 0; index < count; index++) {
		const key = keyOf(index);
		const chain = key === undefined ? undefined : byKey.get(key);
		if (chain) {
			chain.push(index);
			continue;
		}
		const started = [index];
		chains.push(started);
		if (key !== undefined) byKey.set(key, started);
	}
	return chains;
}
