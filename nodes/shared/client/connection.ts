import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { cleanBaseUrl } from './baseUrl';

/** Where the service is and what it calls the identifiers that carry its brand (interface, naming note). */
export interface Connection {
	/** Without a trailing slash; function endpoints are below `{baseUrl}/functions/v1/`. */
	baseUrl: string;
	/** The messaging-app channel, as in `send-<name>-message` and `<name>.received`. */
	chatAppName: string;
	/** Header that carries an event's signature, in lower case, as Node's HTTP server names headers. */
	signatureHeader: string;
	/** The checkout endpoint's name. */
	checkoutFunction: string;
	/** Path of the field that says what an event is, such as `meta.kind`; empty for the usual fields. */
	eventField: string;
}

export const DEFAULT_IDENTIFIERS = {
	chatAppName: 'chatapp',
	signatureHeader: 'x-service-signature',
	checkoutFunction: 'billing-add-credits',
	eventField: '',
} as const;

/**
 * Reads a connection from a credential's data. Identifiers count only while Customize Identifiers is on, so that values left
 * behind in hidden fields have no effect.
 */
export function connectionFrom(credential: ICredentialDataDecryptedObject): Connection {
	const identifier = (name: keyof typeof DEFAULT_IDENTIFIERS): string => {
		const custom = credential.customizeIdentifiers === true ? textOf(credential[name]) : '';
		return custom || DEFAULT_IDENTIFIERS[name];
	};
	return {
		baseUrl: cleanBaseUrl(credential.baseUrl),
		chatAppName: identifier('chatAppName'),
		signatureHeader: identifier('signatureHeader').toLowerCase(),
		checkoutFunction: identifier('checkoutFunction'),
		eventField: identifier('eventField'),
	};
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The full address of a function endpoint (interface section 4). */
export const functionUrl = (connection: Connection, path: string): string =>
	`${connection.baseUrl}/functions/v1/${path}`;
