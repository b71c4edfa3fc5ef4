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
