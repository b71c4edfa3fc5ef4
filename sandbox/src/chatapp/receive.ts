import { digitsOf } from '../http/values.ts';
import { type MessageRecord, type NewMessage, toMessageRecord } from '../messages/message.ts';
import type { App } from '../plugin.ts';

/**
 * Stores a chat-app message that has arrived, and `chatapp.received` (section 6) where the
 * number has a webhook URL, with the metadata of the last message that the sender got
 * (section 4, send). To be called within a write.
 *
 * @param arrived its sender however it is written
 * @returns the message, and the id of its event; null when none fired
 * @throws {ServiceError} 404 when the business number is not a connected one
 */
export function receiveChatAppText(
	{ chatAppAccounts, conversations, mediaLinks, messages, outbox }: App,
	arrived: Pick<NewMessage, 'from_number' | 'to_number' | 'body' | 'media'>,
): { message: MessageRecord; eventId: string | null } {
	const account = chatAppAccounts.requireConnected(arrived.to_number);
	const { phone_number_id } = account;
	const contact = digitsOf(arrived.from_number);
	const stored = messages.create({
		...arrived,
		channel: 'chatapp',
		direction: 'inbound',
		status: 'delivered',
		from_number: contact,
	});
	const message = toMessageRecord(stored, mediaLinks);
	if (account.webhook_url === null) return { message, eventId: null };
	const metadata = conversations.findMetadata(phone_number_id, contact);
	const data = { ...message, phone_number_id, metadata };
	const eventId = outbox.publishToAccount('chatapp.received', account.id, data, { metadata });
	return { message, eventId };
}
