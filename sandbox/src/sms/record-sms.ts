import type { App } from '../plugin.ts';
import type { PublishedEvent } from '../webhooks/outbox.ts';
import { isLoop } from './loop-trap.ts';
import type { NewMessage } from '../messages/message.ts';
import { toMessageRecord } from '../messages/record.ts';
import type { MessageRecord } from '../messages/schema.ts';

/**
 * Stores an SMS that has arrived on a service number or goes out from it, and its event (section 6), unless the loop trap
 * holds that back: both or neither. To be called within a write.
 *
 * @param serviceNumber E.164
 * @throws {ServiceError} 404 and 409 when the number is not one that has SMS now
 */
export function recordSms(
	event: 'sms.received' | 'sms.sent',
	serviceNumber: string,
	fresh: NewMessage,
	{ carrier, ids, mediaLinks, messages, numbers, outbox }: App,
): { message: MessageRecord; published: PublishedEvent | null } {
	numbers.requireSms(serviceNumber);
	const message = messages.create({ ...fresh, message_sid: `SM${ids.hex('carrier-message', 16)}` });
	carrier.expectReport(message);
	const data = toMessageRecord(message, mediaLinks);
	const heldBack = event === 'sms.received' && isLoop(message, messages);
	const published = heldBack ? null : outbox.publish({ event, serviceNumber, data });
	return { message: data, published };
}
