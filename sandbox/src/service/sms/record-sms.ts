import { type MessageRecord, type NewMessage, toMessageRecord } from '../messages/message.ts';
import type { App } from '../plugin.ts';
import type { EventReceiver } from '../webhooks/outbox.ts';
import { isLoop } from './loop-trap.ts';

/**
 * Stores an SMS to or from a service number together with its event (section 6), unless the loop trap holds
 * the event back. To be called within a transaction.
 *
 * @param only gets the event in place of the account's webhooks
 * @returns the message, and the id of its event, which is null if none fired
 * @throws {ServiceError} 404 and 409 when the service number cannot receive and send SMS now
 */
export function recordSms(
	{ carrier, conversations, ids, mediaLinks, messages, numbers, outbox }: App,
	event: 'sms.received' | 'sms.sent',
	fresh: Omit<NewMessage, 'channel' | 'direction' | 'status'>,
	only?: EventReceiver,
): { message: MessageRecord; eventId: string | null } {
	const arrives = event === 'sms.received';
	const serviceNumber = arrives ? fresh.to_number : fresh.from_number;
	numbers.requireSms(serviceNumber);
	const stored = messages.create({
		...fresh,
		channel: 'sms',
		direction: arrives ? 'inbound' : 'outbound',
		status: arrives ? 'delivered' : 'sent',
		message_sid: `SM${ids.hex('carrier-message', 16)}`,
	});
	carrier.expectReport(stored);
	const message = toMessageRecord(stored, mediaLinks);
	const heldBack = arrives && isLoop(stored, conversations);
	return { message, eventId: heldBack ? null : outbox.publish(event, serviceNumber, message, only) };
}
