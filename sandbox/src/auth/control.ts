import { Type, type Static } from 'typebox';
import { plainError, PlainError } from '../http/errors.ts';
import type { Routes } from '../plugin.ts';
import { ApiKeyRecord, ApiKeySettings } from './api-keys.ts';

const NewApiKeyRecord = Type.Object({
	...ApiKeyRecord.properties,
	key: Type.String({ description: 'The full key; it is shown only here (section 5, rule 1)' }),
});
const ChangeRequest = Type.Partial(ApiKeySettings);
const NewApiKeyRequest = Type.Object({
	...ChangeRequest.properties,
	name: ApiKeySettings.properties.name,
});
const Id = Type.Object({ id: Type.String() });

/** The account's API keys, as the dashboard of the interface manages them (section 5; section 6, set-up). */
export const apiKeyControl: Routes = (app) => {
	const { apiKeys, database, numbers } = app;
	app.get(
		'/api-keys',
		{ schema: { response: { 200: Type.Object({ api_keys: Type.Array(ApiKeyRecord) }) } } },
		() => ({ api_keys: apiKeys.list() }),
	);

	app.post(
		'/api-keys',
		{ schema: { body: NewApiKeyRequest, response: { 201: NewApiKeyRecord, 409: PlainError } } },
		async (request, reply) => {
			const { secret, ...drawn } = apiKeys.draw();
			const settings = { webhook_url: null, phone_numbers: [], ...settingsOf(request.body) };
			const key = await database.write(() => {
				numbers.requireAll(settings.phone_numbers);
				return apiKeys.create(drawn, { ...settings, name: request.body.name });
			});
			return reply.status(201).send({ ...key, key: secret });
		},
	);

	app.patch(
		'/api-keys/:id',
		{ schema: { params: Id, body: ChangeRequest, response: { 200: ApiKeyRecord, 404: PlainError } } },
		async (request) => {
			const settings = settingsOf(request.body);
			const key = await database.write(() => {
				numbers.requireAll(settings.phone_numbers ?? []);
				return apiKeys.edit(request.params.id, settings);
			});
			if (key === undefined) throw plainError(404, 'API key not found');
			return key;
		},
	);

	app.delete(
		'/api-keys/:id',
		{ schema: { params: Id, response: { 200: ApiKeyRecord, 404: PlainError } } },
		async (request) => {
			const revoked = await database.write(() => apiKeys.revoke(request.params.id));
			if (revoked === undefined) throw plainError(404, 'API key not found');
			return revoked;
		},
	);
};

/** Each number once. */
function settingsOf(request: Static<typeof ChangeRequest>): Static<typeof ChangeRequest> {
	const { phone_numbers: numbers, ...rest } = request;
	return numbers === undefined ? rest : { ...rest, phone_numbers: [...new Set(numbers)] };
}
