import { Agenda } from '../clock/agenda.ts';
import type { Clock } from '../clock/clock.ts';
import type { Database, Statement } from '../database/database.ts';
import { Records, recordTable } from '../database/records.ts';
import { digitsOf } from '../http/values.ts';
import type { Message } from '../messages/message.ts';
import type { ScriptedReply } from './schema.ts';

export const REPLY_TABLES = `
	${recordTable('scripted_replies')}
	CREATE TABLE due_replies (
		message_id TEXT NOT NULL,
		replier TEXT NOT NULL,
		body TEXT NOT NULL,
		due_at INTEGER NOT NULL
	) STRICT;
	CREATE INDEX due_replies_by_time ON due_replies (due_at);
`;

/** A reply that a rule has led to. */
export type DueReply = Pick<ScriptedReply, 'replier' | 'body'> & { readonly message_id: string };

/** The rules by which people and agents reply, the first that fits before the others, and the replies that are on their way. */
export class ScriptedReplies extends Records<ScriptedReply> {
	readonly #clock: Clock;
	readonly #agenda: Agenda<DueReply>;
	readonly #expect: Statement<never>;

	/** @param reply sends a reply; called within a write */
	constructor(database: Database, clock: Clock, reply: (due: DueReply) => void) {
		super(database, 'scripted_replies');
		this.#clock = clock;
		this.#agenda = new Agenda(database, clock, 'due_replies', reply);
		this.#expect = database.prepare(
			'INSERT INTO due_replies (message_id, replier, body, due_at) VALUES (?, ?, ?, ?)',
		);
	}

	start(): void {
		this.#agenda.start();
	}

	stop(): void {
		this.#agenda.stop();
	}

	/** The rules in the order in which they are tried. */
	inOrder(): ScriptedReply[] {
		return this.list().reverse();
	}

	/** Removes all rules; answers how many. To be called within a write. */
	clear(): number {
		return this.list().filter(({ id }) => this.remove(id)).length;
	}

	/** Has a message that was stored just now replied to when a rule says so. To be called within that write. */
	consider(message: Message): void {
		const replier = replierTo(message);
		const rule = this.inOrder().find((one) => one.replier === replier && fits(one, message));
		if (rule === undefined) return;
		if (rule.remaining === 1) this.remove(rule.id);
		else if (rule.remaining !== null) this.change(rule.id, { remaining: rule.remaining - 1 });
		const dueAt = this.#clock.now() + Math.round(rule.after_seconds * 1000);
		this.#expect.run(message.id, rule.replier, rule.body, dueAt);
		this.#agenda.wake();
	}
}

/** Who may reply to a message; nobody to one that did not arrive. */
function replierTo({ channel, direction, status }: Message): ScriptedReply['replier'] | undefined {
	if (direction === 'inbound') return channel === 'sms' ? 'agent' : undefined;
	return status === 'failed' || status === 'undelivered' ? undefined : 'person';
}

function fits({ number, contains }: ScriptedReply, { to_number: recipient, body }: Message): boolean {
	if (number !== null && digitsOf(number) !== digitsOf(recipient)) return false;
	return contains === null || body.toLowerCase().includes(contains.toLowerCase());
}
