import { createHmac } from 'crypto';

import { signatureFault, usableSecrets } from '../../../../nodes/VoiceAgentTrigger/signature';

const secret = 'whsec_current';
const body = Buffer.from('{"event":"sms.received","data":{"body":"Grüße"}}');
const sign = (bytes: Buffer, key: string) =>
	`sha256=${createHmac('sha256', key).update(bytes).digest('hex')}`;

describe('signatureFault', () => {
	it('accepts exactly the signed bytes, by either secret and in either letter case', () => {
		expect(signatureFault(body, sign(body, secret), [secret])).toBeUndefined();
		expect(signatureFault(body, sign(body, 'old'), [secret, 'old'])).toBeUndefined();
		const upper = sign(body, secret).slice(7).toUpperCase();
		expect(signatureFault(body, `sha256=${upper}`, [secret])).toBeUndefined();
	});

	it('accepts an empty body that is signed', () => {
		expect(signatureFault(Buffer.alloc(0), sign(Buffer.alloc(0), secret), [secret])).toBeUndefined();
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
		expect(signatureFault(bytes, header, secrets)).toEqual(expect.any(String));
	});
});

describe('usableSecrets', () => {
	it('drops what an unfilled field holds', () => {
		expect(usableSecrets('', '  ', 'whsec_', undefined, null, 7, ' whsec_a ')).toEqual(['whsec_a']);
	});
});
