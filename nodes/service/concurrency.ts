import { timerSignal, unlessAborted } from './timing';

/** A set of limited size: when it is full, it forgets its oldest value. */
export class BoundedSet<T> extends Set<T> {
	/** @param maxSize The most values. */
	constructor(private readonly maxSize: number) {
		super();
	}

	override add(value: T): this {
		super.add(value);
		const [oldest = value] = this;
		if (this.size > this.maxSize) this.delete(oldest);
		return this;
	}
}

/** Runs the tasks of this process that share a key one after the other. */
export class KeyedMutex {
	/** The end of the last task of each key and of those before it; bounded by the tasks that are under way. */
	private readonly lastEnds = new Map<string, Promise<unknown>>();

	/**
	 * Runs a task when all earlier tasks with any of its keys have ended, also those that threw.
	 * @param signal Ends the waiting: the task then runs at once, and has to check the signal itself.
	 * @throws the error of the task.
	 */
	async runExclusive<T>(keys: readonly string[], task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		const earlier = Promise.allSettled(keys.flatMap((key) => this.lastEnds.get(key) ?? []));
		const running = (signal ? unlessAborted(earlier, signal) : earlier).then(task);
		// A task that did not wait may end before the earlier ones, for which the next one still waits.
		const end = Promise.allSettled([earlier, running]);
		for (const key of keys) this.lastEnds.set(key, end);
		void end.then(() => {
			for (const key of keys) if (this.lastEnds.get(key) === end) this.lastEnds.delete(key);
		});
		return await running;
	}
}

/**
 * Does work once for all callers that need it under the same key at the same time, or while its result is kept. Each
 * owner creates an object of its own, with the limits that bound it.
 */
export class SharedWork<T> {
	private readonly byKey = new Map<string, KeptWork<T>>();

	/**
	 * @param limits `ttlMs`: how long a result is kept once it is there, in milliseconds, for all results or for each;
	 * 0 shares only what is under way, Infinity keeps it as long as this object. `maxKeys`: the most keys, of which the
	 * oldest is forgotten first.
	 */
	constructor(private readonly limits: { ttlMs: number | ((result: T) => number); maxKeys: number }) {}

	/** Returns the work that is under way or done for the key, or begins it. A failed one is not kept. */
	share(key: string, begin: () => Promise<T>): Promise<T> {
		const known = this.byKey.get(key);
		if (known) return known.work;
		const entry: KeptWork<T> = { work: begin() };
		this.byKey.set(key, entry);
		const [oldest = key] = this.byKey.keys();
		if (this.byKey.size > this.limits.maxKeys) this.byKey.delete(oldest);
		const forget = () => {
			if (this.byKey.get(key) === entry) this.byKey.delete(key);
		};
		entry.work.then((result) => {
			entry.kept = { result };
			this.forgetInTime(result, forget);
		}, forget);
		return entry.work;
	}

	/** Returns the work for a key, if there is any. */
	find(key: string): Promise<T> | undefined {
		return this.byKey.get(key)?.work;
	}

	/** Returns the stored result for a key: undefined until the work has ended, and after the result was forgotten. */
	findResult(key: string): T | undefined {
		return this.byKey.get(key)?.kept?.result;
	}

	/** Forgets the work for a key, so that the next call of `share` begins it again. */
	forget(key: string): void {
		this.byKey.delete(key);
	}

	private forgetInTime(result: T, forget: () => void): void {
		const { ttlMs } = this.limits;
		const milliseconds = typeof ttlMs === 'number' ? ttlMs : ttlMs(result);
		if (milliseconds === 0) forget();
		else if (milliseconds !== Infinity) timerSignal(milliseconds).addEventListener('abort', forget);
	}
}

/** Work, and its result once it is done. */
interface KeptWork<T> {
	work: Promise<T>;
	kept?: { result: T };
}
