import type { Call } from '../calls/schema.ts';
import type { ChatSession } from '../chat-sessions/schema.ts';
import type { MessageRecord } from '../messages/message.ts';
import type { EventName, ServiceEvent } from '../webhooks/rules.ts';

/** The data that an event skill processes (section 4: e.g. caller_phone, call_summary, extracted_data). */
export type TriggerContext = Readonly<Record<string, unknown>>;

/**
 * Derives the fields that section 4 names, about the caller and the conversation, from the data of each
 * event.
 */
const CALL_DATA: Readonly<Record<EventName, (data: never) => TriggerContext>> = {
	'call.completed': ({ direction, from_number, to_number, summary, extracted_data }: Call) => ({
		caller_phone: direction === 'inbound' ? from_number : to_number,
		call_summary: summary,
		extracted_data,
	}),
	'sms.received': fromSender,
	'sms.sent': ({ to_number: phone, body }: MessageRecord) => ({ caller_phone: phone, call_summary: body }),
	'chatapp.received': fromSender,
	'chat.session.completed': ({ messages }: ChatSession) => ({
		call_summary: messages.map(({ from, text }) => `${from}: ${text}`).join('\n'),
	}),
};

function fromSender({ from_number: phone, body }: MessageRecord): TriggerContext {
	return { caller_phone: phone, call_summary: body };
}

/**
 * Builds the context of a skill that runs on an event: the event as it is delivered, and the call data of
 * section 4.
 */
export function toTriggerContext(event: ServiceEvent): TriggerContext {
	return { ...CALL_DATA[event.event](event.data as never), ...event };
}
