/** The kinds of event the service sends to a webhook (interface section 6). */
export const EVENTS = [
	'call.completed',
	'chat.session.completed',
	'chatapp.received',
	'sms.received',
	'sms.sent',
] as const;

export type VoiceAgentEvent = (typeof EVENTS)[number];

/** As menus show them. */
export const EVENT_NAMES: Record<VoiceAgentEvent, string> = {
	'call.completed': 'Call Completed',
	'chat.session.completed': 'Chat Session Completed',
	'chatapp.received': 'Chat-App Message Received',
	'sms.received': 'SMS Received',
	'sms.sent': 'SMS Sent',
};

/** The one event that carries no signature: it goes to a chat-app account's own webhook URL (section 6). */
export const UNSIGNED_EVENT: VoiceAgentEvent = 'chatapp.received';

/** An event under the name that the account uses on the wire. */
export const wireNameOf = (event: string, chatAppName: string): string =>
	event === UNSIGNED_EVENT ? `${chatAppName}.received` : event;
