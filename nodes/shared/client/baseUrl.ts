/** What people copy along with the address: an endpoint of the service, or a page of its dashboard. */
const BELOW_BASE = /(?<!:\/)\/(functions\/v1|auth\/v1|dashboard)(?=[/?#]|$).*$/i;

/** A base URL as typed, without blanks, a trailing slash, `/functions/v1`, `/auth/v1` or `/dashboard/...`. */
export const cleanBaseUrl = (typed: unknown): string =>
	typeof typed === 'string' ? typed.trim().replace(BELOW_BASE, '').replace(/\/+$/, '') : '';

/**
 * Why no request can be sent to a base URL, and what to enter instead; undefined when it is fine.
 * @param baseUrl As {@link cleanBaseUrl} returns it.
 */
export function validateBaseUrl(baseUrl: string): string | undefined {
	if (baseUrl === '') return 'The Base URL is empty. Enter the address of the service.';
	if (!/^https?:\/\/[^/\s]+/i.test(baseUrl) || !URL.canParse(baseUrl)) {
		return 'The Base URL has to begin with https:// (or http:// for a local service)';
	}
	const { username, password } = new URL(baseUrl);
	if (username || password) return 'The Base URL holds a user name or password. Enter the address alone.';
	if (/[?#]/.test(baseUrl)) {
		return 'The Base URL holds a query or a fragment. Enter it without what follows ? or #.';
	}
	return undefined;
}

/**
 * The part of a URL that may be shown: neither user info nor path nor query.
 * @param base What a relative URL, as in a redirect, is relative to.
 */
export function getOrigin(url: string, base?: string): string {
	return URL.canParse(url, base) ? new URL(url, base).origin : 'an address that is not a URL';
}
