import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { type KeyRow, toKeyRow } from '../n8n/keyRow';
import { getNodeKey, writeLog } from '../n8n/node';
import { BoundedSet } from '../service/concurrency';
import { getProcessedKeys, type ProcessedKeys } from '../service/processedKeys';
import { unrefSleep } from '../service/timing';
import { toLogText } from '../service/webhookRequest';
import type { EventItem } from './event';
import type { TriggerSettings } from './settings';

/**
 * Builds the key under which n8n records an event. It contains the kind, since other kinds may have the same value in
 * the same field. It also contains how the event was verified, so that nobody with the token alone can make a signed
 * event look repeated.
 */
export const toSeenKey = ({ verified, event, deliveryKey }: EventItem): string =>
	`${verified} ${event} ${deliveryKey}`;

/** The number of a node's newest events that the process which receives webhooks remembers. */
export const MAX_RECEIVED = 10_000;

/** The newest events that this process has received, by the node that they came to. */
const receivedByNode = new Map<string, BoundedSet<string>>();

function getReceived(context: IExecuteFunctions | IWebhookFunctions): Set<string> {
	const node = getNodeKey(context);
	const received = receivedByNode.get(node) ?? new BoundedSet<string>(MAX_RECEIVED);
	receivedByNode.set(node, received);
	return received;
}

/** Notes that this process has received an event, and marks the event if it came before. A test marks none. */
export function markCopy(
	context: IWebhookFunctions,
	event: EventItem,
	{ deduplicate }: TriggerSettings,
): EventItem {
	if (context.getMode() === 'manual') return event;
	const received = getReceived(context);
	const key = toSeenKey(event);
	const isCopy = received.has(key);
	received.add(key);
	return isCopy && deduplicate ? { ...event, isCopy } : event;
}

/** Tells whether this process has received an event: then it is the only one that runs them (n8n's regular mode). */
export const hasReceived = (context: IExecuteFunctions, event: EventItem): boolean =>
	getReceived(context).has(toSeenKey(event));

/** How long a worker waits before it looks up an event that came before, so that the first one has been recorded. */
export const COPY_WAIT_MS = 2_000;

/** The mark of the event that is looked up, and the places where its key is kept. */
export interface Lookup {
	/** True if the process that received the event recognized it as a copy. */
	isCopy: boolean;
	keys: ProcessedKeys;
	row: KeyRow;
	/** Waits without keeping the process alive; tests replace it. */
	sleep?: (milliseconds: number) => Promise<void>;
}

/**
 * Records an event in `execute()`, and tells if it comes for the first time. A copy that arrives seconds later, as the
 * service's retries do, is found, whichever process gets it; of several copies in this process only one is the first.
 * @throws Error if n8n cannot tell. The event is recorded later all the same.
 */
export async function recordIfFirst(
	event: string,
	{ isCopy, keys, row, sleep = unrefSleep }: Lookup,
): Promise<boolean> {
	// The row also has the keys of messages.
	const key = `e:${event}`;
	if (isCopy && !row.isOnlyProcess && !keys.has(key, row)) await sleep(COPY_WAIT_MS);
	return (await keys.recordInAnyCase(key, row)).length > 0;
}

/** How many keys of messages n8n keeps beside those of events: two for each message at most. */
const MAX_MESSAGE_KEYS = 2_000;

/** Returns the size of n8n's row of the node, which events and the messages that were taken share. */
export const computeRowSize = ({ deduplicationWindow, pauseMs }: TriggerSettings): number =>
	deduplicationWindow + (pauseMs === undefined ? 0 : MAX_MESSAGE_KEYS);

/**
 * Tells whether an event is to run: it comes for the first time, or it runs in any case. If n8n cannot tell whether it
 * ran before, it runs: a lost event is worse than a repeated one.
 */
export async function isFirstRun(
	context: IExecuteFunctions,
	event: EventItem,
	settings: TriggerSettings,
): Promise<boolean> {
	const mode = context.getMode();
	// A test always runs.
	if (!settings.deduplicate || mode === 'manual') return true;
	// A person has chosen Retry for an execution that was cut off: its event was recorded then, and is to run now.
	const isRetry = mode === 'retry';
	try {
		const isFirst = await recordIfFirst(toSeenKey(event), {
			isCopy: event.isCopy === true && !isRetry,
			keys: getProcessedKeys(context),
			row: toKeyRow(context, computeRowSize(settings), hasReceived(context, event)),
		});
		return isFirst || isRetry;
	} catch (error) {
		const what = 'n8n could not tell whether an event ran before; it runs without de-duplication';
		writeLog(context, 'warn', `${what}: ${toLogText(error)}`);
		return true;
	}
}
