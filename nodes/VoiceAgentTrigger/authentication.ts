import { createHmac, timingSafeEqual } from 'crypto';
import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

import {
	verifyWithCachedCredential,
	parsePayload,
	isSameSecret,
	refuse,
	type Verification,
} from '../service/webhookRequest';
import { toConnection, validateChatAppToken, findUsableSigningSecrets } from '../service/credentials';
import { trimText } from '../text/strings';
import { CHAT_APP_RECEIVED, canBeChatAppMessage, namesSignedEvent, findEventKind } from '../events/events';
import type { AuthenticEvent } from './event';

/** A signature is `sha256=` and the 64 hexadecimal digits of an HMAC-SHA256. */
const SIGNATURE = /^sha256=([0-9a-fA-F]{64})$/;

/** Tells whether a header's value has the form of a signature. */
const isSignature = (value: unknown): boolean => typeof value === 'string' && SIGNATURE.test(value);

/**
 * Verifies that one of the secrets signed exactly these bytes. Fails closed and
 * never throws, whatever a stranger sends.
 * @param header The signature header's value, as Node's HTTP server gives it
 * (several values arrive joined by commas).
 */
export function verifySignature(rawBody: unknown, header: unknown, secrets: string[]): Verification {
	if (secrets.length === 0) return refuse('the credential holds no usable signing secret');
	if (header === undefined) return refuse('the signature header is missing');
	const digits = typeof header === 'string' ? SIGNATURE.exec(header)?.[1] : undefined;
	if (digits === undefined) return refuse('the signature header is malformed');
	if (!Buffer.isBuffer(rawBody)) return refuse('the request has no body that can be verified');

	// They are compared as text, since Node gives a digest faster as digits than as bytes.
	const given = Buffer.from(digits.toLowerCase());
	// Every secret is tried whatever the first says, so that the time does not reveal which one matched.
	const matches = secrets.filter((secret) =>
		timingSafeEqual(Buffer.from(createHmac('sha256', secret).update(rawBody).digest('hex')), given),
	);
	return matches.length > 0 ? { valid: true } : refuse('the signature does not match the body');
}

/**
 * Verifies that the token of a request's URL is the stored one.
 * @param given The query parameter `token`; an array when it was sent more than once.
 */
export function verifyToken(given: unknown, stored: unknown): Verification {
	if (validateChatAppToken(stored)) return refuse('the credential holds no usable chat-app token');
	if (typeof given !== 'string' || given === '') return refuse('the token is empty or not text');
	return isSameSecret(given, trimText(stored)) ? { valid: true } : refuse('the token does not match');
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

/**
 * Requires a signature or a token in a request, so that one without is refused before a credential is read.
 */
export function verifyHasProof({ rawBody, headers, query }: IncomingRequest): Verification {
	if (!Buffer.isBuffer(rawBody)) return refuse('the request has no body that can be read');
	const isSigned = Object.values(headers).some(isSignature);
	return isSigned || Object.hasOwn(query, 'token')
		? { valid: true }
		: refuse('the request carries neither a signature nor a token');
}

/**
 * Decides whether a request comes from the service. Signed events need a signature, and only chat-app
 * messages, which the service does not sign, may use the token of their URL instead.
 */
export function authenticate(
	request: IncomingRequest,
	credential: ICredentialDataDecryptedObject,
): Authentication {
	const { rawBody, headers, query } = request;
	if (!Buffer.isBuffer(rawBody)) return refuse('the request has no body that can be read');
	const naming = toConnection(credential);
	const { signatureHeader } = naming;
	const header = Object.hasOwn(headers, signatureHeader) ? headers[signatureHeader] : undefined;
	const byToken = header === undefined && Object.hasOwn(query, 'token');

	if (!byToken) {
		const { signingSecret, previousSigningSecret } = credential;
		const secrets = [signingSecret, previousSigningSecret].flatMap(findUsableSigningSecrets);
		const verification = verifySignature(rawBody, header, secrets);
		if (!verification.valid) return verification;
		const payload = parsePayload(rawBody);
		const kind = findEventKind(payload, naming);
		return { valid: true, event: { rawBody, payload, kind, verified: 'signature' } };
	}

	const verification = verifyToken(query.token, credential.chatAppToken);
	if (!verification.valid) return verification;
	const payload = parsePayload(rawBody);
	if (namesSignedEvent(payload, naming)) return refuse('the event must be signed, but is not');
	// Only a chat-app account is given the URL with the token, so a body that names no other event is its message.
	const kind = canBeChatAppMessage(payload, naming) ? CHAT_APP_RECEIVED : undefined;
	return { valid: true, event: { rawBody, payload, kind, verified: 'token' } };
}

/**
 * Decides with the node's credential whether a request comes from the service. A request without proof is
 * refused unread, so that a stranger's call costs less than an event.
 * @throws the error of n8n if the credential cannot be read.
 */
export async function authenticateRequest(
	context: IWebhookFunctions,
	request: IncomingRequest,
): Promise<Authentication> {
	const proof = verifyHasProof(request);
	if (!proof.valid) return proof;
	return await verifyWithCachedCredential(context, 'voiceAgentApi', {
		decide: (credential) => authenticate(request, credential),
		isAccepted: (result) => result.valid && result.event.kind !== undefined,
	});
}
