/** Section 6, event kinds. */
export const EVENTS = [
	'call.completed',
	'sms.received',
	'sms.sent',
	'chatapp.received',
	'chat.session.completed',
] as const;
export type EventName = (typeof EVENTS)[number];

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'dead_lettered'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
