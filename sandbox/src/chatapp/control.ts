import { Type, type Static } from 'typebox';
import { plainError, PlainError } from '../http/errors.ts';
import { E164, Nullable } from '../http/values.ts';
import { AttachmentRequest, toAttachments } from '../media/assets.ts';
import { MessageRecord } from '../messages/schema.ts';
import type { Routes } from '../plugin.ts';
import { PublishedRecord, toPublishedRecord } from '../webhooks/records.ts';
import { WebhookUrl } from '../http/webhook-url.ts';
import type { ChatAppAccount } from './accounts.ts';
import { DEMO_CONTACT, DEMO_PHONE_NUMBER_ID } from '../demo.ts';
import { receiveChatAppText } from './receive.ts';

const AccountRecord = Type.Object({
	id: Type.String(),
	phone_number_id: Type.String(),
	display_number: Type.String(),
	connected: Type.Boolean(),
	webhook_url: Nullable(Type.String()),
});
const settings = {
	display_number: E164,
	connected: Type.Boolean(),
	webhook_url: Nullable(WebhookUrl),
};
const ChangeRequest = Type.Partial(Type.Object(settings));
const NewAccountRequest = Type.Object({
	phone_number_id: Type.String({ pattern: '^\\d{1,32}$' }),
	display_number: settings.display_number,
	connected: Type.Optional(settings.connected),
	webhook_url: Type.Optional(settings.webhook_url),
});
const InboundRequest = Type.Object({
	from_number: Type.Optional(
		Type.String({ pattern: '^\\+?[1-9]\\d{6,14}$', description: 'The sender, with or without +' }),
	),
	phone_number_id: Type.Optional(Type.String()),
	body: Type.Optional(Type.String({ maxLength: 4096 })),
	media: Type.Optional(Type.Array(AttachmentRequest, { maxItems: 10 })),
});
const InboundAnswer = Type.Object({ message: MessageRecord, ...PublishedRecord.properties });

/** Chat-app accounts, and messages arriving on them (section 6, `chatapp.received`). */
export const chatAppControl: Routes = (app) => {
	const { chatAppAccounts, database, outbox } = app;

	app.get(
		'/chatapp-accounts',
		{ schema: { response: { 200: Type.Object({ chatapp_accounts: Type.Array(AccountRecord) }) } } },
		() => ({ chatapp_accounts: chatAppAccounts.list().map(toRecord) }),
	);

	app.post(
		'/chatapp-accounts',
		{ schema: { body: NewAccountRequest, response: { 201: AccountRecord, '4xx': PlainError } } },
		async (request, reply) => {
			const { phone_number_id: phoneNumberId, display_number: displayNumber } = request.body;
			const account = await database.write(() => {
				if (chatAppAccounts.findByPhoneNumberId(phoneNumberId) !== undefined) {
					throw plainError(409, 'A chat-app account with this phone_number_id already exists');
				}
				return chatAppAccounts.add({
					phoneNumberId,
					displayNumber,
					connected: request.body.connected ?? true,
					webhookUrl: request.body.webhook_url ?? null,
				});
			});
			return reply.status(201).send(toRecord(account));
		},
	);

	app.patch(
		'/chatapp-accounts/:id',
		{
			schema: {
				params: Type.Object({ id: Type.String({ description: 'The id or the phone_number_id' }) }),
				body: ChangeRequest,
				response: { 200: AccountRecord, '4xx': PlainError },
			},
		},
		(request) =>
			database.write(() => {
				const { id } = request.params;
				const account = chatAppAccounts.find(id) ?? chatAppAccounts.findByPhoneNumberId(id);
				if (account === undefined) throw plainError(404, 'Chat-app account not found');
				const changed = chatAppAccounts.change(account, toChanges(request.body));
				if (changed.webhookUrl === null) {
					outbox.abandon({ kind: 'chatapp_account', id: account.id }, 'webhook_url_cleared');
				}
				return toRecord(changed);
			}),
	);

	app.post(
		'/events/chatapp.received',
		{ schema: { body: InboundRequest, response: { 201: InboundAnswer, '4xx': PlainError } } },
		async (request, reply) => {
			const {
				from_number: from = DEMO_CONTACT.chatAppId,
				phone_number_id: phoneNumberId = DEMO_PHONE_NUMBER_ID,
				body = 'Hello! Are you open today?',
				media,
			} = request.body;
			const arrived = { from, phoneNumberId, body, media: toAttachments(media) };
			const { message, published } = await database.write(() => receiveChatAppText(arrived, app));
			return reply.status(201).send({ message, ...toPublishedRecord(published) });
		},
	);
};

function toChanges(body: Static<typeof ChangeRequest>) {
	return {
		...(body.display_number !== undefined && { displayNumber: body.display_number }),
		...(body.connected !== undefined && { connected: body.connected }),
		...(body.webhook_url !== undefined && { webhookUrl: body.webhook_url }),
	};
}

function toRecord(account: ChatAppAccount): Static<typeof AccountRecord> {
	return {
		id: account.id,
		phone_number_id: account.phoneNumberId,
		display_number: account.displayNumber,
		connected: account.connected,
		webhook_url: account.webhookUrl,
	};
}
