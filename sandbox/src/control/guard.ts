import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { sameSecret } from '../auth/secrets.ts';
import { plainError } from '../http/errors.ts';
import { isLoopback } from '../http/loopback.ts';

/** The cookie that carries the token of a browser; its name is only the sandbox's. */
export const TOKEN_COOKIE = 'sandbox_token';

/** How the control API is reached. */
export interface ControlAccess {
	/** The host that the server was told to listen on. */
	readonly host: string;
	/** Where others reach it, when that is not where it listens. */
	readonly publicUrl?: string | undefined;
	/** Admits from elsewhere; null when only this machine is admitted. */
	readonly controlToken: string | null;
}

/**
 * The control API is for people and programs on this machine, told by the address of the peer and the name it uses. From
 * elsewhere, where the sandbox was told to listen to others, it takes the token that was printed. A web page that somebody
 * happens to have open must not drive it: its `Origin` is foreign, or it made a foreign name resolve to this machine.
 */
export function guardControl({
	host: boundHost,
	publicUrl,
	controlToken: token,
}: ControlAccess): onRequestHookHandler {
	const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
	return (request, _reply, done) => {
		const { host = '', origin } = request.headers;
		const foreign = origin !== undefined && ![host.toLowerCase(), publicHost].includes(hostOf(origin) ?? '');
		if (foreign) return done(plainError(403, 'The control API does not answer other web pages'));
		const name = hostNameOf(`http://${host}`);
		if (isOwnMachine(request) && name !== null && isLoopback(name)) return done();
		if (token === null) {
			return done(
				plainError(403, 'The control API answers only this machine, under the name of this machine'),
			);
		}
		const admitted = hasToken(request, token) && isKnown(host, name);
		done(
			admitted
				? undefined
				: plainError(403, 'Give the control token that was printed when the sandbox started'),
		);
	};

	function isKnown(host: string, name: string | null): boolean {
		const everywhere = boundHost === '0.0.0.0' || boundHost === '::';
		return everywhere || name === boundHost || host.toLowerCase() === publicHost;
	}
}

function isOwnMachine({ socket }: FastifyRequest): boolean {
	return isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/, ''));
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
	const given =
		/^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ??
		new RegExp(`(?:^|; *)${TOKEN_COOKIE}=([^;]+)`).exec(headers.cookie ?? '')?.[1];
	return given !== undefined && sameSecret(given, token);
}

function hostNameOf(url: string): string | null {
	return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : null;
}

function hostOf(origin: string): string | null {
	return URL.canParse(origin) ? new URL(origin).host : null;
}
