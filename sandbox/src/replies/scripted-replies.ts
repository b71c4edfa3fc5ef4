import { Agenda } from '../clock/agenda.ts';
import type { Clock } from '../clock/clock.ts';
import type { Database, Statement } from '../database/database.ts';
import { digitsOf } from '../http/values.ts';
import type { Ids } from '../ids/ids.ts';
import type { Message } from '../messages/message.ts';

export const REPLY_TABLES = `
	CREATE TABLE scripted_replies (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		id TEXT NOT NULL UNIQUE,
		replier TEXT NOT NULL,
		number TEXT,
		contains TEXT,
		body TEXT NOT NULL,
		after_seconds REAL NOT NULL,
		remaining INTEGER
	) STRICT;
	CREATE TABLE due_replies (
		message_id TEXT NOT NULL,
		replier TEXT NOT NULL,
		body TEXT NOT NULL,
		due_at INTEGER NOT NULL
	) STRICT;
	CREATE INDEX due_replies_by_time ON due_replies (due_at);
`;

/** A person answers what is sent to them; an agent, the SMS that arrive. */
export const REPLIERS = ['person', 'agent'] as const;

/** A rule by which somebody replies. */
export interface ScriptedReply {
	readonly id: string;
	readonly replier: (typeof REPLIERS)[number];
	/** Whose rule it is: the person's number, or the service number on which the agent answers; null: any. */
	readonly number: string | null;
	/** Part of the text that is replied to, in any case; null: any text. */
	readonly contains: string | null;
	readonly body: string;
	readonly after_seconds: number;
	/** How often it is still used; null: until it is removed. */
	readonly remaining: number | null;
}

/** A reply that a rule has led to. */
export type DueReply = Pick<ScriptedReply, 'replier' | 'body'> & { readonly message_id: string };

/** The rules by which people and agents reply, the first that fits before the others, and the replies that are on their way. */
export class ScriptedReplies {
	readonly #clock: Clock;
	readonly #ids: Ids;
	readonly #agenda: Agenda<DueReply>;
	readonly #all: Statement<ScriptedReply>;
	readonly #insert: Statement<never>;
	readonly #use: Statement<never>;
	readonly #remove: Statement<never>;
	readonly #expect: Statement<never>;

	/** @param reply sends a reply; called within a write */
	constructor(database: Database, clock: Clock, ids: Ids, reply: (due: DueReply) => void) {
		this.#clock = clock;
		this.#ids = ids;
		this.#agenda = new Agenda(database, clock, 'due_replies', reply);
		this.#all = database.prepare(
			`SELECT id, replier, number, contains, body, after_seconds, remaining FROM scripted_replies
			WHERE remaining IS NULL OR remaining > 0 ORDER BY seq`,
		);
		this.#insert = database.prepare(
			`INSERT INTO scripted_replies (id, replier, number, contains, body, after_seconds, remaining)
			VALUES (?, ?, ?, ?, ?, ?, ?)`,
		);
		this.#use = database.prepare('UPDATE scripted_replies SET remaining = remaining - 1 WHERE id = ?');
		this.#remove = database.prepare('DELETE FROM scripted_replies WHERE ?1 IS NULL OR id = ?1');
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

	/** The rules that are still used, in the order in which they are tried. */
	list(): ScriptedReply[] {
		return this.#all.all();
	}

	/** To be called within a write. */
	add(fresh: Omit<ScriptedReply, 'id'>): ScriptedReply {
		const id = this.#ids.uuid('scripted-reply');
		const { replier, number, contains, body, after_seconds: seconds, remaining } = fresh;
		this.#insert.run(id, replier, number, contains, body, seconds, remaining);
		return { id, ...fresh };
	}

	/** Removes one rule, or all; answers how many. To be called within a write. */
	remove(id: string | null): number {
		return Number(this.#remove.run(id).changes);
	}

	/** Has a message that was stored just now replied to when a rule says so. To be called within that write. */
	consider(message: Message): void {
		const replier = replierTo(message);
		const rule = this.list().find((one) => one.replier === replier && fits(one, message));
		if (rule === undefined) return;
		this.#use.run(rule.id);
		this.#expect.run(
			message.id,
			rule.replier,
			rule.body,
			this.#clock.now() + Math.round(rule.after_seconds * 1000),
		);
		this.#agenda.wake();
	}
}

/** Who may reply to a message; nobody to one that did not arrive. */
function replierTo({ channel, direction, status }: Message): ScriptedReply['replier'] | undefined {
	if (direction === 'inbound') return channel === 'sms' ? 'agent' : undefined;
	return status === 'failed' || status === 'undelivered' ? undefined : 'person';
}

function fits({ number, contains }: ScriptedReply, { toNumber, body }: Message): boolean {
	if (number !== null && digitsOf(number) !== digitsOf(toNumber)) return false;
	return contains === null || body.toLowerCase().includes(contains.toLowerCase());
}
