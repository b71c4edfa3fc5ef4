import { createHash, createHmac, timingSafeEqual } from 'crypto';

import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

import { readConnection } from '../shared/client/credentials';
import { UNSIGNED_EVENT } from '../shared/wire/events';
import { chatAppTokenFlaw, trimmedSecret, usableSigningSecrets } from '../shared/wire/webhookSecrets';
import { type AuthenticEvent, parsePayload } from './event';
import { namesSignedEvent, readEventKind } from './eventKind';

/** The verdict on a request. The reason of a refusal is for the log and holds nothing of the request. */
export type Verification<T = unknown> = ({ valid: true } & T) | { valid: false; reason: string };

export const refused = (reason: string): { valid: false; reason: string } => ({ valid: false, reason });

/** `sha256=` and the 64 hexadecimal digits of an HMAC-SHA256 (interface section 6). */
const SIGNATURE = /^sha256=([0-9a-fA-F]{64})$/;

/** Tells if a header's value has the form of a signature. */
export const isSignature = (value: unknown): boolean => typeof value === 'string' && SIGNATURE.test(value);

/**
 * Verifies that one of the secrets signed exactly these bytes. Fails closed and never throws, whatever a stranger sends.
 * @param header The signature header's value, as Node's HTTP server gives it (several values arrive joined by commas).
 */
export function verifySignature(rawBody: unknown, header: unknown, secrets: string[]): Verification {
	if (secrets.length === 0) return refused('the credential holds no usable signing secret');
	if (header === undefined) return refused('the signature header is missing');
	const digits = typeof header === 'string' ? SIGNATURE.exec(header)?.[1] : undefined;
	if (digits === undefined) return refused('the signature header is malformed');
	if (!Buffer.isBuffer(rawBody)) return refused('the request has no body that can be verified');

	// Compared as text, since Node gives a digest as digits sooner than as bytes.
	const given = Buffer.from(digits.toLowerCase());
	// Every secret is tried whatever the first says, so that the time does not reveal which one matched.
	const matches = secrets.filter((secret) =>
		timingSafeEqual(Buffer.from(createHmac('sha256', secret).update(rawBody).digest('hex')), given),
	);
	return matches.length > 0 ? { valid: true } : refused('the signature does not match the body');
}

/** Hashes have one length, so that neither time nor an exception reveals that of the token. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Verifies that the token of a request's URL is the stored one.
 * @param given The query parameter `token`; an array when it was sent more than once.
 */
export function verifyToken(given: unknown, stored: unknown): Verification {
	if (chatAppTokenFlaw(stored)) return refused('the credential holds no usable chat-app token');
	if (typeof given !== 'string' || given === '') return refused('the token is empty or not a text');
	const isSame = timingSafeEqual(digest(given), digest(trimmedSecret(stored)));
	return isSame ? { valid: true } : refused('the token does not match');
}

/** The parts of an HTTP request that decide whether it comes from the service. */
export interface IncomingRequest {
	/** The bytes as they were sent; undefined for bodies that n8n does not keep raw, such as forms. */
	rawBody: unknown;
	/** Header names in lower case. */
	headers: Record<string, unknown>;
	query: Record<string, unknown>;
}

export type Authentication = Verification<{ event: AuthenticEvent }>;

/** Requires a signature or a token in a request, so that one without is refused before a credential is read. */
export function carriesProof({ rawBody, headers, query }: IncomingRequest): Verification {
	if (!Buffer.isBuffer(rawBody)) return refused('the request has no body that can be read');
	const isSigned = Object.values(headers).some(isSignature);
	return isSigned || Object.hasOwn(query, 'token')
		? { valid: true }
		: refused('the request carries neither a signature nor a token');
}

/**
 * Decides whether a request comes from the service. Signed events need a signature, and only chat-app messages, which the
 * service does not sign, may use the token of their URL instead (interface section 6).
 */
export function authenticate(
	request: IncomingRequest,
	credential: ICredentialDataDecryptedObject,
): Authentication {
	const { rawBody, headers, query } = request;
	if (!Buffer.isBuffer(rawBody)) return refused('the request has no body that can be read');
	const naming = readConnection(credential);
	const { signatureHeader } = naming;
	const header = Object.hasOwn(headers, signatureHeader) ? headers[signatureHeader] : undefined;
	const byToken = header === undefined && Object.hasOwn(query, 'token');

	if (!byToken) {
		const { signingSecret, previousSigningSecret } = credential;
		const secrets = [signingSecret, previousSigningSecret].flatMap(usableSigningSecrets);
		const verification = verifySignature(rawBody, header, secrets);
		if (!verification.valid) return verification;
		const payload = parsePayload(rawBody);
		const kind = readEventKind(payload, naming);
		return { valid: true, event: { rawBody, payload, kind, verified: 'signature' } };
	}

	const verification = verifyToken(query.token, credential.chatAppToken);
	if (!verification.valid) return verification;
	const payload = parsePayload(rawBody);
	if (namesSignedEvent(payload, naming)) return refused('the event must be signed, but is not');
	// Only a chat-app account is given the URL with the token, so a body that names no event is its message.
	return { valid: true, event: { rawBody, payload, kind: UNSIGNED_EVENT, verified: 'token' } };
}

/** The time for which a credential that was read before accepts events, in milliseconds. */
const ACCEPT_CACHE_MS = 5_000;

/** The time for which it also refuses requests and finds events unknown, in milliseconds. */
const REFUSE_CACHE_MS = 1_000;

/** A credential as this process last read it. */
interface CachedCredential {
	credential: ICredentialDataDecryptedObject;
	/** Milliseconds since 1970. */
	readAt: number;
}

/** The credentials that this process read last, and those it is reading, by the node that uses them. */
const credentialCache = new Map<string, CachedCredential>();
const pendingReads = new Map<string, Promise<ICredentialDataDecryptedObject>>();

/**
 * Decides with the node's credential whether a request comes from the service. To read a credential, n8n needs a database query and a
 * decryption, so a stranger's call would cost more than an event. A request without proof is therefore refused unread, and one
 * reading serves many: a new secret counts after {@link REFUSE_CACHE_MS} at the latest, a removed one for {@link ACCEPT_CACHE_MS} more.
 * @throws the error of n8n if the credential cannot be read.
 */
export async function authenticateRequest(
	context: IWebhookFunctions,
	request: IncomingRequest,
): Promise<Authentication> {
	const proof = carriesProof(request);
	if (!proof.valid) return proof;

	const node = context.getNode();
	const user = [context.getWorkflow().id, node.id, node.credentials?.voiceAgentApi?.id].join(':');
	const kept = credentialCache.get(user);
	const age = kept ? Date.now() - kept.readAt : Infinity;
	if (kept && age >= 0 && age < ACCEPT_CACHE_MS) {
		const result = authenticate(request, kept.credential);
		const isAccepted = result.valid && result.event.kind !== undefined;
		if (isAccepted || age < REFUSE_CACHE_MS) return result;
	}
	return authenticate(request, await readCredential(context, user));
}

/** Reads the credential once for all requests that wait for it. */
async function readCredential(
	context: IWebhookFunctions,
	user: string,
): Promise<ICredentialDataDecryptedObject> {
	const underWay = pendingReads.get(user);
	if (underWay) return await underWay;
	credentialCache.delete(user);
	const started = context.getCredentials('voiceAgentApi');
	pendingReads.set(user, started);
	try {
		const credential = await started;
		forgetExpired();
		credentialCache.set(user, { credential, readAt: Date.now() });
		return credential;
	} finally {
		pendingReads.delete(user);
	}
}

/** A secret stays in memory no longer than it counts, provided that events come in. */
function forgetExpired(): void {
	for (const [user, { readAt }] of credentialCache) {
		if (Date.now() - readAt >= ACCEPT_CACHE_MS) credentialCache.delete(user);
	}
}
