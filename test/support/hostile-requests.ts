/**
 * Requests that a stranger may send to the trigger, and what has to become of
 * each; for the engine and for the real n8n.
 */
import { createHmac } from 'crypto';
import { gzipSync } from 'zlib';

import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

/** The secrets that the trigger is set up with unless a case says otherwise. */
export const SECRETS = {
	signingSecret: 'whsec_current-7Qm2',
	previousSigningSecret: 'whsec_before-K41x',
	chatAppToken: 'token-of-the-chat-app-9Zt8',
} as const;

/** Of the secrets above, and of what bodies say: none of it may be logged. */
export const UNLOGGABLE = [...Object.values(SECRETS), 'private words', 'whsec_'];

/** `refused`: 401. `dropped`: 200 without an execution. `started`: 200 with one. */
type Outcome = 'refused' | 'dropped' | 'started';

export interface HostileRequest {
	name: string;
	/** Undefined for what n8n does not keep raw, such as forms. */
	body: Buffer | undefined;
	headers: Record<string, unknown>;
	query: Record<string, unknown>;
	/** Replaces parts of the credential; such a case cannot be sent to an n8n that is set up already. */
	credential: ICredentialDataDecryptedObject | undefined;
	parameters: IDataObject;
	outcome: Outcome;
	/**
	 * The status with which the real n8n answers: another one than the trigger's where n8n itself refuses
	 * first; undefined when the case cannot be sent by HTTP as it is.
	 */
	httpStatus: number | undefined;
}

type Parts = Partial<Omit<HostileRequest, 'name' | 'outcome'>>;

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const hmac = (body: Buffer, key: string, algorithm = 'sha256') => createHmac(algorithm, key).update(body);
const signature = (body: Buffer, key: string = SECRETS.signingSecret): string =>
	`sha256=${hmac(body, key).digest('hex')}`;
const header = (value: unknown): Record<string, unknown> => ({ 'x-service-signature': value });

/** An SMS, and what a signature over it looks like. */
const SMS = json({ event: 'sms.received', data: { id: 'm1', body: 'private words – Grüße' } });
const CHAT = json({ event: 'chatapp.received', data: { id: 'c1', body: 'private words' } });
const GOOD = signature(SMS);
const TOKEN = { token: SECRETS.chatAppToken };

function request(name: string, outcome: Outcome, parts: Parts): HostileRequest {
	const base = {
		body: SMS,
		headers: {},
		query: {},
		credential: undefined,
		parameters: {},
		httpStatus: parts.credential || parts.parameters ? undefined : outcome === 'refused' ? 401 : 200,
	};
	return { ...base, ...parts, name, outcome };
}

/** Signed with the right secret, so that only the body is in question. */
const signed = (name: string, outcome: Outcome, body: Buffer, parts: Parts = {}): HostileRequest =>
	request(name, outcome, { body, headers: header(signature(body)), ...parts });

const withHeader = (name: string, value: unknown, parts: Parts = {}): HostileRequest =>
	request(`header: ${name}`, 'refused', { headers: header(value), ...parts });

/** The signature is of `SMS`, the body is another. */
const withBody = (name: string, body: Buffer | undefined, parts: Parts = {}): HostileRequest =>
	request(`body: ${name}`, 'refused', { body, headers: header(GOOD), ...parts });

const withSecrets = (
	name: string,
	credential: ICredentialDataDecryptedObject,
	key: string,
	outcome: Outcome = 'refused',
): HostileRequest =>
	request(`secret: ${name}`, outcome, { headers: header(signature(SMS, key)), credential });

const byToken = (name: string, outcome: Outcome, query: Record<string, unknown>, parts: Parts = {}) =>
	request(`token: ${name}`, outcome, { body: CHAT, query, ...parts });

const changedByte = (): Buffer => {
	const copy = Buffer.from(SMS);
	copy[copy.length - 10]! ^= 1;
	return copy;
};

const nested = (depth: number): Buffer =>
	Buffer.from(`{"event":"sms.received","data":${'['.repeat(depth)}${']'.repeat(depth)}}`);

/** Neither is UTF-8; decoded, both are the same text. */
const INVALID = Buffer.from([...Buffer.from('{"event":"sms.received","a":"'), 0xff, 0x22, 0x7d]);
const OTHER_INVALID = Buffer.from([...Buffer.from('{"event":"sms.received","a":"'), 0xfe, 0x22, 0x7d]);

const NONE = { signingSecret: '', previousSigningSecret: '' };
const LARGE = 15 * 2 ** 20;

export const hostileRequests: HostileRequest[] = [
	withHeader('absent', undefined, { headers: {} }),
	withHeader('doubled, both right, joined as Node does', `${GOOD}, ${GOOD}`),
	withHeader('over-long', `${GOOD}${'0'.repeat(8_000)}`),
	withHeader('no prefix', GOOD.slice('sha256='.length)),
	withHeader('one digit changed', GOOD.slice(0, -1) + (GOOD.endsWith('0') ? '1' : '0')),
	withHeader('HMAC keyed with nothing', signature(SMS, '')),
	withHeader('HMAC keyed with the chat-app token', signature(SMS, SECRETS.chatAppToken)),
	request('header: in the query instead', 'refused', { query: { 'x-service-signature': GOOD } }),

	withSecrets('none stored, signed with nothing', NONE, ''),
	withSecrets('rotated out', { previousSigningSecret: '' }, SECRETS.previousSigningSecret),
	withSecrets('the previous one during a rotation', {}, SECRETS.previousSigningSecret, 'started'),
	withSecrets(
		'pasted with blanks around it',
		{ signingSecret: ` ${SECRETS.signingSecret}\n` },
		SECRETS.signingSecret,
		'started',
	),

	withBody('changed by one bit', changedByte()),
	withBody('one byte less', SMS.subarray(0, -1), { httpStatus: 422 }),
	withBody('in UTF-16', Buffer.from(SMS.toString(), 'utf16le'), { httpStatus: 422 }),
	withBody('with a byte order mark', Buffer.concat([Buffer.from('\ufeff'), SMS])),
	withBody('empty', Buffer.alloc(0)),
	withBody('huge', Buffer.concat([Buffer.from('"'), Buffer.alloc(LARGE, 97), Buffer.from('"')])),
	withBody('deeply nested', nested(100_000)),
	withBody('a multipart form, which n8n does not keep raw', undefined, { httpStatus: undefined }),
	request('body: invalid UTF-8 swapped for another that reads the same', 'refused', {
		body: OTHER_INVALID,
		headers: header(signature(INVALID)),
	}),
	withBody('compressed, signed as plain text', gzipSync(SMS), { httpStatus: undefined }),

	byToken('absent', 'refused', {}),
	byToken('of another', 'refused', { token: 'guess' }),
	byToken('twice', 'refused', { token: [SECRETS.chatAppToken, SECRETS.chatAppToken] }),
	byToken('as an object', 'refused', { token: { a: SECRETS.chatAppToken } }),
	byToken('under another name', 'refused', { Token: SECRETS.chatAppToken }),
	byToken('in the signature header', 'refused', {}, { headers: header(SECRETS.chatAppToken) }),
	byToken('a signed kind of event', 'refused', TOKEN, { body: SMS }),
	byToken('right, but the signature is wrong', 'refused', TOKEN, { headers: header(signature(SMS)) }),
	byToken('right, without a body', 'refused', TOKEN, { body: undefined, httpStatus: undefined }),
	byToken('right', 'started', TOKEN),
	byToken("right, the body a chat-app provider's own", 'started', TOKEN, {
		body: json({ from: '1', text: 'private words' }),
	}),

	signed('signed: an SMS', 'started', SMS),
	signed('signed: with a wrong token as well', 'started', SMS, { query: { token: 'guess' } }),
	signed('signed: as octet-stream', 'started', SMS, {
		headers: { ...header(GOOD), 'content-type': 'application/octet-stream' },
	}),
	signed(
		'signed: with __proto__ in it',
		'started',
		Buffer.from('{"event":"sms.received","__proto__":{"x":1},"constructor":{"prototype":{"y":1}}}'),
	),
	signed('signed: with a byte order mark', 'started', Buffer.concat([Buffer.from('\ufeff'), SMS])),
	signed('signed: with invalid UTF-8 in it', 'started', INVALID),
	signed('signed: of a megabyte', 'started', json({ event: 'sms.received', data: 'x'.repeat(2 ** 20) })),
	signed('signed: empty', 'dropped', Buffer.alloc(0)),
	signed('signed: an array', 'dropped', Buffer.from('["sms.received"]')),
	signed('signed: no JSON', 'dropped', Buffer.from('{"event":'), { httpStatus: 422 }),
	signed('signed: an unknown kind', 'dropped', json({ event: 'fax.received' })),
	signed('signed: a kind that is not selected', 'dropped', json({ event: 'call.completed' })),
];
