import { Type, type Static } from 'typebox';
import { receiveChatAppText } from '../../service/chatapp/index.ts';
import { createRowScheduler, type Scheduler } from '../../service/clock/scheduler.ts';
import { Records, recordTable } from '../../service/database/records.ts';
import { plainError, ServiceError } from '../../service/http/errors.ts';
import { keepDigits, Nullable, PhoneDigits } from '../../service/http/values.ts';
import { holdsText } from '../../service/matching.ts';
import type { Attachment, Message } from '../../service/messages/message.ts';
import type { App } from '../../service/plugin.ts';
import { isLoop, recordSms } from '../../service/sms/index.ts';

/** A reply that a rule has scheduled. */
interface DueReply {
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
	if (isLoop(message, app.messages)) return;
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

/** A rule by which a person or an agent replies. */
export const ScriptedReply = Type.Object({
	id: Type.String(),
	replier: Type.Enum(['person', 'agent'], {
		description: 'person: answers what is sent to them; agent: answers the SMS that arrive',
	}),
	/** The number of the replier: the person's, or the service number on which the agent answers. */
	number: Nullable(PhoneDigits),
	contains: Nullable(Type.String({ minLength: 1, description: 'Part of the text that is replied to' })),
	body: Type.String({ minLength: 1, maxLength: 4096 }),
	after_seconds: Type.Number({ minimum: 0, maximum: 31_536_000, default: 2 }),
	remaining: Nullable(Type.Integer({ description: 'How often it is still used; null: until removed' })),
});
export type ScriptedReply = Static<typeof ScriptedReply>;

export const REPLY_TABLES = `
	${recordTable('scripted_replies')}
	CREATE TABLE IF NOT EXISTS due_replies (
		message_id TEXT NOT NULL,
		replier TEXT NOT NULL,
		body TEXT NOT NULL,
		due_at INTEGER NOT NULL
	) STRICT;
	CREATE INDEX IF NOT EXISTS due_replies_by_time ON due_replies (due_at);
	CREATE INDEX IF NOT EXISTS due_replies_by_message ON due_replies (message_id);
`;

/**
 * The rules by which people and agents reply, and the replies that are scheduled. For each message, the first rule
 * that matches applies.
 */
export class ScriptedReplies extends Records<ScriptedReply, 'clock'> {
	readonly #scheduler: Scheduler;

	/** @param send sends a reply that is due; called within a transaction */
	constructor(app: Pick<App, 'clock' | 'database'>, send: (due: DueReply) => void) {
		super(app, 'scripted_replies', 'Scripted reply');
		this.#scheduler = createRowScheduler(app, 'due_replies', send);
	}

	/** The rules in the order in which they are tried. */
	inOrder(): ScriptedReply[] {
		return this.list().reverse();
	}

	/** Removes one rule, or all when no id is given; returns their number. To be called within a transaction. */
	clear(id?: string): number {
		const ids = id === undefined ? this.list().map((rule) => rule.id) : [id];
		return ids.map((one) => this.remove(one)).length;
	}

	/**
	 * Schedules the reply of the first rule that matches a message. To be called within the transaction that stores
	 * the message.
	 */
	scheduleReply(message: Message): void {
		const replier = replierTo(message);
		if (replier === undefined) return;
		const rule = this.inOrder().find((one) => one.replier === replier && fits(one, message));
		if (rule === undefined) return;
		if (rule.remaining === 1) this.remove(rule.id);
		else if (rule.remaining !== null) this.change(rule.id, { remaining: rule.remaining - 1 });
		const { replier: by, body, after_seconds: seconds } = rule;
		const due = this.app.clock.now() + Math.round(seconds * 1000);
		this.app.database.insert('due_replies', { message_id: message.id, replier: by, body, due_at: due });
		this.#scheduler.wake();
	}
}

/** Returns the replier to a message; undefined if the message did not arrive. */
function replierTo({ channel, direction, status }: Message): ScriptedReply['replier'] | undefined {
	if (direction === 'inbound') return channel === 'sms' ? 'agent' : undefined;
	return status === 'failed' || status === 'undelivered' ? undefined : 'person';
}

function fits({ number, contains }: ScriptedReply, { to_number: recipient, body }: Message): boolean {
	if (number !== null && keepDigits(number) !== keepDigits(recipient)) return false;
	return holdsText(body, contains ?? undefined);
}
