import type { IDataObject, IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { writeLog, getNodeKey } from '../n8n/node';
import { BoundedSet } from '../service/boundedSet';
import { unrefSleep } from '../service/timing';
import { toLogText } from '../webhook/request';
import { buildSeenKey } from './deliveryKey';
import type { TriggerSettings } from './settings';

/** The number of a node's newest events that the process which receives webhooks remembers. */
export const MAX_RECEIVED = 10_000;

/** How many of its newest keys a process includes in each write. */
export const MAX_KEYS_PER_WRITE = 1_000;

/** How long a worker waits before it looks up an event that came before, so that the first one has been recorded. */
export const COPY_WAIT_MS = 2_000;

/**
 * The time after which a process writes a key again, since another may have overwritten it. It is a quarter of the
 * time that a copy waits, so that a key that is overwritten another time is recorded again before the copy is looked
 * up.
 */
export const REWRITE_AFTER_MS = 500;

/** The most rewrites of a key. Processes whose row keeps fewer keys than they have would overwrite each other forever. */
export const MAX_REWRITES = 20;

/** The time after which events go on without an answer from n8n. A burst can keep its database busy for seconds. */
export const LOOKUP_TIMEOUT_MS = 20_000;

/** Records keys in n8n's row of a node; resolves with those that were not there. */
type RecordKeys = (keys: string[]) => Promise<string[]>;

/** A look-up of an event. */
interface Lookup {
	/** True if the process that received the event recognized it as a copy; see {@link SeenEvents.receive}. */
	isCopy: boolean;
	/** The number of past events among which a repetition is found. */
	maxEvents: number;
	record: RecordKeys;
}

/**
 * Remembers the events that one trigger node has seen, as far as one process knows them. n8n keeps their keys in a
 * row of its database, which its processes read and write without a lock: what one has recorded, another may
 * overwrite a moment later. So each write repeats the newest keys of this process, and some time after the newest one
 * it writes them again. A copy of an event that arrives seconds later, as the service's retries do, finds its key.
 */
export class SeenEvents {
	readonly #received = new BoundedSet<string>(MAX_RECEIVED);
	readonly #recorded = new BoundedSet<string>(MAX_KEYS_PER_WRITE);
	#newest = '';
	#waiting: Array<{ key: string; resolve: (isNew: boolean) => void; reject: (reason: unknown) => void }> = [];
	#isWriting = false;

	/** @param sleep Waits without keeping the process alive; tests replace it. */
	constructor(private readonly sleep: (milliseconds: number) => Promise<void> = unrefSleep) {}

	/** Notes in `webhook()` that an event has come. @returns true for a copy of one that came before. */
	receive(key: string): boolean {
		const isCopy = this.#received.has(key);
		this.#received.add(key);
		return isCopy;
	}

	/**
	 * Records an event in `execute()`, and tells if it comes for the first time. Of several copies in this process
	 * only one is looked up.
	 * @throws Error if n8n cannot tell. The key may be recorded all the same.
	 */
	async recordIfFirst(key: string, lookup: Lookup): Promise<boolean> {
		// A process that also receives webhooks is the only one (n8n's regular mode), and workers receive none.
		const isOnlyProcess = this.#received.has(key);
		const isRecorded = () => this.#newestKeys(lookup).includes(key);
		if (lookup.isCopy && !isOnlyProcess && !isRecorded()) await this.sleep(COPY_WAIT_MS);
		if (isRecorded()) return false;
		this.#recorded.add(key);
		this.#newest = key;
		try {
			return await this.#record(key, lookup);
		} finally {
			if (!isOnlyProcess) void this.#rewrite(key, lookup);
		}
	}

	async #record(key: string, lookup: Lookup): Promise<boolean> {
		const answer = new Promise<boolean>((resolve, reject) => this.#waiting.push({ key, resolve, reject }));
		void this.#recordAllWaiting(lookup);
		return await answer;
	}

	/** Returns the newest keys that this process has recorded, no more of them than n8n's row keeps. */
	#newestKeys({ maxEvents }: Lookup): string[] {
		return [...this.#recorded].slice(-maxEvents);
	}

	/** Records all keys that wait, one call of n8n at a time. n8n answers which of them are new. */
	async #recordAllWaiting(lookup: Lookup): Promise<void> {
		if (this.#isWriting) return;
		this.#isWriting = true;
		while (this.#waiting.length > 0) {
			const waiting = this.#waiting.splice(0);
			const keys = new Set([...this.#newestKeys(lookup), ...waiting.map(({ key }) => key)]);
			try {
				const fresh = await this.#withTimeout(lookup.record([...keys]));
				for (const { key, resolve } of waiting) resolve(fresh.includes(key));
			} catch (error) {
				for (const { reject } of waiting) reject(error);
			}
		}
		this.#isWriting = false;
	}

	/** Writes the newest key again some time later, and again as long as another process has overwritten it. */
	async #rewrite(key: string, lookup: Lookup): Promise<void> {
		for (let rewrites = 0; rewrites < MAX_REWRITES; rewrites++) {
			await this.sleep(REWRITE_AFTER_MS);
			// The rewrite of a newer key includes this one.
			if (key !== this.#newest) return;
			const wasMissing = await this.#record(key, lookup).catch(() => false);
			if (!wasMissing) return;
		}
	}

	/** Fails a call that takes too long, so that one that never ends does not hold up the events that come after it. */
	async #withTimeout<T>(call: Promise<T>): Promise<T> {
		const deadline = this.sleep(LOOKUP_TIMEOUT_MS).then(() => {
			throw new Error(`it has not answered within ${LOOKUP_TIMEOUT_MS / 1_000} seconds`);
		});
		return await Promise.race([call, deadline]);
	}
}

const seenByNode = new Map<string, SeenEvents>();

function getSeenEvents(context: IExecuteFunctions | IWebhookFunctions): SeenEvents {
	const node = getNodeKey(context);
	const seen = seenByNode.get(node) ?? new SeenEvents();
	seenByNode.set(node, seen);
	return seen;
}

/** The field of an item that says in `execute()` that the process which received it recognized it as a copy. */
const COPY_FIELD = 'isCopy';

/** Marks the item with which the workflow starts if its event has come before. */
export function markCopy(
	context: IWebhookFunctions,
	item: IDataObject,
	{ deduplicate }: TriggerSettings,
): IDataObject {
	const isCopy =
		deduplicate && context.getMode() !== 'manual' && getSeenEvents(context).receive(buildSeenKey(item));
	return isCopy ? { ...item, [COPY_FIELD]: true } : item;
}

/**
 * Returns the items whose events have not run before, paired with their input and without the mark of {@link
 * markCopy}. A hint in the output panel tells which were dropped.
 */
export async function dropRepeated(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	{ deduplicate, deduplicationWindow }: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const mode = context.getMode();
	const lookedUp = await Promise.all(
		items.map(async ({ json: { [COPY_FIELD]: isCopy, ...json } }, item) => {
			// A test always runs.
			const isLookedUp = deduplicate && mode !== 'manual';
			// A person has chosen Retry for an execution that was cut off: its event was recorded then, and is to run now.
			const isRetry = mode === 'retry';
			const isMarked = isCopy === true && !isRetry;
			const isFirst =
				!isLookedUp ||
				(await recordIfFirstOrUnknown(context, buildSeenKey(json), isMarked, deduplicationWindow));
			if (isFirst || isRetry) return [{ json, pairedItem: { item } }];
			context.addExecutionHints({
				message: `This event ran before, so this execution ends here. The execution that ran it has the same deliveryKey: ${String(json.deliveryKey)}. To run the event again, open that execution and choose Retry.`,
				location: 'outputPane',
			});
			return [];
		}),
	);
	return lookedUp.flat();
}

/**
 * Tells whether an event is to run. If n8n cannot tell whether it ran before, it runs: a lost event is worse than a
 * repeated one.
 */
async function recordIfFirstOrUnknown(
	context: IExecuteFunctions,
	key: string,
	isCopy: boolean,
	maxEvents: number,
): Promise<boolean> {
	const record: RecordKeys = async (keys) => {
		const options = { mode: 'entries', maxEntries: maxEvents } as const;
		const { new: fresh } = await context.helpers.checkProcessedAndRecord(keys, 'node', options);
		return fresh.map(String);
	};
	try {
		return await getSeenEvents(context).recordIfFirst(key, { isCopy, maxEvents, record });
	} catch (error) {
		const what = 'n8n could not tell whether an event ran before; it runs without de-duplication';
		writeLog(context, 'warn', `${what}: ${toLogText(error)}`);
		return true;
	}
}
