import fc from 'fast-check';

import { indexOfSyntaxFault } from '../../../../../nodes/VoiceAgent/parameters/jsonSyntax';

it.each([
	['{"a":1,}', 7],
	['{"a":}', 5],
	['{a:1}', 1],
	["{'a':1}", 1],
	['{"a" 1}', 5],
	['{"a":1 "b":2}', 7],
	['{"a":"x\ny"}', 7],
	['{"a":"\\x"}', 6],
	['{"a":tru}', 5],
	['{"a":01}', 6],
	['{"a":1}}', 7],
	['{"a":1} x', 8],
	['[1,2', 4],
	['"abc', 4],
	['{"a":{"b":[', 11],
	['nope', 0],
	['', 0],
	[' {"a": “b”}', 7],
	['{"\u0085\u007f👍":1,}', 10],
])('finds where %j goes wrong', (text, index) => {
	expect(indexOfSyntaxFault(text)).toBe(index);
});

it('finds nothing in what JSON.parse takes, up to the end', () => {
	fc.assert(
		fc.property(fc.json(), (text) => {
			expect(indexOfSyntaxFault(text)).toBe(text.length);
			const indented = JSON.stringify(JSON.parse(text), null, 2);
			expect(indexOfSyntaxFault(indented)).toBe(indented.length);
		}),
	);
});

it('finds where JSON is cut off', () => {
	fc.assert(
		fc.property(fc.json({ maxDepth: 3 }), fc.nat(), (text, at) => {
			const cut = `[${text}`.slice(0, 1 + (at % text.length));
			expect(`[${text}]`.startsWith(cut.slice(0, indexOfSyntaxFault(cut)))).toBe(true);
			expect(indexOfSyntaxFault(`${cut}\u0000`)).toBeLessThanOrEqual(cut.length);
		}),
	);
});
