import { areSameFilters, matchesFilters } from './filters';
import { continueScan, type FailureScan, restartScanning, scanCursor, startScanning } from './failureScan';
import { toItems } from './items';
import { log } from './log';
import { findNew } from './messageList';
import type { MessagePages } from './messagePages';
import { nameUnreadable, openPages, toPollFailure } from './pollPages';
import type { Poll, PollResult } from './pollTypes';
import { hashAccount } from './state';
import type { FailedDeliveriesState } from './storedState';

const HOUR_MS = 3_600_000;

/**
 * The outbound messages that have failed since the last poll, oldest first. The list does not tell when a
 * status changed, so the polls go through the messages of the last hours again and again. The state moves
 * last, when the messages are at hand.
 */
export async function failedDeliveries(poll: Poll): Promise<PollResult> {
	const { context, owner, settings, store } = poll;
	const { filters, sentWithinHours } = settings;
	const windowMs = sentWithinHours * HOUR_MS;
	const stored = store.read();
	const state = stored && 'scan' in stored ? stored : undefined;
	const scanned = { account: hashAccount(settings.client, owner), filters, sentWithinHours };
	const pages = openPages(poll, filters);
	const started = Date.now();
	const before = state ? selectScan(state, scanned) : await readStart(pages);
	const finding = before && (await findNew(scanCursor(before, windowMs, started), pages));
	nameUnreadable(poll, pages);

	const failure = pages.stop?.kind === 'failed' ? toPollFailure(pages, context) : undefined;
	const isNothingRead = !finding || (finding.rows.length === 0 && !finding.isComplete);
	if (isNothingRead && failure) return { items: null, failure };
	if (!finding) return { items: null, failure: toPollFailure(pages, context) };
	const { failed, scan } = continueScan(
		before,
		finding,
		(message) => matchesFilters(filters, message),
		// By the service's clock.
		{ windowMs, now: pages.now - (Date.now() - started) },
	);
	if (state && before !== state.scan) {
		log(context, 'info', 'The settings have changed. Messages that failed before that do not come.');
	}
	if (scan !== state?.scan) store.write({ ...scanned, scan }, failed.length > 0);
	const messages = failed.map(({ message }) => message);
	return {
		items: messages.length > 0 ? [toItems(messages, settings.simplify)] : null,
		...(failure && { failure }),
	};
}

/** The scan to continue: a first one where it is another list, or more of the list. */
function selectScan(
	{ scan, ...before }: FailedDeliveriesState,
	scanned: Omit<FailedDeliveriesState, 'scan'>,
): FailureScan {
	const isSame =
		before.account === scanned.account &&
		before.sentWithinHours === scanned.sentWithinHours &&
		areSameFilters(before.filters, scanned.filters);
	return isSame ? scan : restartScanning(scan);
}

/** A first scan, from the present of the service's clock; undefined if the service does not answer. */
async function readStart(pages: MessagePages): Promise<FailureScan | undefined> {
	const first = await pages.read(0, 1);
	return first && startScanning(pages.now);
}
