import { PAGE_SIZE } from '../shared/wire/limits';
import { hasFailed, type ListedMessage } from '../shared/wire/records';
import { readTime } from '../shared/wire/time';
import { BEGINNING, keepSince, withTimes, type Cursor, type TimesById } from './cursor';
import type { Finding } from './messageList';
import type { ListedRow } from './messagePages';

/** The most failed messages that are remembered by ID. */
export const MAX_REMEMBERED_FAILURES = 2_000;

/** The farthest that a scan goes back if there was none for a long time, in milliseconds. */
export const MAX_LOOK_BACK_MS = 7 * 86_400_000;

/**
 * The least that the time of the last scan moves by itself, in milliseconds, so
 * that not every poll changes what n8n stores.
 */
const SCAN_TIME_STEP_MS = 300_000;

/**
 * The scans of a list for messages that have failed. A scan goes from the start of its window upwards, over
 * several polls where there are many messages, and then begins again, since any message of the window may
 * fail late. Times are in milliseconds since 1970, by the service's clock.
 */
export interface FailureScan {
	/** The beginning of the last complete scan; until there is one, of the first. */
	scannedAt: number;
	/** Only until the first scan is complete: what failed before this time does not start the workflow. */
	since?: number;
	/** The failed messages that are not to start the workflow (again). */
	known: TimesById;
	/** Messages from before this time are not scanned again: the failed ones of them are forgotten. */
	floor: number;
	/** The number of messages that the last complete scan went through. */
	size: number;
	/** The scan that goes on with the next poll. */
	unfinished?: { startedAt: number; size: number; cursor: Cursor };
}

/** A first scan. What has failed before does not start the workflow. */
export const startScanning = (now: number): FailureScan => ({
	scannedAt: now,
	since: now,
	known: {},
	floor: 0,
	size: 0,
});

/**
 * A first scan of another list, or of another window. What has failed
 * since the last scan starts the workflow.
 */
export const restartScanning = ({ scannedAt, known, floor }: FailureScan): FailureScan => ({
	scannedAt,
	since: scannedAt,
	known,
	floor,
	size: 0,
});

/**
 * The place in the list from which the scan goes on. A new one begins with what was
 * inside the window when the last one began.
 * @param windowMs The time after it was sent in which a message is scanned, in milliseconds.
 */
export function scanCursor(scan: FailureScan, windowMs: number, now: number): Cursor {
	if (scan.unfinished) return scan.unfinished.cursor;
	const start = Math.max(scan.scannedAt - windowMs, now - MAX_LOOK_BACK_MS, scan.floor);
	// One page shows a short list as a whole.
	const ahead = scan.size < PAGE_SIZE ? 0 : scan.size;
	return { ...BEGINNING, floor: start, newest: start, ahead };
}

/**
 * The failed messages among the next ones of a scan, and the scan after them.
 * @param isWanted Tells if a message passes the filters.
 * @param now The time at which these were first asked for.
 */
export function continueScan(
	scan: FailureScan,
	{ rows, cursor, isComplete }: Finding,
	isWanted: (message: ListedMessage) => boolean,
	{ windowMs, now }: { windowMs: number; now: number },
): { failed: ListedRow[]; scan: FailureScan } {
	const { since, unfinished } = scan;
	const found = rows.filter(
		({ id, message }) => hasFailed(message) && isWanted(message) && !Object.hasOwn(scan.known, id),
	);
	const failed = found.filter((row) => since === undefined || failureTime(row) >= since);
	// Never earlier than the last one: `known` has nothing from before its window.
	const startedAt = unfinished?.startedAt ?? Math.max(now, scan.scannedAt);
	const size = (unfinished?.size ?? 0) + rows.length;
	const known = withTimes(scan.known, found);
	if (!isComplete) {
		const next = { ...scan, unfinished: { startedAt, size, cursor } };
		return { failed, scan: forgetOldestFailures(next, known, scan.floor) };
	}
	const isRecent = startedAt - scan.scannedAt < SCAN_TIME_STEP_MS;
	if (!unfinished && since === undefined && found.length === 0 && isRecent) return { failed, scan };
	const next = { scannedAt: startedAt, known, floor: scan.floor, size };
	return { failed, scan: forgetOldestFailures(next, known, startedAt - windowMs) };
}

/**
 * The time of a failure. Where the service does not say it (interface section 2, delivery
 * error), the message counts as failed from when it was created.
 */
function failureTime({ message: { delivery_error: error }, time }: ListedRow): number {
	const { at } = (error ?? {}) as { at?: unknown };
	return readTime(at) ?? time;
}

/**
 * Forgets messages from before a time, and the oldest ones of too many. A scan goes upwards and has been past
 * those by then; the next ones begin above them, so that none of them comes again.
 */
function forgetOldestFailures(scan: FailureScan, known: TimesById, earliest: number): FailureScan {
	const times = Object.values(known).sort((a, b) => b - a);
	const firstForgotten = times[MAX_REMEMBERED_FAILURES];
	const floor = firstForgotten === undefined ? scan.floor : Math.max(scan.floor, firstForgotten + 1);
	return { ...scan, known: keepSince(Math.max(earliest, floor), known), floor };
}
