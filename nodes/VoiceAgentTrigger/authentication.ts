import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { connectionFrom } from '../shared/service/connection';
import { UNSIGNED_EVENT, type VoiceAgentEvent } from '../shared/wire/events';
import { eventKindOf, parsePayload } from './events';
import { signatureFault, usableSecrets } from './signature';
import { tokenFault } from './token';

/** What of an HTTP request decides whether it comes from the service. */
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

/** The event, or why it is refused, in words for the log. */
export type Authentication = { event: AuthenticEvent } | { refused: string };

/**
 * Decides whether a request comes from the service. Signed events need a signature, and only chat-app messages, which the
 * service does not sign, may use the token of their URL instead (interface section 6).
 */
export function authenticate(
	request: IncomingRequest,
	credential: ICredentialDataDecryptedObject,
): Authentication {
	const { signatureHeader, chatAppName } = connectionFrom(credential);
	const { rawBody, headers, query } = request;
	const header = Object.hasOwn(headers, signatureHeader) ? headers[signatureHeader] : undefined;
	const byToken = header === undefined && Object.hasOwn(query, 'token');

	const fault = byToken
		? tokenFault(query.token, credential.chatAppToken)
		: signatureFault(
				rawBody,
				header,
				usableSecrets(credential.signingSecret, credential.previousSigningSecret),
			);
	if (fault) return { refused: fault };
	if (!Buffer.isBuffer(rawBody)) return { refused: 'the request has no body that can be read' };

	const payload = parsePayload(rawBody);
	const kind = eventKindOf(payload, chatAppName);
	if (!byToken) return { event: { rawBody, payload, kind, verified: 'signature' } };
	if (kind !== undefined && kind !== UNSIGNED_EVENT)
		return { refused: 'the event has to be signed, but is not' };
	// The URL with the token is given to a chat-app account alone, so a body that names no event is its message.
	return { event: { rawBody, payload, kind: UNSIGNED_EVENT, verified: 'token' } };
}
