import * as crypto from 'crypto';

import type { IWebhookFunctions } from 'n8n-workflow';

import {
	authenticate,
	authenticateRequest,
	carriesProof,
	isSignature,
	verifySignature,
	verifyToken,
} from '../../../../nodes/VoiceAgentTrigger/authentication';

jest.mock('crypto', () => {
	const actual = jest.requireActual<typeof crypto>('crypto');
	return { ...actual, timingSafeEqual: jest.fn(actual.timingSafeEqual) };
});

const secret = 'whsec_0123456789';
const token = 'a-token-of-some-length';
const credential = {
	baseUrl: 'https://x.example',
	signingSecret: secret,
	chatAppToken: token,
};
const bytes = (payload: unknown) => Buffer.from(JSON.stringify(payload));
const signed = (rawBody: Buffer, header = 'x-service-signature') => ({
	[header]: `sha256=${crypto.createHmac('sha256', secret).update(rawBody).digest('hex')}`,
});
const sms = bytes({ event: 'sms.received' });
const chat = bytes({ event: 'chatapp.received' });

const verdict = (rawBody: Buffer, headers: object, query: object, more: object = {}) => {
	const result = authenticate(
		{ rawBody, headers: { ...headers }, query: { ...query } },
		{ ...credential, ...more },
	);
	return result.valid ? `${result.event.kind} by ${result.event.verified}` : 'refused';
};

describe('authenticate', () => {
	it('takes a signed event by its signature', () => {
		expect(verdict(sms, signed(sms), {})).toBe('sms.received by signature');
	});

	it('takes an event that is signed for any of several API keys', () => {
		const others = { signingSecret: `whsec_9876543210, ${secret}` };
		expect(verdict(sms, signed(sms), {}, others)).toBe('sms.received by signature');
		const none = { signingSecret: 'whsec_9876543210 whsec_5555555555', previousSigningSecret: '' };
		expect(verdict(sms, signed(sms), {}, none)).toBe('refused');
	});

	it('takes a chat-app message by the token of its URL, whatever its body names', () => {
		expect(verdict(chat, {}, { token })).toBe('chatapp.received by token');
		expect(verdict(bytes({ from: '1' }), {}, { token })).toBe('chatapp.received by token');
	});

	it('refuses a body by token whose fields for the kind name a signed event', () => {
		expect(verdict(sms, {}, { token })).toBe('refused');
		expect(verdict(bytes({ type: 'call.completed' }), {}, { token })).toBe('refused');
		const disagreeing = { event_type: 'chatapp.received', kind: 'sms.received' };
		expect(verdict(bytes(disagreeing), {}, { token })).toBe('refused');
	});

	it('takes a chat-app message by token whatever its text says', () => {
		for (const message of [{ text: 'sms.received' }, { event: 'chatapp.received', body: 'call.completed' }]) {
			expect(verdict(bytes(message), {}, { token })).toBe('chatapp.received by token');
		}
	});

	it('finds the kind in the field that the account names', () => {
		const custom = { customizeIdentifiers: true, eventField: 'meta.what' };
		const named = bytes({ meta: { what: 'sms.sent' }, event: 'sms.received' });
		expect(verdict(named, signed(named), {}, custom)).toBe('sms.sent by signature');
		expect(verdict(named, {}, { token }, custom)).toBe('refused');
	});

	it('accepts no secret or token that could be guessed', () => {
		const weak = (key: string) => ({
			'x-service-signature': `sha256=${crypto.createHmac('sha256', key).update(sms).digest('hex')}`,
		});
		for (const key of ['WHSEC_', 'whsec_', '\u200b'.repeat(16)]) {
			expect(verdict(sms, weak(key), {}, { previousSigningSecret: key })).toBe('refused');
		}
		expect(verdict(chat, {}, { token: 'short' }, { chatAppToken: 'short' })).toBe('refused');
	});

	it('refuses a wrong signature although the token is right', () => {
		expect(verdict(chat, { 'x-service-signature': 'sha256=0' }, { token })).toBe('refused');
	});

	it.each([
		['no token', {}],
		['an empty token', { token: '' }],
		['another token', { token: `${token}X` }],
		['a token twice', { token: [token, token] }],
		['a token as an object', { token: { a: token } }],
	])('refuses an unsigned message with %s', (_, query) => {
		expect(verdict(chat, {}, query)).toBe('refused');
	});

	it.each([
		['by token', {}, { token }],
		['by signature', signed(sms), {}],
	])('refuses a form %s, since n8n does not keep its bytes', (_, headers, query) => {
		expect(authenticate({ rawBody: undefined, headers, query }, credential).valid).toBe(false);
	});

	it('refuses every token while none is stored', () => {
		expect(verdict(chat, {}, { token: '' }, { chatAppToken: ' ' })).toBe('refused');
		expect(verdict(chat, {}, { token: 'undefined' }, { chatAppToken: undefined })).toBe('refused');
	});

	it('looks for the signature under the name that the account uses', () => {
		const custom = { customizeIdentifiers: true, signatureHeader: 'X-Acme-Signature' };
		expect(verdict(sms, signed(sms, 'x-acme-signature'), {}, custom)).toBe('sms.received by signature');
		expect(verdict(sms, signed(sms), {}, custom)).toBe('refused');
	});

	it('takes no header from the prototype of the header object', () => {
		expect(verdict(sms, {}, {}, { customizeIdentifiers: true, signatureHeader: 'constructor' })).toBe(
			'refused',
		);
	});
});

describe('authenticateRequest', () => {
	/**
	 * A trigger of its own, whose credential holds one secret after the other,
	 * as if it was changed between two readings.
	 */
	function startTrigger(...secrets: string[]) {
		const id = crypto.randomUUID();
		const getCredentials = jest.fn(async () => ({ ...credential, signingSecret: secrets.shift() ?? '' }));
		const context = { getNode: () => ({ id }), getWorkflow: () => ({ id }), getCredentials };
		const receive = async (rawBody: Buffer, headers: object) =>
			await authenticateRequest(context as unknown as IWebhookFunctions, {
				rawBody,
				headers: { ...headers },
				query: {},
			});
		return { getCredentials, receive };
	}

	it('refuses a request without proof before it reads the credential', async () => {
		const { getCredentials, receive } = startTrigger(secret);
		expect(await receive(sms, {})).toEqual({
			valid: false,
			reason: 'the request carries neither a signature nor a token',
		});
		expect(getCredentials).not.toHaveBeenCalled();
	});

	it('lets a signed event in by one reading of the credential for several', async () => {
		const { getCredentials, receive } = startTrigger(secret);
		for (let count = 0; count < 3; count++) {
			expect(await receive(sms, signed(sms))).toMatchObject({ valid: true, event: { kind: 'sms.received' } });
		}
		expect(getCredentials).toHaveBeenCalledTimes(1);
	});

	describe('seconds after the credential was read', () => {
		beforeEach(() => void jest.useFakeTimers());
		afterEach(() => void jest.useRealTimers());

		it.each([
			['accepts a known event without reading it again', sms, 1],
			['reads it again for an event that is unknown', bytes({ event: 'fax.received' }), 2],
		])('the trigger %s', async (_, body, readings) => {
			const { getCredentials, receive } = startTrigger(secret, secret);
			await receive(body, signed(body));
			jest.advanceTimersByTime(2_000);
			expect(await receive(body, signed(body))).toMatchObject({ valid: true });
			expect(getCredentials).toHaveBeenCalledTimes(readings);
		});

		it('the trigger reads it again if the clock of the machine went back', async () => {
			const { getCredentials, receive } = startTrigger(secret, 'whsec_of_the_day_after');
			await receive(sms, signed(sms));
			jest.setSystemTime(Date.now() - 60_000);
			expect(await receive(sms, signed(sms))).toMatchObject({ valid: false });
			expect(getCredentials).toHaveBeenCalledTimes(2);
		});

		it('reads it again before it refuses', async () => {
			const { getCredentials, receive } = startTrigger('whsec_of_the_day_before', secret);
			expect(await receive(sms, signed(sms))).toMatchObject({ valid: false });
			jest.advanceTimersByTime(2_000);
			expect(await receive(sms, signed(sms))).toMatchObject({ valid: true });
			expect(getCredentials).toHaveBeenCalledTimes(2);
		});
	});
});

describe('carriesProof', () => {
	const proof = (headers: object, query: object, rawBody: unknown = sms) =>
		carriesProof({ rawBody, headers: { ...headers }, query: { ...query } }).valid;

	it('is what has the form of a signature under any name, or a token', () => {
		expect(proof(signed(sms), {})).toBe(true);
		expect(proof(signed(sms, 'x-acme-signature'), {})).toBe(true);
		expect(proof({}, { token })).toBe(true);
	});

	it('is nothing else', () => {
		expect(proof({}, {})).toBe(false);
		expect(proof({ 'x-service-signature': 'sha256=1', cookie: 'a=b' }, { a: 'b' })).toBe(false);
		expect(proof(signed(sms), { token }, 'no raw body')).toBe(false);
	});
});

describe('verifySignature', () => {
	const secret = 'whsec_current';
	const body = Buffer.from('{"event":"sms.received","data":{"body":"Grüße"}}');
	const sign = (bytes: Buffer, key: string) =>
		`sha256=${crypto.createHmac('sha256', key).update(bytes).digest('hex')}`;

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
		['JSON written again', Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1)), good, [secret]],
		['a body that is not raw', JSON.parse(body.toString()), good, [secret]],
		['no body', undefined, good, [secret]],
	])('refuses %s', (_, bytes, header, secrets) => {
		expect(verifySignature(bytes, header, secrets)).toEqual({ valid: false, reason: expect.any(String) });
	});

	it.each<[string, RegExp, unknown, string[]]>([
		['an incomplete credential', /credential holds no usable signing secret/, good, []],
		['a header under another name', /header is missing/, undefined, [secret]],
		['a header in another form', /header is malformed/, 'sha256=1', [secret]],
		['a wrong secret', /does not match/, sign(body, 'other'), [secret]],
	])('names the cause for the log: %s', (_, reason, header, secrets) => {
		expect(verifySignature(body, header, secrets)).toMatchObject({ reason: expect.stringMatching(reason) });
	});
});

describe('isSignature', () => {
	it('tells a signature by its form', () => {
		expect(isSignature(`sha256=${'0a'.repeat(32)}`)).toBe(true);
		const list = [`sha256=${'0'.repeat(64)}`];
		for (const other of ['', 'sha256=', `sha1=${'0'.repeat(64)}`, undefined, list, 7]) {
			expect(isSignature(other)).toBe(false);
		}
	});
});

describe('verifyToken', () => {
	it('accepts the stored token, blanks around it or not', () => {
		expect(verifyToken(token, token)).toEqual({ valid: true });
		expect(verifyToken(token, ` ${token}\n`)).toEqual({ valid: true });
	});

	it.each<[string, unknown, unknown]>([
		['another token', `${token}x`, token],
		['an empty token', '', token],
		['several tokens', [token, token], token],
		['an object', { token }, token],
		['no token', undefined, token],
		['the right token while it is too short', 'short', 'short'],
		['the right token while it cannot stand in a URL', 'a token with blanks', 'a token with blanks'],
		['a token while none is stored', '', ''],
	])('refuses %s', (_, given, stored) => {
		expect(verifyToken(given, stored)).toEqual({ valid: false, reason: expect.any(String) });
	});

	it.each<[string, RegExp, unknown, unknown]>([
		['an incomplete credential', /credential holds no usable chat-app token/, token, ''],
		['a URL without the value of its token', /is empty or not a text/, '', token],
		['a wrong token', /does not match/, `${token}x`, token],
	])('names the cause for the log: %s', (_, reason, given, stored) => {
		expect(verifyToken(given, stored)).toMatchObject({ reason: expect.stringMatching(reason) });
	});
});

describe('Secrets are compared in constant time', () => {
	const compared = jest.mocked(crypto.timingSafeEqual);
	const body = Buffer.from('{}');
	const signedWith = (secret: string) =>
		`sha256=${crypto.createHmac('sha256', secret).update(body).digest('hex')}`;

	beforeEach(() => compared.mockClear());

	it.each([
		['by the first secret', 'new'],
		['by the second', 'old'],
		['by neither', 'guessed'],
	])('a signature %s is compared with both', (_, secret) => {
		verifySignature(body, signedWith(secret), ['new', 'old']);
		expect(compared).toHaveBeenCalledTimes(2);
	});

	it.each([
		['right', token],
		['wrong', `${token.slice(0, -1)}E`],
		['shorter', 't'],
		['longer', 'x'.repeat(500)],
	])('a %s token takes one comparison of digests', (_, given) => {
		verifyToken(given, token);
		expect(compared.mock.calls.map(([a, b]) => [a.byteLength, b.byteLength])).toEqual([[32, 32]]);
	});
});
