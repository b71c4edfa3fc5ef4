import type { NodeState } from '../shared/n8n/nodeState';
import { continueScan, type FailureScan, restartScanning, scanCursor, startScanning } from './failureScan';
import { findNew } from './messageList';
import type { MessagePages } from './messagePages';
import type { PollResult, PollRun } from './pollRun';
import { areSameFilters, matchesFilters } from './settings';
import type { FailedDeliveriesState, State } from './state';

const HOUR_MS = 3_600_000;

/**
 * The outbound messages that have failed since the last poll, oldest first. The list does not tell when a
 * status changed, so the polls go through the messages of the last hours again and again. The state moves
 * last, when the messages are at hand.
 */
export async function findFailedDeliveries(run: PollRun, state: NodeState<State>): Promise<PollResult> {
	const { filters, sentWithinHours } = run.settings;
	const windowMs = sentWithinHours * HOUR_MS;
	const stored = state.read();
	const before = stored && 'scan' in stored ? stored : undefined;
	const scanned = { account: run.account, filters, sentWithinHours };
	const pages = run.openPages();
	const started = Date.now();
	const last = before ? selectScan(before, scanned) : await readStart(pages);
	const finding = last && (await findNew(scanCursor(last, windowMs, started), pages));
	run.nameUnreadable(pages);

	const failure = pages.stop?.kind === 'failed' ? run.toFailure(pages) : undefined;
	const isNothingRead = !finding || (finding.rows.length === 0 && !finding.isComplete);
	if (isNothingRead && failure) return { items: null, failure };
	if (!finding) return { items: null, failure: run.toFailure(pages) };
	const { failed, scan } = continueScan(
		last,
		finding,
		(message) => matchesFilters(filters, message),
		// By the service's clock.
		{ windowMs, now: pages.now - (Date.now() - started) },
	);
	if (before && last !== before.scan) {
		run.log('info', 'The settings have changed. Messages that failed before that do not come.');
	}
	if (scan !== before?.scan) state.write({ ...scanned, scan }, failed.length > 0);
	return { items: run.toItems(failed), failure };
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
