import type { DatedMessage } from '../../../../nodes/VoiceAgentPollingTrigger/messageReading';
import {
	type Cursor,
	isNew,
	MAX_REMEMBERED_MESSAGES,
	moveCursor,
	OVERLAP_MS,
	parseState,
	type State,
} from '../../../../nodes/VoiceAgentPollingTrigger/state';
import { rowAt, START } from '../../../support/listed-rows';

const filters = { direction: 'any', phoneNumber: '', channel: 'any' };
const BEGINNING: Cursor = { floor: 0, seen: {} };
const after = (rows: DatedMessage[], before = BEGINNING) => moveCursor(before, rows, START + 86_400_000);
const cursor = after([rowAt(5), rowAt(6)]);
const search = { searchedAt: START, seen: { a: START } };

const forMessages: State = { account: 'account', filters, cursor };
const forFailures: State = { account: 'account', filters, search };

const copyOf = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

describe('a state of the polling trigger', () => {
	it.each([
		['new messages', forMessages],
		['failed deliveries', forFailures],
		[
			'failed deliveries that were searched',
			{ ...forFailures, search: { ...search, searchedBackTo: START } },
		],
	])('for %s is the same when it is read from JSON', (_, state) => {
		expect(parseState(copyOf(state))).toEqual(state);
	});

	it('may have messages with any ID', () => {
		const seen = { ...Object.fromEntries([['__proto__', 5]]), toString: 6, seen: 7 };
		const state = copyOf({ ...forMessages, cursor: { ...cursor, seen } });
		expect(JSON.stringify(parseState(state))).toBe(JSON.stringify(state));
	});

	it.each<[string, unknown]>([
		['nothing', {}],
		['neither', { account: '', filters }],
		['a cursor without its times', { ...forMessages, cursor: { seen: {} } }],
		['a cursor without its messages', { ...forMessages, cursor: { ...cursor, seen: 'many' } }],
		['no filters', { ...forMessages, filters: undefined }],
		['no account', { ...forMessages, account: undefined }],
		['a search without failures', { ...forFailures, search: { ...search, seen: undefined } }],
		['a search without its time', { ...forFailures, search: { ...search, searchedAt: null } }],
	])('is not read from %s', (_, stored) => {
		expect(parseState(copyOf(stored))).toBeUndefined();
	});
});

describe('A message is new', () => {
	it('if it was not handed over, also with the time of one that was', () => {
		expect(isNew(BEGINNING, rowAt(0))).toBe(true);
		const one = after([rowAt(5, 'a')]);
		expect(isNew(one, rowAt(5, 'a'))).toBe(false);
		expect(isNew(one, rowAt(5, 'b'))).toBe(true);
	});

	it('if it is late by the overlap, and not beyond it', () => {
		const one = after([rowAt(OVERLAP_MS * 2)]);
		expect(isNew(one, rowAt(OVERLAP_MS))).toBe(true);
		expect(isNew(one, rowAt(OVERLAP_MS - 1))).toBe(false);
		// The floor never goes back.
		expect(moveCursor(one, [rowAt(OVERLAP_MS)], START + OVERLAP_MS).floor).toBe(one.floor);
	});

	it('if it comes after one that is dated in the future, which is not new again', () => {
		const tomorrow = rowAt(86_400_000, 'tomorrow');
		const one = moveCursor(BEGINNING, [rowAt(0), tomorrow], START + 1_000);
		expect(isNew(one, rowAt(900))).toBe(true);
		expect(isNew(moveCursor(one, [rowAt(OVERLAP_MS * 3)], START + OVERLAP_MS * 3), tomorrow)).toBe(false);
	});
});

describe('Of more messages than are remembered', () => {
	const COUNT = MAX_REMEMBERED_MESSAGES + 10;
	const rowsFrom = (start: number) => Array.from({ length: COUNT }, (_, index) => rowAt(start + index));

	it.each<[string, DatedMessage[], number, number, number]>([
		['the newest are kept', rowsFrom(0), 86_400_000, 11, MAX_REMEMBERED_MESSAGES],
		['all of one time are kept', rowsFrom(0).map(({ id }) => rowAt(7, id)), 86_400_000, 7, COUNT],
		['all are kept that are newer than one that is left', rowsFrom(500), 400, 400, COUNT],
	])('%s, and none is new again', (_, rows, limit, firstNew, kept) => {
		const one = moveCursor(BEGINNING, rows, START + limit);
		expect(Object.keys(one.seen)).toHaveLength(kept);
		expect(rows.filter((row) => isNew(one, row))).toEqual([]);
		expect(isNew(one, rowAt(firstNew, 'another'))).toBe(true);
	});
});
