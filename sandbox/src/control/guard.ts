import type { onRequestHookHandler } from 'fastify';
import { plainError } from '../http/errors.ts';
import { isLoopback } from './loopback.ts';

/**
 * The control API has no password: it is for people and programs on this machine. A web page that somebody happens to
 * have open must not drive it, neither by a request of its own (its `Origin` is foreign) nor by a name that it makes
 * resolve to this machine (its `Host` is foreign).
 *
 * @param boundHost the host that the server was told to listen on
 */
export function guardControl(boundHost: string): onRequestHookHandler {
	return (request, _reply, done) => {
		const { host, origin } = request.headers;
		const name = hostNameOf(`http://${host ?? ''}`);
		const known = name !== null && (isLoopback(name) || name === boundHost);
		if (!known) return done(plainError(403, 'The control API answers only under the name of this machine'));
		const foreign = origin !== undefined && !sameHost(origin, host ?? '');
		done(foreign ? plainError(403, 'The control API does not answer other web pages') : undefined);
	};
}

function hostNameOf(url: string): string | null {
	return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : null;
}

function sameHost(origin: string, host: string): boolean {
	return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
