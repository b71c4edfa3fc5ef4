import { createHmac } from 'crypto';

import { isSignature, verifySignature } from '../../../../nodes/VoiceAgentTrigger/signature';

const secret = 'whsec_current';
const body = Buffer.from('{"event":"sms.received","data":{"body":"Grüße"}}');
const sign = (bytes: Buffer, key: string) =>
	`sha256=${createHmac('sha256', key).update(bytes).digest('hex')}`;

describe('verifySignature', () => {
	it('accepts exactly the signed bytes, by either secret and in either letter case', () => {
		expect(verifySignature(body, sign(body, secret), [secret])).toEqual({ valid: true });
		expect(verifySignature(body, sign(body, 'old'), [secret, 'old'])).toEqual({ valid: true });
		const upper = sign(body, secret).slice(7).toUpperCase();
		expect(verifySignature(body, `sha256=${upper}`, [secret])).toEqual({ valid: true });
	});

	it('accepts an empty body that is signed', () => {
		expect(verifySignature(Buffer.alloc(0), sign(Buffer.alloc(0), secret), [secret])).toEqual({
			valid: true,
		});
	});

	const good = sign(body, secret);
	it.each<[string, unknown, unknown, string[]]>([
		['no secret', body, good, []],
		['no header', body, undefined, [secret]],
		['an empty header', body, '', [secret]],
		['several headers as a list', body, [good], [secret]],
		['several headers joined', body, `${good}, ${good}`, [secret]],
		['another algorithm', body, good.replace('sha256', 'sha1'), [secret]],
		['the prefix in capitals', body, good.replace('sha', 'SHA'), [secret]],
		['no prefix', body, good.slice(7), [secret]],
		['a cut digest', body, good.slice(0, -1), [secret]],
		['a longer digest', body, `${good}0`, [secret]],
		['blanks', body, ` ${good}`, [secret]],
		['no hexadecimal digits', body, `sha256=${'z'.repeat(64)}`, [secret]],
		['characters outside ASCII', body, `sha256=${'é'.repeat(64)}`, [secret]],
		['another secret', body, sign(body, 'other'), [secret]],
		['a changed byte', Buffer.from(body.toString().replace('Grüße', 'Grüsse')), good, [secret]],
		['JSON written anew', Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1)), good, [secret]],
		['a body that is not raw', JSON.parse(body.toString()), good, [secret]],
		['no body', undefined, good, [secret]],
	])('refuses %s', (_, bytes, header, secrets) => {
		expect(verifySignature(bytes, header, secrets)).toEqual({ valid: false, reason: expect.any(String) });
	});
});

describe('isSignature', () => {
	it('tells a signature by its form', () => {
		expect(isSignature(`sha256=${'0a'.repeat(32)}`)).toBe(true);
		for (const other of ['', 'sha256=', `sha1=${'0'.repeat(64)}`, undefined, ['x'], 7]) {
			expect(isSignature(other)).toBe(false);
		}
	});
});
