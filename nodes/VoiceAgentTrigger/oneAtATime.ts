/** The last task of each key that has not ended. */
const lastTasks = new Map<string, Promise<unknown>>();

/**
 * Runs a task when all earlier tasks with any of its keys have ended, in this process.
 * @param task Must not throw.
 */
export async function runOneAtATime<T>(keys: string[], task: () => Promise<T>): Promise<T> {
	const earlier = keys.map(async (key) => await lastTasks.get(key));
	const running = Promise.all(earlier).then(task);
	for (const key of keys) lastTasks.set(key, running);
	try {
		return await running;
	} finally {
		for (const key of keys) if (lastTasks.get(key) === running) lastTasks.delete(key);
	}
}
