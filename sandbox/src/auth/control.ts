import { Type, type Static } from 'typebox';
import { isoTime, isoTimeOrNull } from '../clock/clock.ts';
import { plainError, PlainError } from '../http/errors.ts';
import { E164, Nullable, Timestamp } from '../http/values.ts';
import type { Routes } from '../plugin.ts';
import { WebhookUrl } from '../http/webhook-url.ts';
import { prefixOf, type ApiKey, type ApiKeySettings } from './api-keys.ts';

const ApiKeyRecord = Type.Object({
	id: Type.String(),
	name: Type.String(),
	prefix: Type.String({ description: 'The first 8 characters of the key (section 5, rule 3)' }),
	webhook_url: Nullable(Type.String()),
	signing_secret: Nullable(Type.String()),
	phone_numbers: Type.Array(Type.String()),
	created_at: Timestamp,
	last_used_at: Nullable(Timestamp),
	revoked_at: Nullable(Timestamp),
});
const NewApiKeyRecord = Type.Object({
	...ApiKeyRecord.properties,
	key: Type.String({ description: 'The full key; it is shown only here (section 5, rule 1)' }),
});
const settings = {
	name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
	webhook_url: Nullable(WebhookUrl),
	phone_numbers: Type.Array(E164, { description: 'The service numbers it is scoped to; none: not scoped' }),
};
const NewApiKeyRequest = Type.Object({
	name: settings.name,
	webhook_url: Type.Optional(settings.webhook_url),
	phone_numbers: Type.Optional(settings.phone_numbers),
});
const ChangeRequest = Type.Partial(Type.Object(settings));
const Id = Type.Object({ id: Type.String() });

/** The account's API keys, as the dashboard of the interface manages them (section 5; section 6, set-up). */
export const apiKeyControl: Routes = (app) => {
	const { apiKeys, database, numbers } = app;
	app.get(
		'/api-keys',
		{ schema: { response: { 200: Type.Object({ api_keys: Type.Array(ApiKeyRecord) }) } } },
		() => ({ api_keys: apiKeys.list().map(toRecord) }),
	);

	app.post(
		'/api-keys',
		{ schema: { body: NewApiKeyRequest, response: { 201: NewApiKeyRecord, 409: PlainError } } },
		async (request, reply) => {
			const { secret, hash } = apiKeys.draw();
			const key = await database.write(() => {
				numbers.requireAll(request.body.phone_numbers ?? []);
				return apiKeys.add(
					{ prefix: prefixOf(secret), hash },
					{ webhookUrl: null, phoneNumbers: [], ...toSettings(request.body), name: request.body.name },
				);
			});
			return reply.status(201).send({ ...toRecord(key), key: secret });
		},
	);

	app.patch(
		'/api-keys/:id',
		{ schema: { params: Id, body: ChangeRequest, response: { 200: ApiKeyRecord, 404: PlainError } } },
		async (request) => {
			const { id } = request.params;
			const key = await database.write(() => {
				numbers.requireAll(request.body.phone_numbers ?? []);
				return apiKeys.change(id, toSettings(request.body));
			});
			if (key === undefined) throw plainError(404, 'API key not found');
			return toRecord(key);
		},
	);

	app.delete(
		'/api-keys/:id',
		{ schema: { params: Id, response: { 200: ApiKeyRecord, 404: PlainError } } },
		async (request) => {
			const { id } = request.params;
			const revoked = await database.write(() => {
				apiKeys.revoke(id);
				return apiKeys.find(id);
			});
			if (revoked === undefined) throw plainError(404, 'API key not found');
			return toRecord(revoked);
		},
	);
};

function toSettings(body: Static<typeof ChangeRequest>): Partial<ApiKeySettings> {
	return {
		...(body.name !== undefined && { name: body.name }),
		...(body.webhook_url !== undefined && { webhookUrl: body.webhook_url }),
		...(body.phone_numbers !== undefined && { phoneNumbers: [...new Set(body.phone_numbers)] }),
	};
}

function toRecord(key: ApiKey): Static<typeof ApiKeyRecord> {
	return {
		id: key.id,
		name: key.name,
		prefix: key.prefix,
		webhook_url: key.webhookUrl,
		signing_secret: key.signingSecret,
		phone_numbers: [...key.phoneNumbers],
		created_at: isoTime(key.createdAt),
		last_used_at: isoTimeOrNull(key.lastUsedAt),
		revoked_at: isoTimeOrNull(key.revokedAt),
	};
}
