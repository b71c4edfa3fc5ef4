import { keepDigits } from '../http/values.ts';
import { type MessageRecord, type NewMessage, toMessageRecord } from '../messages/message.ts';
import type { App } from '../plugin.ts';
import type { EventReceiver } from '../webhooks/outbox.ts';

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
	{ chatAppAccounts, conversations, mediaLinks, messages, outbox }: App,
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
	const metadata = conversations.findMetadata(phone_number_id, contact);
	const data = { ...message, phone_number_id, metadata };
	const eventId = outbox.publishToAccount('chatapp.received', account.id, data, { metadata }, only);
	return { message, eventId };
}
