import * as crypto from 'crypto';

import type { IWebhookFunctions } from 'n8n-workflow';

import {
	authenticate,
	type IncomingRequest,
	verify,
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
const sign = (rawBody: Buffer, key = secret) =>
	`sha256=${crypto.createHmac('sha256', key).update(rawBody).digest('hex')}`;
const signed = (rawBody: Buffer, header = 'x-service-signature') => ({ [header]: sign(rawBody) });
const sms = bytes({ event: 'sms.received' });
const chat = bytes({ event: 'chatapp.received' });

const verdict = (rawBody: Buffer, headers: object, query: object, more: object) => {
	const result = verify(
		{ rawBody, headers: { ...headers }, query: { ...query } },
		{ ...credential, ...more },
	);
	return result.ok ? `${result.value.kind} by ${result.value.verified}` : result.problem;
};

describe('verify', () => {
	const strange = bytes({ from: '1' });
	const disagreeing = bytes({ event_type: 'chatapp.received', kind: 'sms.received' });
	const named = bytes({ meta: { what: 'sms.sent' }, event: 'sms.received' });
	const NAMED = { customizeIdentifiers: true, eventField: 'meta.what' };
	const BLANKS = { chatAppToken: ` ${token}\n` };
	const ACME = { customizeIdentifiers: true, signatureHeader: 'X-Acme-Signature' };
	const others = { signingSecret: `whsec_9876543210, ${secret}` };
	const previous = { signingSecret: 'whsec_9876543210', previousSigningSecret: secret };
	const capitals = { 'x-service-signature': `sha256=${sign(sms).slice(7).toUpperCase()}` };

	it.each<[string, Buffer, object, object, string, object]>([
		['a signed event', sms, signed(sms), {}, 'sms.received by signature', {}],
		['an event signed for one of several keys', sms, signed(sms), {}, 'sms.received by signature', others],
		['an event signed for the previous key', sms, signed(sms), {}, 'sms.received by signature', previous],
		['a signature in capital letters', sms, capitals, {}, 'sms.received by signature', {}],
		['a chat-app message', chat, {}, { token }, 'chatapp.received by token', {}],
		['a token with blanks around it', chat, {}, { token }, 'chatapp.received by token', BLANKS],
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
	const NO_SECRET = /^the credential holds no usable signing secret$/;
	const NO_TOKEN = /^the credential holds no usable chat-app token$/;
	const MALFORMED = /^the signature header is malformed$/;
	const MISSING = /^the signature header is missing$/;
	const OTHER_SIGNATURE = /^the signature does not match the body$/;
	const OTHER_TOKEN = /^the token does not match$/;
	const NO_TEXT = /^the token is empty or not text$/;
	const UNSIGNED = /^the event must be signed, but is not$/;
	const good = sign(sms);
	const header = (value: unknown) => ({ 'x-service-signature': value });

	it.each<[string, Buffer, object, object, object, RegExp]>([
		['an event signed for other keys', sms, signed(sms), {}, FOREIGN, OTHER_SIGNATURE],
		['other bytes than those that were signed', chat, signed(sms), {}, {}, OTHER_SIGNATURE],
		['a signed event where no secret is stored', sms, signed(sms), {}, { signingSecret: '' }, NO_SECRET],
		['an empty header', sms, header(''), {}, {}, MALFORMED],
		['several headers as a list', sms, header([good]), {}, {}, MALFORMED],
		['another algorithm', sms, header(good.replace('sha256', 'sha1')), {}, {}, MALFORMED],
		['no prefix', sms, header(good.slice(7)), {}, {}, MALFORMED],
		['a cut digest', sms, header(good.slice(0, -1)), {}, {}, MALFORMED],
		['no hexadecimal digits', sms, header(`sha256=${'z'.repeat(64)}`), {}, {}, MALFORMED],
		['the usual header where the account names another', sms, signed(sms), {}, ACME, MISSING],
		['a wrong signature beside the token', chat, header('sha256=0'), { token }, {}, MALFORMED],
		['a signed event that came with the token', sms, {}, { token }, {}, UNSIGNED],
		['a type that is signed', bytes({ type: 'call.completed' }), {}, { token }, {}, UNSIGNED],
		['fields of which one names a signed event', disagreeing, {}, { token }, {}, UNSIGNED],
		['a signed event by the field that the account names', named, {}, { token }, NAMED, UNSIGNED],
		['neither signature nor token', chat, {}, {}, {}, MISSING],
		['another token', chat, {}, { token: `${token}X` }, {}, OTHER_TOKEN],
		['an empty token', chat, {}, { token: '' }, {}, NO_TEXT],
		['several tokens', chat, {}, { token: [token, token] }, {}, NO_TEXT],
		['a token that could be guessed', chat, {}, { token: 'short' }, { chatAppToken: 'short' }, NO_TOKEN],
		['an empty token where none is stored', chat, {}, { token: '' }, { chatAppToken: ' ' }, NO_TOKEN],
		['a token where none is stored', chat, {}, { token: 'undefined' }, { chatAppToken: undefined }, NO_TOKEN],
	])('refuses %s, and names the cause for the log', (_, rawBody, headers, query, more, reason) => {
		expect(verdict(rawBody, headers, query, more)).toMatch(reason);
	});

	it.each(['WHSEC_', 'whsec_', '\u200b'.repeat(16)])('accepts no secret that could be guessed: %j', (key) => {
		const stored = { previousSigningSecret: key };
		expect(verdict(sms, header(sign(sms, key)), {}, stored)).toMatch(OTHER_SIGNATURE);
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
			const headers = signedBy ? { 'x-service-signature': sign(rawBody, signedBy) } : {};
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

describe('Secrets are compared in constant time', () => {
	const compared = jest.mocked(crypto.timingSafeEqual);
	const OLD = 'whsec_of_the_day_before';

	beforeEach(() => compared.mockClear());

	it.each([
		['by the first secret', secret],
		['by the second', OLD],
		['by neither', 'guessed'],
	])('a signature %s is compared with both', (_, key) => {
		verdict(sms, { 'x-service-signature': sign(sms, key) }, {}, { previousSigningSecret: OLD });
		expect(compared).toHaveBeenCalledTimes(2);
	});

	it.each([
		['right', token],
		['wrong', `${token.slice(0, -1)}E`],
		['shorter', 't'],
		['longer', 'x'.repeat(500)],
	])('a %s token takes one comparison of digests', (_, given) => {
		verdict(chat, {}, { token: given }, {});
		expect(compared.mock.calls.map(([a, b]) => [a.byteLength, b.byteLength])).toEqual([[32, 32]]);
	});
});
