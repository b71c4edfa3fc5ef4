import * as crypto from 'crypto';

import type { IWebhookFunctions } from 'n8n-workflow';

import {
	authenticate,
	type IncomingRequest,
	verify,
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

const verdict = (rawBody: Buffer, headers: object, query: object, more: object) => {
	const result = verify(
		{ rawBody, headers: { ...headers }, query: { ...query } },
		{ ...credential, ...more },
	);
	return result.ok ? `${result.value.kind} by ${result.value.verified}` : 'refused';
};

describe('verify', () => {
	const strange = bytes({ from: '1' });
	const disagreeing = bytes({ event_type: 'chatapp.received', kind: 'sms.received' });
	const named = bytes({ meta: { what: 'sms.sent' }, event: 'sms.received' });
	const NAMED = { customizeIdentifiers: true, eventField: 'meta.what' };
	const ACME = { customizeIdentifiers: true, signatureHeader: 'X-Acme-Signature' };
	const others = { signingSecret: `whsec_9876543210, ${secret}` };

	it.each<[string, Buffer, object, object, string, object]>([
		['a signed event', sms, signed(sms), {}, 'sms.received by signature', {}],
		['an event signed for one of several keys', sms, signed(sms), {}, 'sms.received by signature', others],
		['a chat-app message', chat, {}, { token }, 'chatapp.received by token', {}],
		['a chat-app message that names no kind', strange, {}, { token }, 'chatapp.received by token', {}],
		['a text like a kind', bytes({ text: 'sms.received' }), {}, { token }, 'chatapp.received by token', {}],
		['the field that the account names', named, signed(named), {}, 'sms.sent by signature', NAMED],
		[
			'the header of the account',
			sms,
			signed(sms, 'x-acme-signature'),
			{},
			'sms.received by signature',
			ACME,
		],
	])('takes %s', (_, rawBody, headers, query, expected, more) => {
		expect(verdict(rawBody, headers, query, more)).toBe(expected);
	});

	const FOREIGN = { signingSecret: 'whsec_9876543210 whsec_5555555555', previousSigningSecret: '' };

	it.each<[string, Buffer, object, object, object]>([
		['an event signed for other keys', sms, signed(sms), {}, FOREIGN],
		['a signed event that came with the token', sms, {}, { token }, {}],
		['a type that is signed', bytes({ type: 'call.completed' }), {}, { token }, {}],
		['fields of which one names a signed event', disagreeing, {}, { token }, {}],
		['a signed event by the field that the account names', named, {}, { token }, NAMED],
		['the usual header where the account names another', sms, signed(sms), {}, ACME],
		['a token that could be guessed', chat, {}, { token: 'short' }, { chatAppToken: 'short' }],
		['a wrong signature beside the token', chat, { 'x-service-signature': 'sha256=0' }, { token }, {}],
		['another token', chat, {}, { token: `${token}X` }, {}],
		['no token', chat, {}, {}, {}],
		['an empty token where none is stored', chat, {}, { token: '' }, { chatAppToken: ' ' }],
		['a token where none is stored', chat, {}, { token: 'undefined' }, { chatAppToken: undefined }],
	])('refuses %s', (_, rawBody, headers, query, more) => {
		expect(verdict(rawBody, headers, query, more)).toBe('refused');
	});

	it.each(['WHSEC_', 'whsec_', '\u200b'.repeat(16)])('accepts no secret that could be guessed: %j', (key) => {
		const digest = crypto.createHmac('sha256', key).update(sms).digest('hex');
		const headers = { 'x-service-signature': `sha256=${digest}` };
		expect(verdict(sms, headers, {}, { previousSigningSecret: key })).toBe('refused');
	});

	it.each([
		['by token', {}, { token }],
		['by signature', signed(sms), {}],
	])('refuses a form %s, since n8n does not keep its bytes', (_, headers, query) => {
		expect(verify({ rawBody: undefined, headers, query }, credential).ok).toBe(false);
	});
});

describe('authenticate', () => {
	const OLD = 'whsec_of_the_day_before';
	beforeEach(() => void jest.useFakeTimers());
	afterEach(() => void jest.useRealTimers());

	interface StartedTrigger {
		/** The secret in the credential; undefined if it cannot be read. */
		stored: string | undefined;
		credentialId: string;
		readings: number;
		receive: (signedBy?: string, rawBody?: Buffer, query?: object) => Promise<boolean>;
		decide: (request: IncomingRequest) => Promise<boolean>;
	}

	/** A trigger of its own, whose credential can be changed. */
	function startTrigger(signingSecret = secret) {
		const trigger: StartedTrigger = {
			stored: signingSecret,
			credentialId: '1',
			readings: 0,
			receive,
			decide,
		};
		const id = crypto.randomUUID();
		const getCredentials = async () => {
			trigger.readings++;
			if (trigger.stored === undefined) throw new Error('no database');
			return { ...credential, signingSecret: trigger.stored };
		};
		const getNode = () => ({ id, credentials: { voiceAgentApi: { id: trigger.credentialId } } });
		const context = { getNode, getWorkflow: () => ({ id }), getCredentials };
		async function receive(signedBy?: string, rawBody: Buffer = sms, query: object = {}) {
			const hmac = crypto.createHmac('sha256', signedBy ?? '').update(rawBody);
			const headers = signedBy ? { 'x-service-signature': `sha256=${hmac.digest('hex')}` } : {};
			return await decide({ rawBody, headers, query: { ...query } });
		}
		async function decide(request: IncomingRequest) {
			return (await authenticate(context as unknown as IWebhookFunctions, request)).ok;
		}
		return trigger;
	}

	it('reads no credential for a body that cannot be read', async () => {
		const trigger = startTrigger();
		expect(await trigger.decide({ rawBody: undefined, headers: {}, query: { token } })).toBe(false);
		expect(trigger.readings).toBe(0);
	});

	it.each<[string, object, object, number]>([
		['nothing', {}, {}, 0],
		['half a signature', { 'x-service-signature': 'sha256=1', cookie: 'a=b' }, { a: 'b' }, 0],
		['a signature under another name', signed(sms, 'x-acme-signature'), {}, 1],
		['a token', {}, { token }, 1],
	])('with %s reads the credential only if that may be a proof', async (_, headers, query, readings) => {
		const trigger = startTrigger();
		expect(await trigger.decide({ rawBody: sms, headers: { ...headers }, query: { ...query } })).toBe(false);
		expect(trigger.readings).toBe(readings);
	});

	it('accepts a new secret within a second', async () => {
		const trigger = startTrigger(OLD);
		expect(await trigger.receive(OLD)).toBe(true);
		trigger.stored = secret;
		jest.advanceTimersByTime(999);
		expect(await trigger.receive(secret)).toBe(false);
		jest.advanceTimersByTime(1);
		expect(await trigger.receive(secret)).toBe(true);
	});

	it('accepts a removed secret for less than five seconds, if no other signature comes before', async () => {
		const trigger = startTrigger(OLD);
		expect(await trigger.receive(OLD)).toBe(true);
		trigger.stored = secret;
		jest.advanceTimersByTime(4_999);
		expect(await trigger.receive(OLD)).toBe(true);
		expect(trigger.readings).toBe(1);
		jest.advanceTimersByTime(1);
		expect([await trigger.receive(OLD), await trigger.receive(OLD)]).toEqual([false, false]);
		trigger.stored = OLD;
		jest.advanceTimersByTime(1_000);
		expect(await trigger.receive(OLD)).toBe(true);
		trigger.stored = secret;
		jest.advanceTimersByTime(1_000);
		expect([await trigger.receive(secret), await trigger.receive(OLD)]).toEqual([true, false]);
	});

	it('accepts events for five seconds while the credential cannot be read, and refuses nothing unread', async () => {
		const trigger = startTrigger();
		expect(await trigger.receive(secret)).toBe(true);
		trigger.stored = undefined;
		jest.advanceTimersByTime(1_000);
		expect(await trigger.receive(secret)).toBe(true);
		await expect(trigger.receive(OLD)).rejects.toThrow('no database');
		await expect(trigger.receive(secret)).rejects.toThrow('no database');
	});

	it('reads the credential again for an event that is unknown, and if the clock of the machine went back', async () => {
		const trigger = startTrigger();
		const unknown = bytes({ event: 'fax.received' });
		expect(await trigger.receive(secret, unknown)).toBe(true);
		jest.advanceTimersByTime(1_000);
		expect(await trigger.receive(secret, unknown)).toBe(true);
		expect(trigger.readings).toBe(2);
		jest.setSystemTime(Date.now() - 60_000);
		expect(await trigger.receive(secret)).toBe(true);
		expect(trigger.readings).toBe(3);
	});

	it('reads another credential of the node', async () => {
		const trigger = startTrigger(OLD);
		expect(await trigger.receive(OLD)).toBe(true);
		Object.assign(trigger, { credentialId: '2', stored: secret });
		expect(await trigger.receive(OLD)).toBe(false);
	});

	it('reads the credential no more than once a second, whatever strangers send', async () => {
		const trigger = startTrigger();
		await Promise.all(Array.from({ length: 20 }, async () => await trigger.receive(OLD)));
		for (let count = 0; count < 20; count++) {
			await trigger.receive(undefined, sms, { token: 'guess' });
			await trigger.receive(secret, bytes({ event: 'fax.received' }));
		}
		expect(trigger.readings).toBe(1);
		jest.advanceTimersByTime(1_000);
		await trigger.receive(OLD);
		expect(trigger.readings).toBe(2);
	});
});

describe('verifySignature', () => {
	const secret = 'whsec_current';
	const body = Buffer.from('{"event":"sms.received","data":{"body":"Grüße"}}');
	const sign = (bytes: Buffer, key: string) =>
		`sha256=${crypto.createHmac('sha256', key).update(bytes).digest('hex')}`;

	it('accepts exactly the signed bytes, by either secret and in either letter case', () => {
		expect(verifySignature(body, sign(body, secret), [secret])).toEqual({ ok: true, value: 'signature' });
		expect(verifySignature(body, sign(body, 'old'), [secret, 'old'])).toEqual({
			ok: true,
			value: 'signature',
		});
		const upper = sign(body, secret).slice(7).toUpperCase();
		expect(verifySignature(body, `sha256=${upper}`, [secret])).toEqual({ ok: true, value: 'signature' });
	});

	const good = sign(body, secret);
	it.each<[string, Buffer, unknown, RegExp]>([
		['no header', body, undefined, /header is missing/],
		['an empty header', body, '', /./],
		['several headers as a list', body, [good], /./],
		['another algorithm', body, good.replace('sha256', 'sha1'), /header is malformed/],
		['no prefix', body, good.slice(7), /header is malformed/],
		['a cut digest', body, good.slice(0, -1), /header is malformed/],
		['no hexadecimal digits', body, `sha256=${'z'.repeat(64)}`, /header is malformed/],
		['another secret', body, sign(body, 'other'), /does not match/],
		['a changed byte', Buffer.from(body.toString().replace('Grüße', 'Grüsse')), good, /does not match/],
	])('refuses %s, and names the cause for the log', (_, bytes, header, reason) => {
		expect(verifySignature(bytes, header, [secret])).toEqual({
			ok: false,
			problem: expect.stringMatching(reason),
		});
	});

	it('refuses everything while there is no secret', () => {
		expect(verifySignature(body, good, [])).toEqual({
			ok: false,
			problem: expect.stringMatching(/credential holds no usable signing secret/),
		});
	});
});

describe('verifyToken', () => {
	it('accepts the stored token, blanks around it or not', () => {
		expect(verifyToken(token, token)).toEqual({ ok: true, value: 'token' });
		expect(verifyToken(token, ` ${token}\n`)).toEqual({ ok: true, value: 'token' });
	});

	it.each<[string, unknown, unknown, RegExp]>([
		['another token', `${token}x`, token, /does not match/],
		['an empty token', '', token, /is empty or not text/],
		['several tokens', [token, token], token, /is empty or not text/],
		['the right token while it is too short', 'short', 'short', /no usable chat-app token/],
		['the right token while it cannot stand in a URL', 'a token with blanks', 'a token with blanks', /./],
	])('refuses %s, and names the cause for the log', (_, given, stored, reason) => {
		expect(verifyToken(given, stored)).toEqual({ ok: false, problem: expect.stringMatching(reason) });
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
