import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Result } from '../text/result';
import { cleanText, trimText } from '../text/strings';

/** The forms of a value that cannot work, each with what to enter instead. The first that matches counts. */
type Faults = ReadonlyArray<readonly [pattern: RegExp, problem: string]>;

const findFault = (faults: Faults, value: string): string | undefined =>
	faults.find(([pattern]) => pattern.test(value))?.[1];

const API_KEY_FAULTS: Faults = [
	[/^$/, "The 'API Key' is empty. Paste the key that the dashboard showed when it was created."],
	[
		/^whsec_/i,
		"The 'API Key' holds a signing secret (whsec_...). Paste the key, which begins with svc_, and put the secret under 'Signing Secret'.",
	],
	[/[^\x21-\x7e]/, "The 'API Key' holds a blank or a character that is not printable. Paste it once more."],
];

const BASE_URL_FAULTS: Faults = [
	[/^$/, "The 'Base URL' is empty. Enter the address of the service."],
	[
		/^(?!https?:\/\/[^/\s]+(\/\S*)?$)/i,
		"The 'Base URL' has to begin with https:// (or http:// for a local service) and have no spaces",
	],
	[/^https?:\/\/[^/?#]*@/i, "The 'Base URL' holds a user name or password. Enter the address alone."],
	[/[?#]/, "The 'Base URL' holds a query or a fragment. Enter it without what follows ? or #."],
];

/**
 * The path that people copy together with the address: an endpoint of the service, or a page of its dashboard.
 */
const BELOW_BASE = /(?<!:\/)\/(functions\/v1|auth\/v1|dashboard)(?=[/?#]|$).*$/i;

/**
 * Returns a base URL as typed, without whitespace, invisible characters, a trailing slash, `/functions/v1`, `/auth/v1` or `/dashboard/...`.
 */
const cleanBaseUrl = (typed: unknown): string =>
	cleanText(typed)
		.replace(BELOW_BASE, '')
		.replace(/(?<!\/)\/+$/, '');

/**
 * Names the account that a credential leads to, as far as the credential tells: a new key of the same account is
 * another one. The password is not part of it.
 */
export const identifyAccount = (
	type: CredentialType,
	{ baseUrl, apiKey, email }: ICredentialDataDecryptedObject,
): string[] => [cleanBaseUrl(baseUrl), type, type === 'voiceAgentApi' ? cleanText(apiKey) : trimText(email)];

/**
 * Returns the part of a URL that may be shown: without user info, path and query.
 * @param base The URL to which a relative one refers, as in a redirect.
 */
export function getOrigin(url: string, base?: string): string {
	return URL.canParse(url, base) ? new URL(url, base).origin : 'an address that is not a URL';
}

/** The type of a credential. */
export type CredentialType = 'voiceAgentApi' | 'voiceAgentSessionApi';

/**
 * The address of the service, and its names for the identifiers that hold its brand name
 * (docs/maintainers/the-service.md).
 */
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

/**
 * Returns the connection that a credential's data describes. Identifiers count only while the switch for them is on, so
 * that values left behind in hidden fields have no effect.
 */
export function toConnection(credential: ICredentialDataDecryptedObject): Connection {
	const custom = credential.customizeIdentifiers === true ? credential : {};
	return {
		baseUrl: cleanBaseUrl(credential.baseUrl),
		chatAppName: trimText(custom.chatAppName) || 'chatapp',
		signatureHeader: trimText(custom.signatureHeader).toLowerCase() || 'x-service-signature',
		checkoutFunction: trimText(custom.checkoutFunction) || 'billing-add-credits',
		eventField: trimText(custom.eventField),
	};
}

/** Parses the connection of a credential. The problem of one that cannot work says what to enter instead. */
export function parseConnection(
	type: CredentialType,
	credential: ICredentialDataDecryptedObject,
): Result<Connection> {
	const connection = toConnection(credential);
	const { baseUrl } = connection;
	const problem =
		findFault(BASE_URL_FAULTS, baseUrl) ??
		(URL.canParse(baseUrl) ? undefined : "The 'Base URL' is not a valid address. Correct it.") ??
		(type === 'voiceAgentApi' ? findFault(API_KEY_FAULTS, cleanText(credential.apiKey)) : undefined);
	return problem === undefined ? { ok: true, value: connection } : { ok: false, problem };
}

/** Returns the full address of a function endpoint. */
export const functionUrl = (connection: Connection, path: string): string =>
	`${connection.baseUrl}/functions/v1/${path}`;

/** Returns the full address of the token endpoint. @param grantType `password` or `refresh_token`. */
export const tokenUrl = ({ baseUrl }: Connection, grantType: string): string =>
	`${baseUrl}/auth/v1/token?grant_type=${grantType}`;

/** Loopback, link-local and private ranges (RFC 1918, RFC 4193), and names that only a local network resolves. */
const PRIVATE_HOST = new RegExp(
	[
		'localhost|.*\\.(localhost|local|internal|lan)',
		'0\\.0\\.0\\.0|(127|10)(\\.\\d+){3}|(192\\.168|169\\.254|172\\.(1[6-9]|2\\d|3[01]))(\\.\\d+){2}',
		'\\[::1?\\]|\\[::ffff:.*|\\[f[cd][0-9a-f]{2}:.*|\\[fe80:.*',
	]
		.map((hosts) => `^(${hosts})$`)
		.join('|'),
	'i',
);

/** Tells whether a URL leads to an address that only its own network reaches. */
export function isPrivateAddress(url: string): boolean {
	try {
		const { hostname } = new URL(url);
		return PRIVATE_HOST.test(hostname) || !/[.:]/.test(hostname);
	} catch {
		return false;
	}
}

/** Tells whether a URL leads to the machine that resolves it. */
export function isLoopbackAddress(url: string): boolean {
	return (
		URL.canParse(url) && /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/i.test(new URL(url).hostname)
	);
}

/** Patterns of secrets in strings that the service or the HTTP client wrote. */
const PATTERNS: Array<[RegExp, string]> = [
	[/\b(svc_|whsec_)[\w-]+/g, '$1***'],
	[/\b(Bearer\s+)[^\s"',;]+/gi, '$1***'],
	[/([?&;\s"']|^)((?:access_|refresh_)?token=)[^\s&"',;]+/gi, '$1$2***'],
];

const ADDRESS = /\bhttps?:\/\/[^\s"'<>]+/gi;

/** Returns an address without its user info and its query. */
const shortenAddress = (address: string): string =>
	(address.split('?', 1)[0] ?? '').replace(/^(https?:\/\/)[^/?#]+@/i, '$1');

/** The fields of both credentials that hold one secret each. */
const SECRET_FIELDS = ['apiKey', 'chatAppToken', 'password', 'sessionToken', 'refreshToken'];

/** Shorter values are masked by their form alone: replacing every "a" would be useless. */
const MIN_MASKED_LENGTH = 6;

/**
 * Returns a string as it may be shown or logged: without the credential's secrets, also as JSON writes them, and
 * without anything that looks like one.
 */
export function maskSecrets(text: string, credential: ICredentialDataDecryptedObject = {}): string {
	const secrets = [
		...SECRET_FIELDS.flatMap((field) => [trimText(credential[field]), cleanText(credential[field])]),
		...[credential.signingSecret, credential.previousSigningSecret].flatMap(splitSigningSecrets),
	];
	let masked = text;
	for (const secret of secrets.filter(({ length }) => length >= MIN_MASKED_LENGTH)) {
		masked = masked.replaceAll(secret, '***').replaceAll(JSON.stringify(secret).slice(1, -1), '***');
	}
	for (const [pattern, replacement] of PATTERNS) masked = masked.replace(pattern, replacement);
	return masked.replace(ADDRESS, shortenAddress);
}

/** The fewest characters of a signing secret or token; fewer could be guessed. */
export const MIN_SECRET_LENGTH = 16;

/** Matches ASCII without spaces, and so no invisible characters, such as zero-width spaces. */
const PRINTABLE = /^[\x21-\x7e]+$/;

/** The characters that a URL holds without encoding (RFC 3986, unreserved characters). */
const URL_SAFE = /^[A-Za-z0-9._~-]+$/;

/**
 * Returns the signing secrets in a field, which may hold those of several API keys, separated by spaces or commas.
 */
const splitSigningSecrets = (value: unknown): string[] =>
	typeof value === 'string' ? value.split(/[\s,]+/).filter((secret) => secret !== '') : [];

/** Returns those of a field's signing secrets that may let an event in. */
export const findUsableSigningSecrets = (value: unknown): string[] =>
	splitSigningSecrets(value).filter((secret) => validateOneSecret(secret) === undefined);

/**
 * Says why the signing secrets in a field must not let anything in, as the end of a sentence such as "The Signing
 * Secret ...". Returns undefined if they all may.
 */
export function validateSigningSecrets(value: unknown): string | undefined {
	const secrets = splitSigningSecrets(value);
	if (secrets.length === 0) return 'is empty';
	const problem = secrets.map(validateOneSecret).find((one) => one !== undefined);
	return problem !== undefined && secrets.length > 1
		? `holds several secrets, one of which ${problem}`
		: problem;
}

function validateOneSecret(secret: string): string | undefined {
	if (/^svc_/i.test(secret)) return 'is an API key (svc_...) and not a signing secret (whsec_...)';
	if (!PRINTABLE.test(secret)) return 'contains a character that is not printable';
	return secret.length < MIN_SECRET_LENGTH ? `is shorter than ${MIN_SECRET_LENGTH} characters` : undefined;
}

/**
 * Says why the token at the end of the webhook URL of a chat-app account must not let anything in, as the end of a
 * sentence such as "The Chat App Token ...". Returns undefined if it may.
 */
export function validateChatAppToken(value: unknown): string | undefined {
	const token = trimText(value);
	if (token === '') return 'is empty';
	if (!URL_SAFE.test(token)) return 'may hold only letters, digits and . _ ~ -, since it is part of a URL';
	return token.length < MIN_SECRET_LENGTH ? `is shorter than ${MIN_SECRET_LENGTH} characters` : undefined;
}
