import { Type, type Static } from 'typebox';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';

export const DIRECTIONS = ['inbound', 'outbound'] as const;
/** Section 3, message status. */
export const STATUSES = ['pending', 'sent', 'delivered', 'undelivered', 'failed'] as const;
export const SENTIMENTS = ['positive', 'neutral', 'negative'] as const;

/** Section 2, media item. */
export const MediaItem = Type.Object({
	url: Type.String({ description: 'Freshly signed on every request, valid 24 hours' }),
	mime_type: Type.String(),
	kind: Type.String(),
	caption: Nullable(Type.String()),
});

/** Section 2, delivery error. */
export const DeliveryError = Type.Object({ code: Type.String(), reason: Type.String(), at: Timestamp });

/** Section 2, message, full shape. */
export const MessageRecord = Type.Object({
	id: Type.String(),
	contact_id: Nullable(Type.String()),
	thread_id: Type.String(),
	from_number: Type.String(),
	to_number: Type.String(),
	body: Type.String(),
	direction: OneOf(DIRECTIONS),
	status: OneOf(STATUSES),
	is_ai_generated: Type.Boolean(),
	sent_at: Timestamp,
	created_at: Timestamp,
	message_sid: Nullable(Type.String()),
	delivered_at: Nullable(Timestamp),
	sentiment: Nullable(OneOf(SENTIMENTS)),
	agent_id: Nullable(Type.String()),
	translation: Nullable(Type.String()),
	media: Type.Array(MediaItem),
	delivery_error: Nullable(DeliveryError),
});
export type MessageRecord = Static<typeof MessageRecord>;

/** Section 2: the subset that list-messages answers. */
export const ListedMessage = Type.Pick(MessageRecord, [
	'id',
	'thread_id',
	'from_number',
	'to_number',
	'body',
	'direction',
	'status',
	'is_ai_generated',
	'created_at',
	'media',
	'delivery_error',
]);
