import type { IDataObject, IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { createHash } from 'crypto';

import { getNodeKey, writeLog } from '../n8n/node';
import { type KeyRow, toKeyRow } from '../n8n/keyRow';
import { getProcessedKeys, type ProcessedKeys } from '../service/processedKeys';
import { BoundedSet } from '../service/concurrency';
import { unrefSleep } from '../service/timing';
import { toLogText } from '../service/webhookRequest';
import type { TriggerSettings } from './settings';
import { valueAt } from '../text/fieldPath';

/** Returns the hash of a body. It identifies the event, since a retry and a replay repeat the body verbatim. */
const hashBytes = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Returns the key that identifies an event: the string or number in the field that the user has chosen, or the hash of
 * the body.
 * @param field A path such as `data.id`; empty if the user has chosen none.
 */
export function toDeliveryKey(rawBody: Buffer, payload: unknown, field: string): string {
	const value = field === '' ? undefined : valueAt(payload, field);
	const key = typeof value === 'number' ? String(value) : value;
	return typeof key === 'string' && key !== '' ? key : hashBytes(rawBody);
}

/**
 * Builds the key under which n8n records an event. It contains the kind, since other kinds may have the same value in
 * the same field. It also contains how the event was verified, so that nobody with the token alone can make a signed
 * event look repeated.
 */
export const toSeenKey = ({ verified, event, deliveryKey }: IDataObject): string =>
	hashBytes(Buffer.from(JSON.stringify([verified, event, deliveryKey])));

/** The number of a node's newest events that the process which receives webhooks remembers. */
export const MAX_RECEIVED = 10_000;

/** How long a worker waits before it looks up an event that came before, so that the first one has been recorded. */
export const COPY_WAIT_MS = 2_000;

/** Distinguishes the keys of events from others of the node. */
const toKey = (event: string): string => `e:${event}`;

/** A look-up of an event. */
interface Lookup {
	/** True if the process that received the event recognized it as a copy; see {@link SeenEvents.receive}. */
	isCopy: boolean;
	/** n8n's row of the node, if no other process writes it or if others do. */
	toRow: (isOnlyProcess: boolean) => KeyRow;
}

/**
 * Remembers the events that one trigger node has seen, as far as one process knows them. A copy of an event that arrives
 * seconds later, as the service's retries do, is found, whichever process gets it.
 */
export class SeenEvents {
	private readonly received = new BoundedSet<string>(MAX_RECEIVED);

	/** @param sleep Waits without keeping the process alive; tests replace it. */
	constructor(
		private readonly keys: ProcessedKeys,
		private readonly sleep: (milliseconds: number) => Promise<void> = unrefSleep,
	) {}

	/** Notes in `webhook()` that an event has come. @returns true for a copy of one that came before. */
	receive(event: string): boolean {
		const isCopy = this.received.has(event);
		this.received.add(event);
		return isCopy;
	}

	/** Tells whether this process has received an event: then it is the only one that runs them (n8n's regular mode). */
	hasReceived(event: string): boolean {
		return this.received.has(event);
	}

	/**
	 * Records an event in `execute()`, and tells if it comes for the first time. Of several copies in this process
	 * only one is.
	 * @throws Error if n8n cannot tell. The event is recorded later all the same.
	 */
	async recordIfFirst(event: string, { isCopy, toRow }: Lookup): Promise<boolean> {
		const isOnlyProcess = this.hasReceived(event);
		const row = toRow(isOnlyProcess);
		const key = toKey(event);
		if (isCopy && !isOnlyProcess && !this.keys.has(key, row)) await this.sleep(COPY_WAIT_MS);
		return (await this.keys.recordInAnyCase(key, row)).length > 0;
	}
}

/** Tells whether this process has received an event, so that it is the only one. */
export const hasReceived = (context: IExecuteFunctions, item: IDataObject): boolean =>
	getSeenEvents(context).hasReceived(toSeenKey(item));

const seenByNode = new Map<string, SeenEvents>();

function getSeenEvents(context: IExecuteFunctions | IWebhookFunctions): SeenEvents {
	const node = getNodeKey(context);
	const seen = seenByNode.get(node) ?? new SeenEvents(getProcessedKeys(context));
	seenByNode.set(node, seen);
	return seen;
}

/** How many keys of messages n8n keeps beside those of events: two for each message at most. */
const MAX_MESSAGE_KEYS = 2_000;

/** Returns the size of n8n's row of the node, which events and the messages that were taken share. */
export const computeRowSize = ({ deduplicationWindow, pauseMs }: TriggerSettings): number =>
	deduplicationWindow + (pauseMs === undefined ? 0 : MAX_MESSAGE_KEYS);

/** The field of an item that says in `execute()` that the process which received it recognized it as a copy. */
const COPY_FIELD = 'isCopy';

/** Marks the item with which the workflow starts if its event has come before. */
export function markCopy(
	context: IWebhookFunctions,
	item: IDataObject,
	{ deduplicate }: TriggerSettings,
): IDataObject {
	if (context.getMode() === 'manual') return item;
	const isCopy = getSeenEvents(context).receive(toSeenKey(item));
	return isCopy && deduplicate ? { ...item, [COPY_FIELD]: true } : item;
}

/**
 * Returns the items whose events have not run before, paired with their input and without the mark of {@link
 * markCopy}. A hint in the output panel tells which were dropped.
 */
export async function dropRepeated(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	settings: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const mode = context.getMode();
	const lookedUp = await Promise.all(
		items.map(async ({ json: { [COPY_FIELD]: isCopy, ...json } }, item) => {
			// A test always runs.
			const isLookedUp = settings.deduplicate && mode !== 'manual';
			// A person has chosen Retry for an execution that was cut off: its event was recorded then, and is to run now.
			const isRetry = mode === 'retry';
			const isMarked = isCopy === true && !isRetry;
			const isFirst =
				!isLookedUp || (await recordIfFirstOrUnknown(context, toSeenKey(json), isMarked, settings));
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
	settings: TriggerSettings,
): Promise<boolean> {
	const toRow = (isOnlyProcess: boolean) => toKeyRow(context, computeRowSize(settings), isOnlyProcess);
	try {
		return await getSeenEvents(context).recordIfFirst(key, { isCopy, toRow });
	} catch (error) {
		const what = 'n8n could not tell whether an event ran before; it runs without de-duplication';
		writeLog(context, 'warn', `${what}: ${toLogText(error)}`);
		return true;
	}
}
