import { parsePayload } from '../../../../nodes/service/webhookRequest';

describe('parsePayload', () => {
	it('reads what n8n can store, and nothing that is nested deeper', () => {
		const nested = (depth: number) => Buffer.from('['.repeat(depth) + ']'.repeat(depth));
		expect(parsePayload(nested(400))).toBeDefined();
		expect(parsePayload(nested(600))).toBeUndefined();
		expect(parsePayload(Buffer.from(JSON.stringify(Array(100_000).fill([]))))).toBeDefined();
	});

	it('reads a body with a byte order mark', () => {
		expect(parsePayload(Buffer.from('\ufeff{"a":1}'))).toEqual({ a: 1 });
	});

	it.each(['', '{', 'nope', '\ufeff'])('gives undefined for %j', (text) => {
		expect(parsePayload(Buffer.from(text))).toBeUndefined();
	});
});
