import type { FastifySchemaValidationError } from 'fastify';
import { Type } from 'typebox';
import { plainError, PlainError } from '../http/errors.ts';
import { OneOf, Timestamp } from '../http/values.ts';
import { DIRECTIONS, STATUSES } from '../messages/schema.ts';
import type { Routes } from '../plugin.ts';
import { sendChatAppText } from './send.ts';

const SendRequest = Type.Object({
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
});

const SendAnswer = Type.Object({
	success: Type.Boolean(),
	message_id: Type.String({ description: "The provider's id, kept as message_sid" }),
	stored: Type.Object({
		id: Type.String(),
		content: Type.String(),
		direction: OneOf(DIRECTIONS),
		status: OneOf(STATUSES),
		channel: Type.Literal('chatapp'),
		sent_at: Timestamp,
	}),
});

/** Section 4, send-chatapp-message; its errors are section 7's, all in plain form. */
export const chatAppFunctions: Routes = (app) => {
	const { carrier, chatAppAccounts, clock, database, ids, messages } = app;
	app.post(
		'/send-chatapp-message',
		{
			config: { plainUnauthorized: true },
			schema: {
				tags: ['Messages'],
				summary: 'Send a chat-app text message',
				body: SendRequest,
				response: { 200: SendAnswer, '4xx': PlainError, 502: PlainError },
			},
			schemaErrorFormatter: describeSendMisfit,
		},
		async (request) => {
			const { phone_number_id: phoneNumberId, recipient_wa_id: recipient, message: text } = request.body;
			const metadata = toMetadata(request.body.metadata);
			const message = await database.write(() => {
				const sent = sendChatAppText(
					{ phoneNumberId, recipient, text, metadata },
					{ chatAppAccounts, messages, clock, ids },
				);
				carrier.expectReport(sent);
				return sent;
			});
			if (message.message_sid === null) {
				throw plainError(502, 'Failed to send chat-app message', message.delivery_error?.reason);
			}
			return {
				success: true,
				message_id: message.message_sid,
				stored: {
					id: message.id,
					content: message.body,
					direction: message.direction,
					status: message.status,
					channel: 'chatapp' as const,
					sent_at: message.sent_at,
				},
			};
		},
	);
};

/** Section 7: one text for any of the three being missing. */
function describeSendMisfit(errors: FastifySchemaValidationError[]) {
	const [first] = errors;
	if (first?.instancePath === '/recipient_wa_id' && first.keyword === 'pattern') {
		return plainError(
			400,
			'recipient_wa_id must be a phone number in international format without +, digits only',
		);
	}
	return plainError(400, 'phone_number_id, recipient_wa_id and message are required');
}

/** Section 4: must be a plain object; arrays are ignored. */
function toMetadata(value: unknown): Readonly<Record<string, unknown>> | null {
	if (value === undefined || value === null || Array.isArray(value)) return null;
	if (typeof value !== 'object') throw plainError(400, 'metadata must be an object');
	return value as Readonly<Record<string, unknown>>;
}
