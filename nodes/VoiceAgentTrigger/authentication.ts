import { createHmac, timingSafeEqual } from 'crypto';
import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

import {
	CHAT_APP_RECEIVED,
	canBeChatAppMessage,
	findEventKind,
	namesSignedEvent,
	type VoiceAgentEvent,
} from '../events/events';
import { getNodeKey } from '../n8n/node';
import { SharedWork } from '../service/concurrency';
import {
	type Connection,
	findUsableSigningSecrets,
	toConnection,
	validateChatAppToken,
} from '../service/credentials';
import { isSameSecret, parsePayload, refuse } from '../service/webhookRequest';
import type { Result } from '../text/result';
import { trimText } from '../text/strings';
import type { AuthenticEvent } from './event';

/** The parts of an HTTP request that decide whether it comes from the service. */
export interface IncomingRequest {
	/** The bytes as they were sent; undefined for bodies that n8n does not keep raw, such as forms. */
	rawBody?: unknown;
	/** Header names in lower case. */
	headers: Record<string, unknown>;
	query: Record<string, unknown>;
}

/** The time for which a credential that was read before accepts requests, in milliseconds. */
const ACCEPT_CACHE_MS = 5_000;

/** The time for which such a credential also refuses requests, in milliseconds. */
const REFUSE_CACHE_MS = 1_000;

/** A credential as this process last read it. */
interface CachedCredential {
	credential: ICredentialDataDecryptedObject;
	/** Milliseconds since 1970. */
	readAt: number;
}

/** The credentials that this process read last, and those it is reading, by the node that uses them. */
const credentialReads = new SharedWork<CachedCredential>({ ttlMs: ACCEPT_CACHE_MS, maxKeys: 1_000 });

/**
 * Decides whether a request comes from the service. One without a readable body, or without a signature or a token, is
 * refused before a credential is read, so that a stranger's call costs less than an event. To read a credential, n8n needs a database query and a
 * decryption, so one reading serves many requests: a new secret counts after {@link REFUSE_CACHE_MS} at the latest, a
 * removed one for {@link ACCEPT_CACHE_MS} more.
 * @throws the error of n8n if the credential cannot be read.
 */
export async function authenticate(
	context: IWebhookFunctions,
	request: IncomingRequest,
): Promise<Result<AuthenticEvent>> {
	if (!Buffer.isBuffer(request.rawBody)) return refuse('the request has no body that can be read');
	if (!carriesProof(request)) return refuse('the request carries neither a signature nor a token');
	const user = `${getNodeKey(context)}:${context.getNode().credentials?.voiceAgentApi?.id}`;
	const kept = credentialReads.findResult(user);
	const ageMs = kept ? Date.now() - kept.readAt : NaN;
	if (kept && ageMs >= 0 && ageMs < ACCEPT_CACHE_MS) {
		const result = verify(request, kept.credential);
		const isAccepted = result.ok && result.value.kind !== undefined;
		if (isAccepted || ageMs < REFUSE_CACHE_MS) return result;
	}
	if (kept) credentialReads.forget(user);
	const { credential } = await credentialReads.share(user, async () => ({
		credential: await context.getCredentials('voiceAgentApi'),
		readAt: Date.now(),
	}));
	return verify(request, credential);
}

/** A signature is `sha256=` and the 64 hexadecimal digits of an HMAC-SHA256. */
const SIGNATURE = /^sha256=([0-9a-fA-F]{64})$/;

/** Tells whether a request has a token, or a header of any name with the form of a signature. */
const carriesProof = ({ headers, query }: IncomingRequest): boolean =>
	Object.hasOwn(query, 'token') ||
	Object.values(headers).some((value) => typeof value === 'string' && SIGNATURE.test(value));

/**
 * Decides with a credential whether a request comes from the service. Signed events need a signature, and only chat-app
 * messages, which the service does not sign, may use the token of their URL instead.
 */
export function verify(
	{ rawBody, headers, query }: IncomingRequest,
	credential: ICredentialDataDecryptedObject,
): Result<AuthenticEvent> {
	if (!Buffer.isBuffer(rawBody)) return refuse('the request has no body that can be read');
	const naming = toConnection(credential);
	const { signatureHeader } = naming;
	const signature = Object.hasOwn(headers, signatureHeader) ? headers[signatureHeader] : undefined;
	const isByToken = signature === undefined && Object.hasOwn(query, 'token');
	const secrets = [credential.signingSecret, credential.previousSigningSecret];
	const proof = isByToken
		? verifyToken(query.token, credential.chatAppToken)
		: verifySignature(rawBody, signature, secrets.flatMap(findUsableSigningSecrets));
	if (!proof.ok) return proof;
	const payload = parsePayload(rawBody);
	if (isByToken && namesSignedEvent(payload, naming)) {
		return refuse('the event must be signed, but is not');
	}
	const kind = isByToken ? findKindByToken(payload, naming) : findEventKind(payload, naming);
	return { ok: true, value: { rawBody, payload, kind, verified: proof.value } };
}

/** Only a chat-app account is given the URL with the token, so a body that names no other event is its message. */
const findKindByToken = (payload: unknown, naming: Connection): VoiceAgentEvent | undefined =>
	canBeChatAppMessage(payload, naming) ? CHAT_APP_RECEIVED : undefined;

/**
 * Verifies that one of the secrets signed exactly these bytes. Fails closed and never throws, whatever a stranger sends.
 * @param header The signature header's value, as Node's HTTP server gives it (several values arrive joined by commas).
 */
function verifySignature(rawBody: Buffer, header: unknown, secrets: string[]): Result<'signature'> {
	if (secrets.length === 0) return refuse('the credential holds no usable signing secret');
	if (header === undefined) return refuse('the signature header is missing');
	const digits = typeof header === 'string' ? SIGNATURE.exec(header)?.[1] : undefined;
	if (digits === undefined) return refuse('the signature header is malformed');

	// They are compared as text, since Node gives a digest faster as digits than as bytes.
	const given = Buffer.from(digits.toLowerCase());
	// Every secret is tried whatever the first says, so that the time does not reveal which one matched.
	const matches = secrets.filter((secret) =>
		timingSafeEqual(Buffer.from(createHmac('sha256', secret).update(rawBody).digest('hex')), given),
	);
	return matches.length > 0
		? { ok: true, value: 'signature' }
		: refuse('the signature does not match the body');
}

/**
 * Verifies that the token of a request's URL is the stored one.
 * @param given The query parameter `token`; an array when it was sent more than once.
 */
function verifyToken(given: unknown, stored: unknown): Result<'token'> {
	if (validateChatAppToken(stored)) return refuse('the credential holds no usable chat-app token');
	if (typeof given !== 'string' || given === '') return refuse('the token is empty or not text');
	return isSameSecret(given, trimText(stored))
		? { ok: true, value: 'token' }
		: refuse('the token does not match');
}
