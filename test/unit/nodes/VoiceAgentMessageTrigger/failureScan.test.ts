import { BEGINNING } from '../../../../nodes/VoiceAgentMessageTrigger/cursor';
import {
	continueScan,
	type FailureScan,
	MAX_LOOK_BACK_MS,
	MAX_REMEMBERED_FAILURES,
	restartScanning,
	scanCursor,
	startScanning,
} from '../../../../nodes/VoiceAgentMessageTrigger/failureScan';
import type { ListedRow } from '../../../../nodes/VoiceAgentMessageTrigger/messagePages';
import { rowAt, START } from '../../../support/listed-rows';

const WINDOW_MS = 3_600_000;

/** A message of so many milliseconds after the start that has failed then. */
const failedAt = (milliseconds: number, error: unknown = {}): ListedRow => {
	const row = rowAt(milliseconds);
	const at = new Date(START + milliseconds).toISOString();
	return {
		...row,
		message: { ...row.message, status: 'failed', delivery_error: { at, ...(error as object) } },
	};
};

const scanned = (scan: FailureScan, rows: ListedRow[], now: number, isComplete = true) =>
	continueScan(scan, { rows, cursor: BEGINNING, isComplete }, () => true, {
		windowMs: WINDOW_MS,
		now: START + now,
	});

const afterFirstScan = scanned(startScanning(START), [], 0).scan;

const startOf = (scan: FailureScan, now = 0) => scanCursor(scan, WINDOW_MS, START + now).floor - START;

describe('the scans for messages that have failed', () => {
	it('begin with the window, and never before what an earlier one has seen', () => {
		expect(startOf(startScanning(START))).toBe(-WINDOW_MS);
		// The clock went back.
		expect(startOf(scanned(startScanning(START), [], -60_000).scan)).toBe(-WINDOW_MS);
		const later = scanned(afterFirstScan, [rowAt(5), failedAt(6)], 400_000).scan;
		expect(startOf(later)).toBe(400_000 - WINDOW_MS);
	});

	it('go back to where the last one began, and a week at most', () => {
		expect(startOf(afterFirstScan, MAX_LOOK_BACK_MS / 2)).toBe(-WINDOW_MS);
		expect(startOf(afterFirstScan, MAX_LOOK_BACK_MS * 2)).toBe(MAX_LOOK_BACK_MS);
	});

	it('change nothing that is stored where nothing has failed for a few minutes', () => {
		expect(scanned(afterFirstScan, [rowAt(5)], 60_000).scan).toBe(afterFirstScan);
		expect(scanned(afterFirstScan, [rowAt(5)], 300_000).scan).toMatchObject({ scannedAt: START + 300_000 });
	});

	it('give all that has failed since the first one, also where that has found nothing', () => {
		expect(scanned(afterFirstScan, [failedAt(-5)], 60_000).failed).toHaveLength(1);
	});

	it('go on in the middle of the list where they were left, and begin far down where that was long', () => {
		const cursor = { ...BEGINNING, floor: START + 7 };
		const part = continueScan(afterFirstScan, { rows: [rowAt(5)], cursor, isComplete: false }, () => true, {
			windowMs: WINDOW_MS,
			now: START,
		});
		expect(scanCursor(part.scan, WINDOW_MS, START)).toBe(cursor);
		const aheadAfter = (size: number) => scanCursor({ ...afterFirstScan, size }, WINDOW_MS, START).ahead;
		expect([99, 100, 101].map(aheadAfter)).toEqual([0, 100, 101]);
	});

	it('end with the last part, also where nothing has failed since shortly before', () => {
		const part = scanned(afterFirstScan, [rowAt(5)], 1_000, false).scan;
		expect(part.unfinished).toMatchObject({ startedAt: START + 1_000 });
		const { scan } = scanned(part, [rowAt(6)], 2_000);
		expect(scan).toMatchObject({ scannedAt: START + 1_000, size: 2 });
		expect(scan.unfinished).toBeUndefined();
	});

	it.each([
		['without a time', { at: null }],
		['with a time that cannot be read', { at: 'yesterday' }],
	])('take a failure %s for as old as its message, and give it once', (_, error) => {
		const rows = [failedAt(-5, error), failedAt(0, error), failedAt(5, error)];
		const first = scanned(startScanning(START), rows, 10);
		expect(first.failed.map(({ time }) => time - START)).toEqual([0, 5]);
		expect(scanned(first.scan, rows, 20).failed).toEqual([]);
		expect(scanned(first.scan, [failedAt(-6, error)], 20).failed).toHaveLength(1);
	});

	it('have another first one, from the last one on, of another list', () => {
		const restarted = restartScanning(scanned(afterFirstScan, [failedAt(5)], 1_000).scan);
		const { failed } = scanned(restarted, [failedAt(5), failedAt(500), failedAt(2_000)], 3_000);
		expect(failed.map(({ time }) => time - START)).toEqual([2_000]);
	});

	it('forget what is outside the window', () => {
		const { scan } = scanned(afterFirstScan, [failedAt(0), failedAt(1)], 1);
		expect(Object.keys(scanned(scan, [], WINDOW_MS).scan.known)).toHaveLength(2);
		expect(Object.values(scanned(scan, [], WINDOW_MS + 1).scan.known)).toEqual([START + 1]);
	});

	it('remember a bounded number, and do not go back to those forgotten', () => {
		const rows = Array.from({ length: MAX_REMEMBERED_FAILURES + 10 }, (_, index) => failedAt(index));
		const { failed, scan } = scanned(afterFirstScan, rows, 10_000);
		expect(failed).toHaveLength(MAX_REMEMBERED_FAILURES + 10);
		expect(Object.keys(scan.known)).toHaveLength(MAX_REMEMBERED_FAILURES);
		expect(startOf(scan)).toBe(10);
		expect(startOf(restartScanning(scan))).toBe(10);
	});
});
