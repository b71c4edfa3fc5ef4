import type { FastifyRequest } from 'fastify';
import { readToken, sameSecret } from '../../service/auth/authenticator.ts';
import { plainError } from '../../service/http/errors.ts';
import { isLoopback } from '../../service/http/urls.ts';
import type { App } from '../../service/plugin.ts';

/** The cookie in which a browser sends the token; the name is the sandbox's own. */
export const TOKEN_COOKIE = 'sandbox_token';

/** Headers with which a proxy says that it passes on the request of another machine. */
const FORWARDING_HEADERS = [
	'forwarded',
	'via',
	'x-forwarded-for',
	'x-forwarded-host',
	'x-forwarded-proto',
	'x-real-ip',
];

/**
 * The values of `Sec-Fetch-Site` that a browser sends for the sandbox's own pages and for a typed address.
 */
const OWN_SITE = new Set(['same-origin', 'none']);

/**
 * Restricts the control API to people and programs on this machine, recognized by the address of the peer and
 * the host name it uses. Other machines, if the sandbox listens to them, need the token that was printed.
 * Behind a proxy every request comes from this machine, so with a public URL the token is always needed. A
 * web page that happens to be open in a browser must not control the sandbox; it is recognized by its
 * `Origin` or `Sec-Fetch-Site`, or by a foreign host name that resolves to this machine.
 */
export function guardControl(scope: App): void {
	const { config } = scope;
	const { controlToken: token, publicUrl } = config;
	const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
	const everywhere = config.host === '0.0.0.0' || config.host === '::';
	scope.addHook('onRequest', (request, _reply, done) => {
		const { host = '', origin } = request.headers;
		const refuse = (reason: string) => done(plainError(403, reason));
		const site = request.headers['sec-fetch-site'];
		const isOtherPage =
			(origin !== undefined && ![host.toLowerCase(), publicHost].includes(parseUrl(origin)?.host ?? '')) ||
			(typeof site === 'string' && !OWN_SITE.has(site));
		if (isOtherPage) return refuse('The control API does not answer other web pages');
		const name = parseUrl(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '');
		const isLocalName = name !== undefined && isLoopback(name);
		const isProxied =
			publicUrl !== undefined || FORWARDING_HEADERS.some((header) => header in request.headers);
		if (isLocalName && !isProxied && isOwnMachine(request)) return done();
		if (token === null) {
			return refuse(
				isProxied
					? 'Behind a proxy, start the sandbox with --public-url: ' +
							'the control API then takes the token that it prints'
					: 'The control API answers only this machine, under the name of this machine',
			);
		}
		const isKnownName =
			everywhere || isLocalName || name === config.host || host.toLowerCase() === publicHost;
		if (isKnownName && hasToken(request, token)) return done();
		return refuse(
			'Give the control token that was printed when the sandbox started (SANDBOX_TOKEN for the command line)',
		);
	});
}

function isOwnMachine({ socket }: FastifyRequest): boolean {
	return isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/, ''));
}

function hasToken(request: FastifyRequest, token: string): boolean {
	const cookie = new RegExp(`(?:^|; *)${TOKEN_COOKIE}=([^;]+)`).exec(request.headers.cookie ?? '')?.[1];
	const given = readToken(request) ?? cookie;
	return given !== undefined && sameSecret(given, token);
}

function parseUrl(text: string): URL | undefined {
	return URL.canParse(text) ? new URL(text) : undefined;
}
