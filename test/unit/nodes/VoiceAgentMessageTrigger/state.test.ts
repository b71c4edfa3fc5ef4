import { advance, BEGINNING } from '../../../../nodes/VoiceAgentMessageTrigger/cursor';
import { readState, type State } from '../../../../nodes/VoiceAgentMessageTrigger/state';
import { rowAt, START } from '../../../support/listed-rows';

const filters = { direction: 'any', phoneNumber: '', channel: 'any' };
const cursor = advance(BEGINNING, [rowAt(5), rowAt(6)], START + 86_400_000);

const forMessages: State = { account: 'account', places: [{ filters, cursor }] };
const forFailures: State = {
	account: 'account',
	filters,
	sentWithinHours: 24,
	scan: {
		scannedAt: START,
		known: { a: START },
		floor: 0,
		size: 1,
		unfinished: { startedAt: START, size: 1, cursor },
	},
};

const copyOf = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

describe('a state of the message trigger', () => {
	it.each([
		['new messages', forMessages],
		['failed deliveries', forFailures],
	])('for %s is the same when it is read from JSON', (_, state) => {
		expect(readState(copyOf(state))).toEqual(state);
	});

	it('may have no scan under way', () => {
		const { unfinished: _, ...scan } = forFailures.scan;
		expect(readState(copyOf({ ...forFailures, scan }))).toEqual({ ...forFailures, scan });
	});

	it('may have messages with any ID', () => {
		const seen = { ...Object.fromEntries([['__proto__', 5]]), toString: 6, seen: 7 };
		const state = copyOf({ ...forMessages, places: [{ filters, cursor: { ...cursor, seen } }] });
		expect(JSON.stringify(readState(state))).toBe(JSON.stringify(state));
	});

	it('is read as version 0.1.0 has stored it, with times in pairs', () => {
		const pairs = { ...cursor, seen: Object.entries(cursor.seen) };
		expect(readState({ ...forMessages, places: [{ filters, cursor: pairs }] })).toEqual(forMessages);
		const scan = { ...forFailures.scan, known: [['a', START]] };
		const stored = { ...forFailures, scan: { ...scan, unfinished: { ...scan.unfinished, cursor: pairs } } };
		expect(readState(stored)).toEqual(forFailures);
	});

	it.each<[string, unknown]>([
		['nothing', {}],
		['no places', { account: '', places: [] }],
		['a place without a place in the list', { account: '', places: [{ filters, cursor: { seen: {} } }] }],
		['no times', { ...forMessages, places: [{ filters, cursor: { ...cursor, seen: 'many' } }] }],
		[
			'times that are none',
			{ ...forMessages, places: [{ filters, cursor: { ...cursor, seen: { a: 'b' } } }] },
		],
		[
			'pairs that are none',
			{ ...forMessages, places: [{ filters, cursor: { ...cursor, seen: [['a'], 7] } }] },
		],
		['a place without filters', { ...forMessages, places: [{ cursor }] }],
		['one place of two', { ...forMessages, places: [{ filters, cursor }, { filters }] }],
		['failures without filters', { ...forFailures, filters: undefined }],
		['failures without their window', { ...forFailures, sentWithinHours: undefined }],
		['failures without a scan', { ...forFailures, scan: undefined }],
		['no account', { ...forMessages, account: undefined }],
		['a scan without failures', { ...forFailures, scan: { ...forFailures.scan, known: undefined } }],
		['a scan without its time', { ...forFailures, scan: { ...forFailures.scan, scannedAt: null } }],
		['an unfinished scan without a place', { ...forFailures, scan: { ...forFailures.scan, unfinished: {} } }],
	])('is not read from %s', (_, stored) => {
		expect(readState(copyOf(stored))).toBeUndefined();
	});
});
