import { Type, type Static } from 'typebox';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';
import { ASSETS, type AssetName, type MediaLinks } from '../media/index.ts';

export const Channel = OneOf(['sms', 'chatapp']);

/** Section 2, message, full shape. */
export const MessageRecord = Type.Object({
	id: Type.String(),
	contact_id: Nullable(Type.String()),
	thread_id: Type.String(),
	from_number: Type.String(),
	to_number: Type.String(),
	body: Type.String(),
	direction: OneOf(['inbound', 'outbound']),
	/** Section 3. */
	status: OneOf(['pending', 'sent', 'delivered', 'undelivered', 'failed']),
	is_ai_generated: Type.Boolean(),
	sent_at: Timestamp,
	created_at: Timestamp,
	message_sid: Nullable(Type.String()),
	delivered_at: Nullable(Timestamp),
	sentiment: Nullable(OneOf(['positive', 'neutral', 'negative'])),
	agent_id: Nullable(Type.String()),
	translation: Nullable(Type.String()),
	media: Type.Array(
		Type.Object({
			url: Type.String({ description: 'Freshly signed on every request, valid 24 hours' }),
			mime_type: Type.String(),
			kind: Type.String(),
			caption: Nullable(Type.String()),
		}),
	),
	delivery_error: Nullable(Type.Object({ code: Type.String(), reason: Type.String(), at: Timestamp })),
});
export type MessageRecord = Static<typeof MessageRecord>;

/** An SMS that has arrived, for the OpenAPI document. */
export const MESSAGE_EXAMPLE: MessageRecord = {
	id: '5f1d3f0e-6c1f-4b0a-9b57-1f6d7a3c2e10',
	contact_id: '0b2f9c61-55f5-4a0b-8f35-0d4c5a7e9a01',
	thread_id: '9a6f1a52-6f0e-4c55-8a5d-4b1c2d3e4f50',
	from_number: '+14155550123',
	to_number: '+14155550100',
	body: 'Can I move my appointment to Thursday?',
	direction: 'inbound',
	status: 'delivered',
	is_ai_generated: false,
	sent_at: '2026-03-02T09:15:00.000Z',
	created_at: '2026-03-02T09:15:00.000Z',
	message_sid: 'SM0123456789abcdef0123456789abcdef',
	delivered_at: '2026-03-02T09:15:00.000Z',
	sentiment: null,
	agent_id: null,
	translation: null,
	media: [],
	delivery_error: null,
};

/** An attachment as stored; its link is made for each answer. */
export interface Attachment {
	readonly asset: AssetName;
	readonly caption: string | null;
}

/**
 * A message as stored (section 2): as it is shown, but without the links of its media and with fields that no
 * endpoint shows.
 */
export type Message = Omit<MessageRecord, 'media'> & {
	readonly channel: Static<typeof Channel>;
	readonly media: readonly Attachment[];
	/** Section 4, send-chatapp-message. */
	readonly metadata: Readonly<Record<string, unknown>> | null;
};

/** The fields of a new message; the others have defaults or are derived. */
export type NewMessage = Pick<
	Message,
	'channel' | 'from_number' | 'to_number' | 'body' | 'direction' | 'status'
> &
	Partial<Omit<Message, 'id' | 'contact_id' | 'thread_id' | 'sent_at'>>;

/** Returns a message as the interface shows it in full, with freshly signed media links. */
export function toMessageRecord(
	{ channel: _channel, metadata: _metadata, media, ...shown }: Message,
	links: MediaLinks,
): MessageRecord {
	const items = media.map(({ asset, caption }) => ({
		url: links.sign(asset),
		mime_type: ASSETS[asset].mimeType,
		kind: ASSETS[asset].kind,
		caption,
	}));
	return { ...shown, media: items };
}
