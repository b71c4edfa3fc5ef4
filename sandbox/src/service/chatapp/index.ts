import { Type, type Static } from 'typebox';
import accountPart from '../account/index.ts';
import carrierPart from '../carrier/index.ts';
import { Records, recordTable } from '../database/records.ts';
import { DEMO_CONTACT } from '../demo/index.ts';
import { endpoint, listEndpoint } from '../http/endpoint.ts';
import { plainError } from '../http/errors.ts';
import { E164, Nullable, WebhookUrl, keepDigits, PhoneDigits } from '../http/values.ts';
import { AttachmentsRequest, toAttachments } from '../media/index.ts';
import messagesPart from '../messages/index.ts';
import { MessageRecord, type NewMessage, toMessageRecord, MESSAGE_EXAMPLE } from '../messages/message.ts';
import { type App, definePart } from '../plugin.ts';
import webhooksPart from '../webhooks/index.ts';
import { Published } from '../webhooks/log.ts';
import type { EventReceiver } from '../webhooks/outbox.ts';
import { sendChatAppMessage } from './send.ts';

/** A business number on the chat-app channel. */
const ChatAppAccount = Type.Object({
	id: Type.String(),
	phone_number_id: Type.String({ description: 'The opaque numeric id by which the interface knows it' }),
	display_number: E164,
	connected: Type.Boolean(),
	webhook_url: Nullable(WebhookUrl),
});
type ChatAppAccount = Static<typeof ChatAppAccount>;

/** The chat-app business numbers that the account has connected through the dashboard. */
class ChatAppAccounts extends Records<ChatAppAccount> {
	findByPhoneNumberId(phoneNumberId: string): ChatAppAccount | undefined {
		return this.listBy('phone_number_id', phoneNumberId)[0];
	}

	/** @throws {ServiceError} 404 when the business number is not connected (section 7) */
	requireConnected(phoneNumberId: string): ChatAppAccount {
		const account = this.findByPhoneNumberId(phoneNumberId);
		if (!account?.connected) throw plainError(404, 'Chat-app account not found');
		return account;
	}
}

/**
 * Stores an inbound chat-app message and, if the number has a webhook URL, the event `chatapp.received`
 * (section 6), with the metadata of the last message that was sent to the sender (section 4, send). To be
 * called within a transaction.
 *
 * @param arrived the message; its sender may be formatted in any way
 * @param only gets the event in place of the number's webhook
 * @returns the message, and the id of its event, which is null if none fired
 * @throws {ServiceError} 404 when the business number is not connected
 */
export function receiveChatAppText(
	{ chatAppAccounts, mediaLinks, messages, outbox }: App,
	arrived: Pick<NewMessage, 'from_number' | 'to_number' | 'body' | 'media'>,
	only?: EventReceiver,
): { message: MessageRecord; eventId: string | null } {
	const account = chatAppAccounts.requireConnected(arrived.to_number);
	const { phone_number_id } = account;
	const contact = keepDigits(arrived.from_number);
	const stored = messages.create({
		...arrived,
		channel: 'chatapp',
		direction: 'inbound',
		status: 'delivered',
		from_number: contact,
	});
	const message = toMessageRecord(stored, mediaLinks);
	if (account.webhook_url === null && only === undefined) return { message, eventId: null };
	const metadata = messages.findSentMetadata(phone_number_id, contact);
	const data = { ...message, phone_number_id, metadata };
	const eventId = outbox.publishToAccount('chatapp.received', account.id, data, { metadata }, only);
	return { message, eventId };
}

declare module 'fastify' {
	interface FastifyInstance {
		chatAppAccounts: ChatAppAccounts;
	}
}

/** The data of `chatapp.received`. */
const ReceivedMessage = Type.Object({
	...MessageRecord.properties,
	phone_number_id: Type.String({ description: 'The business number that the message arrived at' }),
	metadata: Nullable(
		Type.Record(Type.String(), Type.Unknown(), {
			description: 'That of the last message to the sender which carried some',
		}),
	),
});

const ChangeRequest = Type.Partial(Type.Pick(ChatAppAccount, ['display_number', 'connected', 'webhook_url']));

/** The business numbers of the first account: a connected one and one that was never connected. */
const SEEDED_ACCOUNTS = [
	{ phone_number_id: '106540352242977', display_number: '+16475550171', connected: false },
	{ phone_number_id: '106540352242922', display_number: '+14155550100', connected: true },
];

const ReceiveRequest = Type.Object(
	{
		from_number: Type.Optional(PhoneDigits),
		phone_number_id: Type.Optional(Type.String()),
		body: Type.Optional(Type.String({ maxLength: 4096 })),
		media: Type.Optional(AttachmentsRequest),
	},
	{ additionalProperties: false },
);

/**
 * Makes a chat-app message arrive; absent fields are made up. To be called within a transaction.
 * @param only gets the event in place of the number's webhook
 */
export function makeChatAppMessage(
	app: App,
	{ from_number: from, phone_number_id: to, body, media }: Static<typeof ReceiveRequest> = {},
	only?: EventReceiver,
) {
	const arrived = {
		from_number: from ?? DEMO_CONTACT.chatAppId,
		to_number: to ?? app.demo.phoneNumberId,
		body: body ?? 'Hello! Are you open today?',
		media: toAttachments(media),
	};
	return app.deliveryLog.withPublished(receiveChatAppText(app, arrived, only));
}

/** The messaging-app channel: sections 4 (send-chatapp-message) and 6 (`chatapp.received`). */
export default definePart({
	tag: 'Messages',
	dependencies: [accountPart, carrierPart, messagesPart, webhooksPart],
	tables: recordTable('chatapp_accounts', 'phone_number_id'),
	provide: (app) => ({
		chatAppAccounts: new ChatAppAccounts(app, 'chatapp_accounts', 'Chat-app account'),
	}),
	setUp: ({ chatAppAccounts, destinations }) =>
		destinations.add('chatapp_account', (id) => chatAppAccounts.find(id)?.webhook_url ?? null),
	events: {
		'chatapp.received': {
			summary: 'A chat-app message has arrived; it goes to the webhook URL of its account, unsigned',
			data: ReceivedMessage,
			example: {
				...MESSAGE_EXAMPLE,
				from_number: '14155550123',
				to_number: '106540352242922',
				message_sid: null,
				phone_number_id: '106540352242922',
				metadata: { appointment: 17 },
			},
			repeated: ['metadata'],
			isUnsigned: true,
		},
	},
	seed: ({ chatAppAccounts, demo, ids }, seed) => {
		if (seed === 'bare') return;
		for (const { phone_number_id, display_number, connected } of SEEDED_ACCOUNTS) {
			chatAppAccounts.add({
				id: ids.uuid('chatapp-account'),
				phone_number_id: demo.phoneNumberIdFor(phone_number_id),
				display_number: demo.numberFor(display_number),
				connected,
				webhook_url: null,
			});
		}
	},
	functions: sendChatAppMessage,
	control: [
		listEndpoint(
			'chatapp-accounts',
			ChatAppAccount,
			({ chatAppAccounts }) => chatAppAccounts.list(),
			'listChatAppAccounts',
		),
		endpoint('POST /chatapp-accounts', {
			operationId: 'addChatAppAccount',
			command: 'chatapp-accounts add <phone_number_id> <display_number>',
			summary: 'Connect a business number',
			body: Type.Object({
				...ChangeRequest.properties,
				phone_number_id: Type.String({ pattern: '^\\d{1,32}$', description: 'digits, like 106540352242950' }),
				display_number: ChatAppAccount.properties.display_number,
			}),
			status: 201,
			answer: ChatAppAccount,
			handle: ({ body }, { chatAppAccounts, ids, otherAccounts }) => {
				const { phone_number_id: number } = body;
				if (chatAppAccounts.findByPhoneNumberId(number) !== undefined) {
					throw plainError(409, `${number} is a business number of this account already`);
				}
				if (otherAccounts.some((other) => other.chatAppAccounts.findByPhoneNumberId(number) !== undefined)) {
					throw plainError(409, `${number} is a business number of another account`);
				}
				const id = ids.uuid('chatapp-account');
				return chatAppAccounts.add({ connected: true, webhook_url: null, ...body, id });
			},
		}),
		endpoint('PATCH /chatapp-accounts/:id', {
			operationId: 'changeChatAppAccount',
			summary: 'Connect or disconnect a business number, set or clear its webhook URL',
			params: Type.Object({ id: Type.String({ description: 'The id or the phone_number_id' }) }),
			body: ChangeRequest,
			answer: ChatAppAccount,
			handle: ({ params, body }, { chatAppAccounts, outbox }) => {
				const { id } = chatAppAccounts.findByPhoneNumberId(params.id) ?? { id: params.id };
				const changed = chatAppAccounts.change(id, body);
				if (changed.webhook_url === null) outbox.abandon(`chatapp_account:${id}`, 'webhook_url_cleared');
				return changed;
			},
		}),
		endpoint('POST /events/chatapp.received', {
			operationId: 'receiveChatAppMessage',
			command: 'chatapp receive',
			summary: 'Make a chat-app message arrive; its sender may then be answered for 24 hours',
			body: ReceiveRequest,
			status: 201,
			answer: Type.Object({ message: MessageRecord, ...Published.properties }),
			handle: ({ body }, app) => makeChatAppMessage(app, body),
		}),
	],
});
