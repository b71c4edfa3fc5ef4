import { plainError } from '../http/errors.ts';
import { digitsOf } from '../http/values.ts';
import type { Attachment } from '../messages/message.ts';
import { toMessageRecord } from '../messages/record.ts';
import type { MessageRecord } from '../messages/schema.ts';
import type { App } from '../plugin.ts';
import type { PublishedEvent } from '../webhooks/outbox.ts';

/** A chat-app message that somebody writes to a business number; `from` however it is written. */
export interface InboundChatAppText {
	readonly from: string;
	readonly phoneNumberId: string;
	readonly body: string;
	readonly media: readonly Attachment[];
}

/**
 * Stores a chat-app message that has arrived, and `chatapp.received` (section 6) where the number has a webhook URL, with the
 * metadata of the last message that the sender got (section 4, send). To be called within a write.
 *
 * @throws {ServiceError} 404 when the business number is not a connected one
 */
export function receiveChatAppText(
	{ from, phoneNumberId, body, media }: InboundChatAppText,
	{ chatAppAccounts, mediaLinks, messages, outbox }: App,
): { message: MessageRecord; published: PublishedEvent | null } {
	const account = chatAppAccounts.findByPhoneNumberId(phoneNumberId);
	if (account === undefined || !account.connected) throw plainError(404, 'Chat-app account not found');
	const contact = digitsOf(from);
	const stored = messages.create({
		channel: 'chatapp',
		direction: 'inbound',
		status: 'delivered',
		from_number: contact,
		to_number: phoneNumberId,
		body,
		media,
	});
	const message = toMessageRecord(stored, mediaLinks);
	if (account.webhook_url === null) return { message, published: null };
	const metadata = messages.findLastMetadata('chatapp', phoneNumberId, contact);
	const data = { ...message, phone_number_id: phoneNumberId, metadata };
	const event = { event: 'chatapp.received', serviceNumber: null, data } as const;
	return { message, published: outbox.publishToAccount(event, account.id) };
}
