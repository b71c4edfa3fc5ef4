/** The kinds of event the service sends to a webhook (interface section 6). */
export const EVENTS = [
	'call.completed',
	'chat.session.completed',
	'chatapp.received',
	'sms.received',
	'sms.sent',
] as const;

export type VoiceAgentEvent = (typeof EVENTS)[number];

/** The one event that carries no signature: it goes to a chat-app account's own webhook URL (section 6). */
export const UNSIGNED_EVENT: VoiceAgentEvent = 'chatapp.received';
