import { parseState, type State } from '../../../../nodes/VoiceAgentPollingTrigger/messageSearch';
import { START } from '../../../support/listed-messages';

const filters = { direction: 'any', phoneNumber: '', channel: 'any' };
const cursor = { floor: START, seen: { a: START + 5, b: START + 6 } };
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
