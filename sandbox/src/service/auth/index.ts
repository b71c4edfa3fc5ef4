import { Type } from 'typebox';
import accountPart from '../account/index.ts';
import clockPart from '../clock/index.ts';
import { recordTable } from '../database/records.ts';
import { endpoint, listEndpoint } from '../http/endpoint.ts';
import idsPart from '../ids/index.ts';
import numbersPart from '../numbers/index.ts';
import { definePart } from '../plugin.ts';
import { ApiKeyRecord, ApiKeys, ApiKeySettings, recallFirstKey, seedApiKey } from './api-keys.ts';
import { SessionTokens } from './session-tokens.ts';
import { REFRESH_TOKEN_TABLES, tokenEndpoint } from './token-endpoint.ts';

declare module 'fastify' {
	interface FastifyInstance {
		apiKeys: ApiKeys;
		sessionTokens: SessionTokens;
		/** The account's first API key; `secret` is null unless this run has created it. */
		firstKey: { id: string; secret: string | null };
	}
}

const Changes = Type.Partial(ApiKeySettings);

const listKeys = listEndpoint('api-keys', ApiKeyRecord, ({ apiKeys }) => apiKeys.list());

const createKey = endpoint('POST /api-keys', {
	operationId: 'createApiKey',
	command: 'keys create <name>',
	summary: 'Create an API key; it is shown only once',
	body: Type.Object({ ...Changes.properties, name: ApiKeySettings.properties.name }),
	status: 201,
	answer: Type.Object({
		...ApiKeyRecord.properties,
		key: Type.String({ description: 'The full key; it is shown only here (section 5, rule 1)' }),
	}),
	handle: ({ body }, { apiKeys }) => {
		const { secret, ...generated } = apiKeys.generate();
		const key = apiKeys.create(generated, { webhook_url: null, phone_numbers: [], ...body });
		return { ...key, key: secret };
	},
});

const changeKey = endpoint('PATCH /api-keys/:id', {
	operationId: 'changeApiKey',
	summary: "Change a key's settings",
	body: Changes,
	answer: ApiKeyRecord,
	handle: ({ params, body }, { apiKeys }) => apiKeys.changeSettings(params.id, body),
});

const revokeKey = endpoint('DELETE /api-keys/:id', {
	operationId: 'revokeApiKey',
	command: 'keys revoke <id>',
	summary: 'Revoke a key; it cannot be undone',
	answer: ApiKeyRecord,
	handle: ({ params }, { apiKeys }) => apiKeys.revoke(params.id),
});

/** Section 5: authentication. */
export default definePart({
	dependencies: [accountPart, clockPart, idsPart, numbersPart],
	tables: `${recordTable('api_keys', 'hash')} ${REFRESH_TOKEN_TABLES}`,
	provide: (app) => ({
		apiKeys: new ApiKeys(app, 'api_keys', 'API key'),
		sessionTokens: new SessionTokens(app),
		firstKey: recallFirstKey(app.settings),
	}),
	setUp: (app) => {
		app.decorateRequest('principal', null);
		app.history.bound('refresh_tokens');
	},
	reset: seedApiKey,
	authentication: tokenEndpoint,
	control: [listKeys, createKey, changeKey, revokeKey],
});
