import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { KeyRow } from '../n8n/keyRow';
import { getNodeKey } from '../n8n/node';
import { toResult } from '../text/result';
import { BoundedSet } from './concurrency';
import { unrefSleep } from './timing';

/** How many of its newest keys a process includes in each write. */
const MAX_KEYS_PER_WRITE = 1_000;

/**
 * The time after which a process writes a key again, since another may have overwritten it, in milliseconds. Whoever asks
 * for the same key in another process asks about two seconds later, so that a key that is overwritten another time is
 * recorded again before that.
 */
const REWRITE_AFTER_MS = 500;

/** The most rewrites of a key. Processes whose row keeps fewer keys than they have would overwrite each other forever. */
const MAX_REWRITES = 20;

/** The time after which a call fails, in milliseconds. A burst can keep n8n's database busy for seconds. */
export const WRITE_TIMEOUT_MS = 20_000;

/** Keys that are to be written. */
interface PendingKeys {
	keys: readonly string[];
	/** The treatment of these keys: rewritten ones were recorded before, kept ones count as recorded even if n8n fails. */
	use: 'record' | 'keep' | 'rewrite';
	resolve: (fresh: string[]) => void;
	reject: (reason: unknown) => void;
}

/**
 * The keys that n8n keeps for one node, as far as one process knows them. n8n keeps them in a row of its database, which
 * its processes read and write without a lock: what one has recorded, another may overwrite a moment later. So each
 * write repeats the newest keys of this process, and some time after the newest one it writes them again. Whoever asks
 * seconds later, in any process, finds the key; two processes that ask at the same moment may both find it new.
 */
export class ProcessedKeys {
	private readonly recorded = new BoundedSet<string>(MAX_KEYS_PER_WRITE);
	private newest = '';
	private pending: PendingKeys[] = [];
	private isWriting = false;

	/** @param sleep Waits without keeping the process alive; tests replace it. */
	constructor(private readonly sleep: (milliseconds: number) => Promise<void> = unrefSleep) {}

	/** Tells whether this process has recorded a key, and n8n may still keep it. */
	has(key: string, { size }: Pick<KeyRow, 'size'>): boolean {
		return this.newestKeys(size).has(key);
	}

	/**
	 * Records keys, and returns those that were new. Of several callers in this process, one gets each of them.
	 * @throws Error if n8n cannot tell. The keys may be recorded all the same.
	 */
	async record(keys: readonly string[], row: KeyRow): Promise<string[]> {
		return await this.recordUnlessKnown(keys, row, 'record');
	}

	/**
	 * Records a key that its caller takes as new if n8n cannot tell. Nobody else gets it from then on: it counts as
	 * recorded, and is written later.
	 */
	async recordInAnyCase(key: string, row: KeyRow): Promise<string[]> {
		return await this.recordUnlessKnown([key], row, 'keep');
	}

	/** Lets this process know keys that another one records. Its next writes include them. */
	remember(keys: readonly string[]): void {
		for (const key of keys) this.recorded.add(key);
	}

	private async recordUnlessKnown(
		keys: readonly string[],
		row: KeyRow,
		use: 'record' | 'keep',
	): Promise<string[]> {
		if (keys.every((key) => this.has(key, row))) return [];
		try {
			return await this.write(keys, row, use);
		} finally {
			// A key that counts as recorded is written again, even if n8n has failed.
			const newest = keys.at(-1) ?? '';
			if (this.recorded.has(newest)) {
				this.newest = newest;
				if (!row.isOnlyProcess) void this.rewrite(newest, row);
			}
		}
	}

	private async write(keys: readonly string[], row: KeyRow, use: PendingKeys['use']): Promise<string[]> {
		const answer = new Promise<string[]>((resolve, reject) =>
			this.pending.push({ keys, use, resolve, reject }),
		);
		void this.writeAllPending(row);
		return await answer;
	}

	/** Returns the newest keys that this process has recorded, no more of them than n8n's row keeps. */
	private newestKeys(size: number): ReadonlySet<string> {
		return this.recorded.size <= size ? this.recorded : new Set([...this.recorded].slice(-size));
	}

	/** Writes all pending keys, one call of n8n at a time. */
	private async writeAllPending(row: KeyRow): Promise<void> {
		if (this.isWriting) return;
		this.isWriting = true;
		while (this.pending.length > 0) {
			const pending = this.pending.splice(0);
			const known = new Set(this.newestKeys(row.size));
			const asked = new Set(pending.flatMap(({ keys }) => keys));
			const most = Math.max(asked.size, Math.min(row.size, MAX_KEYS_PER_WRITE));
			const written = [...[...known].filter((key) => !asked.has(key)), ...asked].slice(-most);
			const answer = await toResult(this.withTimeout(row.write(written)));
			const missing = answer.ok ? new Set(answer.value) : undefined;
			for (const { keys, use, resolve, reject } of pending) {
				const isNew = (key: string) => use === 'rewrite' || !known.has(key);
				const isTold = answer.ok || !keys.some(isNew);
				if (isTold) resolve(keys.filter((key) => isNew(key) && missing?.has(key)));
				else reject(answer.problem);
				if (!isTold && use !== 'keep') continue;
				for (const key of keys) {
					known.add(key);
					this.recorded.add(key);
				}
			}
		}
		this.isWriting = false;
	}

	/** Writes the newest key again some time later, and again as long as another process has overwritten it. */
	private async rewrite(key: string, row: KeyRow): Promise<void> {
		for (let rewrites = 0; rewrites < MAX_REWRITES; rewrites++) {
			await this.sleep(REWRITE_AFTER_MS);
			// The rewrite of a newer key includes this one.
			if (key !== this.newest) return;
			const missing = await this.write([key], row, 'rewrite').catch(() => []);
			if (missing.length === 0) return;
		}
	}

	/** Fails a call that takes too long, so that one that never ends does not hold up those that come after it. */
	private async withTimeout(call: Promise<string[]>): Promise<string[]> {
		const answer = await Promise.race([call, this.sleep(WRITE_TIMEOUT_MS)]);
		if (answer) return answer;
		throw new Error(`it has not answered within ${WRITE_TIMEOUT_MS / 1_000} seconds`);
	}
}

const keysByNode = new Map<string, ProcessedKeys>();

/** Returns the keys of a node, as far as this process knows them. */
export function getProcessedKeys(context: IExecuteFunctions | IWebhookFunctions): ProcessedKeys {
	const node = getNodeKey(context);
	const keys = keysByNode.get(node) ?? new ProcessedKeys();
	keysByNode.set(node, keys);
	return keys;
}
