import { Type } from 'typebox';
import { plainError, PlainError } from '../http/errors.ts';
import { AttachmentRequest, toAttachments } from '../media/assets.ts';
import { MessageRecord } from '../messages/schema.ts';
import type { Routes } from '../plugin.ts';
import { PublishedRecord, toPublishedRecord } from '../webhooks/records.ts';
import { ChatAppAccount } from './accounts.ts';
import { DEMO_CONTACT, DEMO_PHONE_NUMBER_ID } from '../demo.ts';
import { receiveChatAppText } from './receive.ts';

const ChangeRequest = Type.Partial(Type.Pick(ChatAppAccount, ['display_number', 'connected', 'webhook_url']));
const NewAccountRequest = Type.Object({
	...ChangeRequest.properties,
	phone_number_id: Type.String({ pattern: '^\\d{1,32}$', description: 'digits, like 106540352242950' }),
	display_number: ChatAppAccount.properties.display_number,
});
const InboundRequest = Type.Object({
	from_number: Type.Optional(
		Type.String({
			pattern: '^\\+?[1-9]\\d{6,14}$',
			description: 'a number like 14155550123, with or without +',
		}),
	),
	phone_number_id: Type.Optional(Type.String()),
	body: Type.Optional(Type.String({ maxLength: 4096 })),
	media: Type.Optional(Type.Array(AttachmentRequest, { maxItems: 10 })),
});
const InboundAnswer = Type.Object({ message: MessageRecord, ...PublishedRecord.properties });

/** Chat-app accounts, and messages arriving on them (section 6, `chatapp.received`). */
export const chatAppControl: Routes = (app) => {
	const { chatAppAccounts, database, ids, outbox } = app;

	app.get(
		'/chatapp-accounts',
		{ schema: { response: { 200: Type.Object({ chatapp_accounts: Type.Array(ChatAppAccount) }) } } },
		() => ({ chatapp_accounts: chatAppAccounts.list() }),
	);

	app.post(
		'/chatapp-accounts',
		{ schema: { body: NewAccountRequest, response: { 201: ChatAppAccount, '4xx': PlainError } } },
		async (request, reply) => {
			const fresh = { connected: true, webhook_url: null, ...request.body };
			const account = await database.write(() => {
				if (chatAppAccounts.findByPhoneNumberId(fresh.phone_number_id) !== undefined) {
					throw plainError(409, 'A chat-app account with this phone_number_id already exists');
				}
				return chatAppAccounts.add({ ...fresh, id: ids.uuid('chatapp-account') });
			});
			return reply.status(201).send(account);
		},
	);

	app.patch(
		'/chatapp-accounts/:id',
		{
			schema: {
				params: Type.Object({ id: Type.String({ description: 'The id or the phone_number_id' }) }),
				body: ChangeRequest,
				response: { 200: ChatAppAccount, '4xx': PlainError },
			},
		},
		(request) =>
			database.write(() => {
				const { id } = request.params;
				const account = chatAppAccounts.findByPhoneNumberId(id) ?? chatAppAccounts.require(id);
				const changed = chatAppAccounts.change(account.id, request.body);
				if (changed.webhook_url === null) {
					outbox.abandon({ kind: 'chatapp_account', id: changed.id }, 'webhook_url_cleared');
				}
				return changed;
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
