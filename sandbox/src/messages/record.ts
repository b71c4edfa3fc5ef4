import type { Static } from 'typebox';
import { isoTime, isoTimeOrNull } from '../clock/clock.ts';
import { ASSETS } from '../media/assets.ts';
import type { MediaLinks } from '../media/links.ts';
import type { Message, MessageSummary } from './message.ts';
import type { ListedMessage, MessageRecord } from './schema.ts';

/** A message as a listing shows it (section 2), its media links freshly signed. */
export function toListedRecord(message: MessageSummary, links: MediaLinks): Static<typeof ListedMessage> {
	return {
		id: message.id,
		thread_id: message.threadId,
		from_number: message.fromNumber,
		to_number: message.toNumber,
		body: message.body,
		direction: message.direction,
		status: message.status,
		is_ai_generated: message.isAiGenerated,
		created_at: isoTime(message.createdAt),
		media: message.media.map(({ asset, caption }) => ({
			url: links.sign(asset),
			mime_type: ASSETS[asset].mimeType,
			kind: ASSETS[asset].kind,
			caption,
		})),
		delivery_error: message.deliveryError && {
			code: message.deliveryError.code,
			reason: message.deliveryError.reason,
			at: isoTime(message.deliveryError.at),
		},
	};
}

/** A message as the interface shows it in full (section 2), its media links freshly signed. */
export function toMessageRecord(message: Message, links: MediaLinks): MessageRecord {
	return {
		...toListedRecord(message, links),
		contact_id: message.contactId,
		sent_at: isoTime(message.sentAt),
		message_sid: message.messageSid,
		delivered_at: isoTimeOrNull(message.deliveredAt),
		sentiment: message.sentiment,
		agent_id: message.agentId,
		translation: message.translation,
	};
}
