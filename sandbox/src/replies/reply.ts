import { receiveChatAppText } from '../chatapp/receive.ts';
import { plainError, ServiceError } from '../http/errors.ts';
import type { Attachment, Message } from '../messages/message.ts';
import type { App } from '../plugin.ts';
import { isLoop } from '../sms/loop-trap.ts';
import { recordSms } from '../sms/record-sms.ts';
import type { ScriptedReply } from './schema.ts';

/** A reply that a rule has led to. */
export type DueReply = Pick<ScriptedReply, 'replier' | 'body'> & { readonly message_id: string };

/**
 * Has the person who got a message answer it, on its channel. To be called within a write.
 * @throws {ServiceError} 409 for a message that nobody got; 404 and 409 when its service number takes none now
 */
export function replyAsPerson(message: Message, body: string, media: readonly Attachment[], app: App) {
	if (message.direction === 'inbound') throw plainError(409, 'Only an outbound message can be replied to');
	if (message.status === 'failed' || message.status === 'undelivered') {
		throw plainError(409, `The message is ${message.status}: nobody got it`);
	}
	const { from_number: service, to_number: person } = message;
	if (message.channel === 'chatapp') {
		return receiveChatAppText({ from: person, phoneNumberId: service, body, media }, app);
	}
	const sms = { channel: 'sms', direction: 'inbound', status: 'delivered' } as const;
	return recordSms(
		'sms.received',
		service,
		{ ...sms, from_number: person, to_number: service, body, media },
		app,
	);
}

/** Has the text agent of a service number answer an SMS: `sms.sent` fires (section 6), but not into a loop. */
function replyAsAgent(message: Message, body: string, app: App): void {
	if (isLoop(message, app.messages)) return;
	const { from_number: person, to_number: service } = message;
	recordSms(
		'sms.sent',
		service,
		{
			channel: 'sms',
			direction: 'outbound',
			status: 'sent',
			from_number: service,
			to_number: person,
			body,
			is_ai_generated: true,
			agent_id: app.numbers.findNumber(service)?.text_agent_id ?? null,
		},
		app,
	);
}

/** Sends a scripted reply, unless what it answers or where it would go is gone by now. To be called within a write. */
export function sendDueReply({ message_id: id, replier, body }: DueReply, app: App): void {
	const message = app.messages.find(id);
	if (message === undefined) return;
	try {
		if (replier === 'agent') replyAsAgent(message, body, app);
		else replyAsPerson(message, body, [], app);
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
	}
}
