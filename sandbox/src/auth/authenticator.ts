import type { FastifyRequest } from 'fastify';
import { plainError, structuredError } from '../http/errors.ts';
import type { App } from '../plugin.ts';

/** Whom a request speaks for (section 5: two token kinds). `id` is the key's or the user's. */
export interface Principal {
	readonly kind: 'api_key' | 'session';
	readonly id: string;
}

/** Knows one kind of token; answers null for what is not a valid token of its kind. Never throws. */
export type TokenVerifier = (token: string) => Principal | null | Promise<Principal | null>;

declare module 'fastify' {
	interface FastifyContextConfig {
		/**
		 * The endpoint refuses in plain form, `{error: 'Unauthorized'}` (section 5: the chat-app send endpoint).
		 */
		plainUnauthorized?: boolean;
		/** The endpoint takes API keys and no session tokens (section 4: webhook replay). */
		apiKeyOnly?: boolean;
	}
	interface FastifyRequest {
		/** Whom the request speaks for; null outside the function endpoints. */
		principal: Principal | null;
	}
}

/**
 * Section 5: every endpoint of a scope takes `Authorization: Bearer <token>`, an API key or a session token.
 * Refuses with 401 before the body is read.
 */
export function requireToken(scope: App): void {
	const verifiers: readonly TokenVerifier[] = [scope.apiKeys.verify, scope.sessionTokens.verify];
	scope.addHook('onRequest', async (request) => {
		const token = tokenOf(request);
		if (token !== undefined) for (const verify of verifiers) request.principal ??= await verify(token);
		const { plainUnauthorized = false, apiKeyOnly = false } = request.routeOptions.config;
		if (request.principal === null || (apiKeyOnly && request.principal.kind !== 'api_key')) {
			throw plainUnauthorized ? plainError(401, 'Unauthorized') : unauthorized();
		}
	});
}

/** Section 7, in structured form. */
export const unauthorized = () => structuredError(401, 'unauthorized', 'Unauthorized');

/** The bearer token of a request. */
export function tokenOf({ headers }: FastifyRequest): string | undefined {
	return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}
