import { Type } from 'typebox';
import { endpoint, list } from '../http/endpoint.ts';
import { ApiKeyRecord, ApiKeySettings } from './api-keys.ts';

const Changes = Type.Partial(ApiKeySettings);

export const listKeys = list('api-keys', ApiKeyRecord, ({ apiKeys }) => apiKeys.list());

export const createKey = endpoint('POST /api-keys', {
	summary: 'Create an API key; it is shown only once',
	body: Type.Object({ ...Changes.properties, name: ApiKeySettings.properties.name }),
	status: 201,
	answer: Type.Object({
		...ApiKeyRecord.properties,
		key: Type.String({ description: 'The full key; it is shown only here (section 5, rule 1)' }),
	}),
	write: ({ body }, { apiKeys }) => {
		const { secret, ...drawn } = apiKeys.draw();
		const key = apiKeys.create(drawn, { webhook_url: null, phone_numbers: [], ...body });
		return { ...key, key: secret };
	},
});

export const changeKey = endpoint('PATCH /api-keys/:id', {
	summary: "Change a key's settings",
	body: Changes,
	answer: ApiKeyRecord,
	write: ({ params, body }, { apiKeys }) => apiKeys.edit(params.id, body),
});

export const revokeKey = endpoint('DELETE /api-keys/:id', {
	summary: 'Revoke a key; it cannot be undone',
	answer: ApiKeyRecord,
	write: ({ params }, { apiKeys }) => apiKeys.revoke(params.id),
});
