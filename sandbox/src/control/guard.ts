import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { tokenOf } from '../auth/authenticator.ts';
import { sameSecret } from '../auth/secrets.ts';
import type { Config } from '../config.ts';
import { plainError } from '../http/errors.ts';
import { isLoopback } from '../http/loopback.ts';

/** The cookie that carries the token of a browser; its name is only the sandbox's. */
export const TOKEN_COOKIE = 'sandbox_token';

/**
 * The control API is for people and programs on this machine, told by the address of the peer and the name it uses. From
 * elsewhere, where the sandbox was told to listen to others, it takes the token that was printed. A web page that somebody
 * happens to have open must not drive it: its `Origin` is foreign, or it made a foreign name resolve to this machine.
 */
export function guardControl(config: Config): onRequestHookHandler {
	const { controlToken: token, publicUrl } = config;
	const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
	const everywhere = config.host === '0.0.0.0' || config.host === '::';
	return (request, _reply, done) => {
		const { host = '', origin } = request.headers;
		const refuse = (reason: string) => done(plainError(403, reason));
		if (origin !== undefined && ![host.toLowerCase(), publicHost].includes(urlOf(origin)?.host ?? '')) {
			return refuse('The control API does not answer other web pages');
		}
		const name = urlOf(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '');
		if (isOwnMachine(request) && name !== undefined && isLoopback(name)) return done();
		if (token === null) {
			return refuse('The control API answers only this machine, under the name of this machine');
		}
		const known = everywhere || name === config.host || host.toLowerCase() === publicHost;
		if (known && hasToken(request, token)) return done();
		return refuse('Give the control token that was printed when the sandbox started');
	};
}

function isOwnMachine({ socket }: FastifyRequest): boolean {
	return isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/, ''));
}

function hasToken(request: FastifyRequest, token: string): boolean {
	const cookie = new RegExp(`(?:^|; *)${TOKEN_COOKIE}=([^;]+)`).exec(request.headers.cookie ?? '')?.[1];
	const given = tokenOf(request) ?? cookie;
	return given !== undefined && sameSecret(given, token);
}

function urlOf(text: string): URL | undefined {
	return URL.canParse(text) ? new URL(text) : undefined;
}
