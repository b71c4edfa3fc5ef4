import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { readConnection } from '../shared/client/credentials';
import { UNSIGNED_EVENT, type VoiceAgentEvent } from '../shared/wire/events';
import { usableSigningSecrets } from '../shared/wire/webhookSecrets';
import { readEventKind, namesSignedEvent } from './eventKind';
import { parsePayload } from './payload';
import { isSignature, verifySignature } from './signature';
import { verifyToken } from './token';
import { refused, type Verification } from './verification';

/** The parts of an HTTP request that decide whether it comes from the service. */
export interface IncomingRequest {
	/** The bytes as they were sent; absent for what n8n does not keep raw, such as forms. */
	rawBody: unknown;
	/** Header names in lower case. */
	headers: Record<string, unknown>;
	query: Record<string, unknown>;
}

export interface AuthenticEvent {
	rawBody: Buffer;
	payload: unknown;
	/** Undefined for a kind that this version does not know. */
	kind: VoiceAgentEvent | undefined;
	verified: 'signature' | 'token';
}

export type Authentication = Verification<{ event: AuthenticEvent }>;

/** Whether a request carries anything that a credential could confirm. What does not is refused without reading one. */
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
