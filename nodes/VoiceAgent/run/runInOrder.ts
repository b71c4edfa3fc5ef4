/**
 * Starts `work` for each plan. Plans with the same key run one after the
 * other, in order: messages to one recipient must not overtake each other. How many requests are
 * in flight is the rate limiter's business.
 * @param work Must not throw.
 */
export function runInOrder<Plan>(
	plans: Plan[],
	getKey: (plan: Plan) => string | undefined,
	work: (plan: Plan) => Promise<void>,
): Promise<unknown> {
	const lastByKey = new Map<string, Promise<void>>();
	const all = plans.map((plan) => {
		const key = getKey(plan);
		const before = key === undefined ? undefined : lastByKey.get(key);
		const done = before ? before.then(() => work(plan)) : work(plan);
		if (key !== undefined) lastByKey.set(key, done);
		return done;
	});
	return Promise.all(all);
}
