import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { plainError, structuredError } from '../http/errors.ts';
import type { App } from '../plugin.ts';

/** Hashes a secret that must not be readable from the database, with SHA-256. */
export function hashSecret(secret: string): Buffer {
	return createHash('sha256').update(secret).digest();
}

/** Compares two secrets in a time that reveals neither their contents nor their lengths. */
export function sameSecret(one: string, other: string): boolean {
	return timingSafeEqual(hashSecret(one), hashSecret(other));
}

/** The API key or the user that a request speaks for (section 5: two token kinds), by its id. */
export interface Principal {
	readonly kind: 'api_key' | 'session';
	readonly id: string;
}

/** Verifies one kind of token; returns null if a token is not a valid one of its kind. Never throws. */
export type TokenVerifier = (token: string) => Principal | null | Promise<Principal | null>;

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Refusals have the plain form, `{error: 'Unauthorized'}` (section 5: the chat-app send endpoint). */
		plainUnauthorized?: boolean;
		/** The endpoint accepts API keys only, no session tokens (section 4: webhook replay). */
		apiKeyOnly?: boolean;
	}
	interface FastifyRequest {
		/** The API key or the user that the request speaks for; null outside the function endpoints. */
		principal: Principal | null;
	}
}

/**
 * Requires `Authorization: Bearer <token>` at every endpoint of a scope, with an API key or a session token
 * (section 5). Refuses with 401 before the body is read.
 */
export function requireToken(scope: App): void {
	const verifiers: readonly TokenVerifier[] = [scope.apiKeys.verify, scope.sessionTokens.verify];
	scope.addHook('onRequest', async (request) => {
		const token = readToken(request);
		if (token !== undefined) for (const verify of verifiers) request.principal ??= await verify(token);
		const { plainUnauthorized = false, apiKeyOnly = false } = request.routeOptions.config;
		if (request.principal === null || (apiKeyOnly && request.principal.kind !== 'api_key')) {
			throw plainUnauthorized ? plainError(401, 'Unauthorized') : unauthorized();
		}
	});
}

/** The structured form of 401 (section 7). */
export const unauthorized = () => structuredError(401, 'unauthorized', 'Unauthorized');

/** The bearer token of a request. */
export function readToken({ headers }: FastifyRequest): string | undefined {
	return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}
