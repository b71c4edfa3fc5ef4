import { receiveChatAppText } from '../../service/chatapp/receive.ts';
import { plainError, ServiceError } from '../../service/http/errors.ts';
import type { Attachment, Message } from '../../service/messages/message.ts';
import type { App } from '../../service/plugin.ts';
import { isLoop } from '../../service/sms/loop-trap.ts';
import { recordSms } from '../../service/sms/record-sms.ts';

/** A reply that a rule has scheduled. */
export interface DueReply {
	readonly message_id: string;
	readonly replier: 'person' | 'agent';
	readonly body: string;
}

/**
 * Stores an answer by the recipient of a message, on the same channel. To be called within a transaction.
 * @throws {ServiceError} 409 for an inbound message and for one that did not arrive; 404 and 409 when its
 * service number cannot receive messages now
 */
export function replyAsPerson(message: Message, body: string, media: readonly Attachment[], app: App) {
	if (message.direction === 'inbound') throw plainError(409, 'Only an outbound message can be replied to');
	if (message.status === 'failed' || message.status === 'undelivered') {
		throw plainError(409, `The message is ${message.status}: it did not arrive`);
	}
	const answer = { from_number: message.to_number, to_number: message.from_number, body, media };
	return message.channel === 'chatapp'
		? receiveChatAppText(app, answer)
		: recordSms(app, 'sms.received', answer);
}

/**
 * Stores an answer to an SMS by the text agent of its service number: `sms.sent` fires (section 6), unless
 * the loop trap holds it back.
 */
function replyAsAgent(message: Message, body: string, app: App): void {
	if (isLoop(message, app.conversations)) return;
	recordSms(app, 'sms.sent', {
		from_number: message.to_number,
		to_number: message.from_number,
		body,
		is_ai_generated: true,
		agent_id: app.numbers.findNumber(message.to_number)?.text_agent_id ?? null,
	});
}

/**
 * Sends a scripted reply, unless its message no longer exists or can no longer be answered. To be called
 * within a transaction.
 */
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
