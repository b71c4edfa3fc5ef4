import { toAnswer } from '../../../../nodes/VoiceAgentFunctionTrigger/answer';

const LIMIT = 65_536;
const size = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

it('is the JSON of one item, a list of several, and an empty object for none', () => {
	expect(toAnswer([{ state: 'sent' }])).toEqual({ state: 'sent' });
	expect(toAnswer([{ a: 1 }, { a: 2 }])).toEqual([{ a: 1 }, { a: 2 }]);
	expect(toAnswer([])).toEqual({});
});

it.each(['It is on its way', 7, null, true, ['a']])('puts %j into a field', (value) => {
	expect(toAnswer([value])).toEqual({ answer: value });
});

describe('of more than 64 KB', () => {
	it('keeps the first entries of a list, and says how many', () => {
		const items = Array.from({ length: 1_000 }, (_, index) => ({ index, text: 'ä'.repeat(100) }));
		const answer = toAnswer(items) as object[];
		expect(size(answer)).toBeLessThanOrEqual(LIMIT);
		expect(size(answer)).toBeGreaterThan(LIMIT - 1_000);
		expect(answer.slice(0, -1)).toEqual(items.slice(0, answer.length - 1));
		expect(answer.at(-1)).toEqual({
			hint: `The answer was cut after 64 KB: ${answer.length - 1} of 1000 entries are here.`,
		});
	});

	it.each(['x', 'ä', '"', '😀', '\u0001'])('keeps the beginning of a text of %j', (character) => {
		const answer = toAnswer([{ id: 1, text: character.repeat(70_000), last: 'gone' }]) as { text: string };
		expect(size(answer)).toBeLessThanOrEqual(LIMIT);
		expect(size(answer)).toBeGreaterThan(LIMIT - 500);
		expect(character.repeat(70_000).startsWith(answer.text)).toBe(true);
		// Half a character would be refused.
		expect(() => encodeURIComponent(answer.text)).not.toThrow();
		expect(answer).toMatchObject({ id: 1, hint: 'The answer was cut after 64 KB.' });
	});

	it('leaves out a field that does not fit, and keeps those after it that do', () => {
		const list = Array.from({ length: 30_000 }, (_, index) => index);
		expect(toAnswer([{ list, state: 'sent' }])).toEqual({
			state: 'sent',
			hint: 'The answer was cut after 64 KB.',
		});
	});

	it('counts the fields that it keeps together', () => {
		const fields = Array.from({ length: 40 }, (_, index) => [`field${index}`, [index, 'x'.repeat(2_000)]]);
		const answer = toAnswer([Object.fromEntries(fields)]);
		expect(size(answer)).toBeLessThanOrEqual(LIMIT);
		expect(Object.keys(answer)).toEqual([...fields.slice(0, 32).map(([name]) => name), 'hint']);
	});

	it('counts the name of a text that it cuts', () => {
		const answer = toAnswer([{ ['n'.repeat(1_000)]: 'x'.repeat(70_000) }]);
		expect(size(answer)).toBeLessThanOrEqual(LIMIT);
	});

	it('leaves out a text of which nothing fits', () => {
		const list = ['x'.repeat(LIMIT - 250)];
		expect(Object.keys(toAnswer([{ list, ['n'.repeat(100)]: 'x'.repeat(1_000) }]))).toEqual(['list', 'hint']);
	});

	it('leaves a list of exactly 64 KB as it is', () => {
		const items = [{ a: 1 }, { text: 'x'.repeat(LIMIT - size([{ a: 1 }, { text: '' }])) }];
		expect(size(items)).toBe(LIMIT);
		expect(toAnswer(items)).toEqual(items);
	});

	it('leaves an answer of exactly 64 KB as it is', () => {
		const item = { text: 'x'.repeat(LIMIT - size({ text: '' })) };
		expect(size(item)).toBe(LIMIT);
		expect(toAnswer([item])).toBe(item);
	});
});
