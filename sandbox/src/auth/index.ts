import { recordTable } from '../database/records.ts';
import { definePart } from '../plugin.ts';
import { ApiKeys } from './api-keys.ts';
import { Authenticator } from './authenticator.ts';
import { apiKeyControl } from './control.ts';
import { REFRESH_TOKEN_TABLES, RefreshTokens } from './refresh-tokens.ts';
import { recallFirstKey, seedApiKey } from './seed.ts';
import { SessionTokens } from './session-tokens.ts';
import { tokenEndpoint } from './token-endpoint.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The account's API keys. */
		apiKeys: ApiKeys;
		/** Knows whom a token speaks for. */
		authenticator: Authenticator;
		/** Tokens of browser apps. */
		sessionTokens: SessionTokens;
		/** What renews those. */
		refreshTokens: RefreshTokens;
		/** The account's first API key; `secret` only when this run has created it. */
		firstKey: { id: string; secret: string | null };
	}
}

/** Section 5: authentication. */
export default definePart({
	name: 'auth',
	dependencies: ['account', 'numbers', 'faults'],
	migrations: [recordTable('api_keys', 'hash'), REFRESH_TOKEN_TABLES],
	setUp: (app) => {
		const { database, settings, clock, ids, user } = app;
		app.decorate('apiKeys', new ApiKeys(app));
		app.decorate('sessionTokens', new SessionTokens(settings, clock, ids, user));
		app.decorate('refreshTokens', new RefreshTokens(database, clock, ids));
		app.decorate('authenticator', new Authenticator([app.apiKeys.verify, app.sessionTokens.verify]));
		app.decorate('firstKey', recallFirstKey(settings));
		app.authenticator.guard(app);
	},
	seed: seedApiKey,
	authentication: tokenEndpoint,
	control: apiKeyControl,
});
