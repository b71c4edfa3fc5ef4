import { toAnswer } from '../../../../nodes/VoiceAgentFunctionTrigger/call';

const LIMIT = 65_536;
const lengthOf = (value: unknown) => JSON.stringify(value).length;

it('is the JSON of one item, a list of several, and an empty object for none', () => {
	expect(toAnswer([{ state: 'sent' }])).toEqual({ state: 'sent' });
	expect(toAnswer([{ a: 1 }, { a: 2 }])).toEqual([{ a: 1 }, { a: 2 }]);
	expect(toAnswer([])).toEqual({});
});

it.each(['It is on its way', 7, null, true, ['a']])('puts %j into a field', (value) => {
	expect(toAnswer([value])).toEqual({ answer: value });
});

describe('An answer of 64 KB', () => {
	const full = { text: 'x'.repeat(LIMIT - lengthOf({ text: '' })) };

	it('is left as it is', () => {
		expect(toAnswer([full])).toBe(full);
	});

	it.each([[[{ text: `${full.text}x` }]], [[full, { a: 1 }]]])(
		'is cut if it is longer, and says so',
		(items) => {
			const { answer, hint } = toAnswer(items) as { answer: string; hint: string };
			expect(answer).toHaveLength(LIMIT);
			expect(JSON.stringify(items).includes(answer)).toBe(true);
			expect(hint).toBe('The answer was cut after 64 KB.');
		},
	);

	it.each(['x', 'é', '好', '😀'])(
		'counts the bytes of %s, and is not cut within a character',
		(character) => {
			const { answer } = toAnswer([{ text: character.repeat(30_000) + 'x'.repeat(LIMIT) }]) as {
				answer: string;
			};
			expect(() => encodeURIComponent(answer)).not.toThrow();
			expect(answer).not.toContain('\ufffd');
			const bytes = Buffer.byteLength(answer);
			expect(bytes).toBeLessThanOrEqual(LIMIT);
			expect(bytes).toBeGreaterThan(LIMIT - 4);
		},
	);
});
