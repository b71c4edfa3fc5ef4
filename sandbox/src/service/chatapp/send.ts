import type { FastifySchemaValidationError } from 'fastify';
import { Type } from 'typebox';
import { endpoint } from '../http/endpoint.ts';
import { plainError, PlainError } from '../http/errors.ts';
import { type Message, MessageRecord } from '../messages/message.ts';
import { DAY_MS } from '../time.ts';

/** Section 8: free-form messages are allowed this long after the recipient's last message. */
const WINDOW_MS = DAY_MS;
const OUTSIDE_WINDOW = {
	code: 'outside_messaging_window',
	reason: 'More than 24 hours have passed since the recipient last sent a message.',
};

/**
 * Section 4, send-chatapp-message; its errors have the plain form of section 7. A message outside the window
 * is stored too, as `failed` with its reason (section 3, message status).
 */
export const sendChatAppMessage = endpoint('POST /send-chatapp-message', {
	operationId: 'sendChatAppMessage',
	summary: 'Send a chat-app text message',
	config: { plainUnauthorized: true },
	schemaErrorFormatter: describeSendMisfit,
	body: Type.Object({
		phone_number_id: Type.String({ minLength: 1, description: 'Id of a connected business number' }),
		recipient_wa_id: Type.String({
			minLength: 1,
			pattern: '^([1-9]\\d{6,14})?$',
			description: 'International format without +, e.g. 14155550123',
		}),
		message: Type.String({ pattern: '\\S' }),
		metadata: Type.Optional(
			Type.Unknown({
				description: 'A plain object; arrays are ignored. Stored, and echoed when the recipient replies',
			}),
		),
	}),
	example: {
		phone_number_id: '106540352242922',
		recipient_wa_id: '14155550123',
		message: 'Does Thursday at ten suit you?',
		metadata: { appointment: 17 },
	},
	answer: Type.Object({
		success: Type.Boolean(),
		message_id: Type.String({ description: "The provider's id, kept as message_sid" }),
		stored: Type.Object({
			id: Type.String(),
			content: Type.String(),
			...Type.Pick(MessageRecord, ['direction', 'status']).properties,
			channel: Type.Literal('chatapp'),
			sent_at: MessageRecord.properties.sent_at,
		}),
	}),
	refusals: { '4xx': PlainError, 502: PlainError },
	handle: ({ body }, { carrier, chatAppAccounts, clock, ids, messages }) => {
		const { phone_number_id: from, recipient_wa_id: to } = body;
		const metadata = toMetadata(body.metadata);
		chatAppAccounts.requireConnected(from);
		const last = messages.findLastInbound('chatapp', to, from);
		const allowed = last !== undefined && clock.now() - Date.parse(last.at) <= WINDOW_MS;
		const sent = messages.create({
			channel: 'chatapp',
			direction: 'outbound',
			from_number: from,
			to_number: to,
			body: body.message,
			metadata,
			...(allowed
				? { status: 'sent', message_sid: `chatmsg.${ids.hex('provider-message', 16)}` }
				: { status: 'failed', delivery_error: { ...OUTSIDE_WINDOW, at: clock.stamp() } }),
		});
		carrier.expectReport(sent);
		const { id, body: content, direction, status, message_sid: providerId, sent_at, delivery_error } = sent;
		// Returned, since the failed message stays.
		if (providerId === null)
			return plainError(502, 'Failed to send chat-app message', delivery_error?.reason);
		const stored = { id, content, direction, status, channel: 'chatapp' as const, sent_at };
		return { success: true, message_id: providerId, stored };
	},
});

/** Section 7 has one text for all three missing fields. */
function describeSendMisfit([first]: FastifySchemaValidationError[]) {
	if (first?.instancePath === '/recipient_wa_id' && first.keyword === 'pattern') {
		return plainError(
			400,
			'recipient_wa_id must be a phone number in international format without +, digits only',
		);
	}
	return plainError(400, 'phone_number_id, recipient_wa_id and message are required');
}

/** Returns metadata only if it is a plain object; arrays are ignored (section 4). */
function toMetadata(value: unknown): Message['metadata'] {
	if (value === undefined || value === null || Array.isArray(value)) return null;
	if (typeof value !== 'object') throw plainError(400, 'metadata must be an object');
	return value as Message['metadata'];
}
