import type { FastifyRequest } from 'fastify';
import { plainError, structuredError, type ServiceError } from '../http/errors.ts';
import { kindOf, type App } from '../plugin.ts';
import type { Principal, TokenVerifier } from './principal.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** The endpoint refuses in plain form, `{error: 'Unauthorized'}` (section 5: the chat-app send endpoint). */
		plainUnauthorized?: boolean;
		/** The endpoint takes API keys and no session tokens (section 4: webhook replay). */
		apiKeyOnly?: boolean;
	}
	interface FastifyRequest {
		/** Whom the request speaks for; null outside the function endpoints. */
		principal: Principal | null;
	}
}

/** Section 5: every function endpoint takes `Authorization: Bearer <token>`, of any kind that a verifier knows. */
export class Authenticator {
	readonly #verifiers: readonly TokenVerifier[];

	constructor(verifiers: readonly TokenVerifier[]) {
		this.#verifiers = verifiers;
	}

	/** Has every function endpoint refuse with 401 before the body is read, and want a content type (section 4). */
	guard(app: App): void {
		app.addHook('onRequest', async (request) => {
			if (kindOf(request) !== 'functions' || request.method === 'OPTIONS') return;
			request.principal = await this.#identify(request);
			const { plainUnauthorized = false, apiKeyOnly = false } = request.routeOptions.config;
			const welcome = request.principal !== null && (!apiKeyOnly || request.principal.kind === 'api_key');
			if (!welcome) throw unauthorized(plainUnauthorized);
			if (request.headers['content-type'] === undefined) {
				throw plainError(415, 'Content-Type must be application/json');
			}
		});
	}

	async #identify(request: FastifyRequest): Promise<Principal | null> {
		const token = tokenOf(request);
		if (token === undefined) return null;
		for (const verify of this.#verifiers) {
			const principal = await verify(token);
			if (principal !== null) return principal;
		}
		return null;
	}
}

/** The bearer token of a request. */
export function tokenOf({ headers }: FastifyRequest): string | undefined {
	return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}

function unauthorized(plain: boolean): ServiceError {
	return plain ? plainError(401, 'Unauthorized') : structuredError(401, 'unauthorized', 'Unauthorized');
}
