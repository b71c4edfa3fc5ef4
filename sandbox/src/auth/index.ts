import { recordTable } from '../database/records.ts';
import { definePart } from '../plugin.ts';
import { ApiKeys } from './api-keys.ts';
import { requireToken } from './authenticator.ts';
import { changeKey, createKey, listKeys, revokeKey } from './control.ts';
import { REFRESH_TOKEN_TABLES } from './refresh-tokens.ts';
import { recallFirstKey, seedApiKey } from './seed.ts';
import { SessionTokens } from './session-tokens.ts';
import { tokenEndpoint } from './token-endpoint.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The account's API keys. */
		apiKeys: ApiKeys;
		/** Tokens of browser apps. */
		sessionTokens: SessionTokens;
		/** The account's first API key; `secret` only when this run has created it. */
		firstKey: { id: string; secret: string | null };
	}
}

/** Section 5: authentication. */
export default definePart({
	name: 'auth',
	dependencies: ['account', 'numbers', 'faults'],
	migrations: [recordTable('api_keys', 'hash'), REFRESH_TOKEN_TABLES],
	provide: (app) => ({
		apiKeys: new ApiKeys(app),
		sessionTokens: new SessionTokens(app),
		firstKey: recallFirstKey(app.settings),
	}),
	setUp: (app) => requireToken(app, [app.apiKeys.verify, app.sessionTokens.verify]),
	seed: seedApiKey,
	authentication: tokenEndpoint,
	control: [listKeys, createKey, changeKey, revokeKey],
});
