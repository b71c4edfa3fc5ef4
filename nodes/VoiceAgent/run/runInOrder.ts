/**
 * Starts `work` for the indexes 0 to `count` - 1. Indexes with the same key run one after the
 * other, in order: messages to one recipient must not overtake each other. How many requests are
 * in flight is the rate limiter's business.
 * @param work Must not throw.
 */
export async function runInOrder(
	count: number,
	keyOf: (index: number) => string | undefined,
	work: (index: number) => Promise<void>,
): Promise<void> {
	const lastByKey = new Map<string, Promise<void>>();
	const all: Array<Promise<void>> = [];
	for (let index = 0; index < count; index++) {
		const key = keyOf(index);
		const before = key === undefined ? undefined : lastByKey.get(key);
		const done = before ? before.then(async () => await work(index)) : work(index);
		if (key !== undefined) lastByKey.set(key, done);
		all.push(done);
	}
	await Promise.all(all);
}
