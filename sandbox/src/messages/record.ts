import type { Static } from 'typebox';
import { isoTime, isoTimeOrNull } from '../clock/clock.ts';
import { ASSETS } from '../media/assets.ts';
import type { MediaLinks } from '../media/links.ts';
import type { Attachment, Message } from './message.ts';
import type { MediaItem, MessageRecord } from './schema.ts';

/** A message as the interface shows it in full (section 2), its media links freshly signed. */
export function toMessageRecord(message: Message, links: MediaLinks): MessageRecord {
	return {
		id: message.id,
		contact_id: message.contactId,
		thread_id: message.threadId,
		from_number: message.fromNumber,
		to_number: message.toNumber,
		body: message.body,
		direction: message.direction,
		status: message.status,
		is_ai_generated: message.isAiGenerated,
		sent_at: isoTime(message.sentAt),
		created_at: isoTime(message.createdAt),
		message_sid: message.messageSid,
		delivered_at: isoTimeOrNull(message.deliveredAt),
		sentiment: message.sentiment,
		agent_id: message.agentId,
		translation: message.translation,
		media: toMediaItems(message.media, links),
		delivery_error: message.deliveryError && {
			code: message.deliveryError.code,
			reason: message.deliveryError.reason,
			at: isoTime(message.deliveryError.at),
		},
	};
}

/** Attachments as the interface shows them (section 2, media item), their links freshly signed. */
export function toMediaItems(
	media: readonly Attachment[],
	links: MediaLinks,
): Array<Static<typeof MediaItem>> {
	return media.map(({ asset, caption }) => ({
		url: links.sign(asset),
		mime_type: ASSETS[asset].mimeType,
		kind: ASSETS[asset].kind,
		caption,
	}));
}
