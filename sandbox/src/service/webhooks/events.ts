/** Section 6, event kinds. */
export const EVENTS = [
	'call.completed',
	'sms.received',
	'sms.sent',
	'chatapp.received',
	'chat.session.completed',
] as const;
export type EventName = (typeof EVENTS)[number];

/** An event as it is delivered. */
export interface ServiceEvent {
	readonly id: string;
	readonly event: EventName;
	/** In ISO 8601. */
	readonly created_at: string;
	/** The payload, whose fields depend on the kind of event. */
	readonly data: object;
}

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'dead_lettered'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
