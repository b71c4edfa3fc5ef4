import { parsePayload } from '../../../../nodes/service/webhookRequest';

describe('parsePayload', () => {
	it('reads a body with a byte order mark', () => {
		expect(parsePayload(Buffer.from('\ufeff{"a":1}'))).toEqual({ a: 1 });
	});

	it.each(['', '{', 'nope', '\ufeff'])('gives undefined for %j', (text) => {
		expect(parsePayload(Buffer.from(text))).toBeUndefined();
	});
});
