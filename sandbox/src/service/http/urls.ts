/**
 * Reads the name of an endpoint from an address: the first segment after the version, e.g. `manage-skills` of
 * `/functions/v1/manage-skills?id=1`; empty if there is none.
 */
export function readEndpointName(url: string): string {
	return /\/v1\/([^/?]*)/.exec(url)?.[1] ?? '';
}

/** Tells if a host name stands for this machine only. */
export function isLoopback(host: string): boolean {
	return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Matches query parameters whose names end like that of a secret, e.g. `access_token`, `apikey`, `sig`. */
const SECRET_PARAMETERS = /(?<=^|&)([^=&]*(?:token|key|secret|password|signature|sig))=[^&]*/gi;
/** Records contain this text in place of a secret. */
export const REDACTED = '[redacted]';

/** Removes the values of parameters that are secrets by their names. */
export function redactQuery(query: string): string {
	return query.replace(SECRET_PARAMETERS, `$1=${REDACTED}`);
}

/** Removes the user, the password and the query parameters that are secrets by their names from a URL. */
export function redactUrl(url: string): string {
	return url.replace(/^(https?:\/\/)[^/?#]*@/i, `$1${REDACTED}@`).replace(/(?<=\?).*/, redactQuery);
}
