import { isoTime, type Clock } from '../clock/clock.ts';
import { Ticker, type Turn } from '../clock/ticker.ts';
import type { Database, Statement } from '../database/database.ts';
import { Records, recordTable } from '../database/records.ts';
import { plainError } from '../http/errors.ts';
import type { Ids } from '../ids/ids.ts';
import type { Outbox, PublishedEvent } from '../webhooks/outbox.ts';
import type { ChatLine, ChatSession } from './schema.ts';

const OPEN = "record ->> 'ended_at' IS NULL";
export const ENDED = "record ->> 'ended_at' IS NOT NULL";
export const CHAT_SESSION_TABLES = `
	${recordTable('chat_sessions')}
	CREATE INDEX chat_sessions_open ON chat_sessions (record ->> 'last_active_at') WHERE ${OPEN};
`;

/** Section 8: a session ends after so long without a line. */
const IDLE_END_MS = 30 * 60_000;
/** How many idle sessions are ended in one write. */
const ENDED_PER_TURN = 200;

/** The website chats of the account. Each ends once: its visitor closes it, or nobody has written for 30 minutes. */
export class ChatSessions extends Records<ChatSession> {
	readonly #clock: Clock;
	readonly #ids: Ids;
	readonly #outbox: Outbox;
	readonly #ticker: Ticker;
	readonly #idle: Statement<{ record: string }>;
	readonly #nextIdle: Statement<{ at: string | null }>;

	constructor(database: Database, clock: Clock, ids: Ids, outbox: Outbox) {
		super(database, 'chat_sessions');
		this.#clock = clock;
		this.#ids = ids;
		this.#outbox = outbox;
		this.#ticker = new Ticker(clock, database, (now) => this.#endIdle(now));
		this.#idle = database.prepare(
			`SELECT record FROM chat_sessions WHERE ${OPEN} AND record ->> 'last_active_at' <= ?
			ORDER BY record ->> 'last_active_at', seq LIMIT ?`,
		);
		this.#nextIdle = database.prepare(
			`SELECT min(record ->> 'last_active_at') AS at FROM chat_sessions WHERE ${OPEN}`,
		);
	}

	start(): void {
		this.#ticker.start();
	}

	stop(): void {
		this.#ticker.stop();
	}

	/** Ends what has been idle for long enough by now. To be called before a session is read or changed. */
	catchUp(): Promise<void> {
		return this.#ticker.catchUp();
	}

	/** Opens a chat. To be called within a write. */
	open(visitor: Pick<ChatSession, 'visitor_name' | 'agent_id'>): ChatSession {
		const now = isoTime(this.#clock.now());
		this.#ticker.wake();
		return this.add({
			id: this.#ids.uuid('chat-session'),
			...visitor,
			status: 'open',
			messages: [],
			opened_at: now,
			last_active_at: now,
			ended_at: null,
			end_reason: null,
		});
	}

	/**
	 * Adds a line; the 30 minutes begin again. To be called within a write.
	 * @throws {ServiceError} 404 for an unknown id, 409 when the session has ended
	 */
	write(id: string, line: Omit<ChatLine, 'at'>): ChatSession {
		const session = this.#requireOpen(id);
		const at = isoTime(this.#clock.now());
		const messages = [...session.messages, { ...line, at }];
		return this.change(id, { messages, last_active_at: at }) ?? session;
	}

	/**
	 * The visitor closes the widget: `chat.session.completed` fires (section 6). To be called within a write.
	 * @throws {ServiceError} 404 for an unknown id, 409 when the session has ended
	 */
	close(id: string): { session: ChatSession; published: PublishedEvent } {
		return this.#end(this.#requireOpen(id), 'closed', this.#clock.now());
	}

	#requireOpen(id: string): ChatSession {
		const session = this.find(id);
		if (session === undefined) throw plainError(404, 'Chat session not found');
		if (session.ended_at !== null) throw plainError(409, 'The chat session has ended');
		return session;
	}

	#endIdle(now: number): Turn {
		for (const row of this.#idle.all(isoTime(now - IDLE_END_MS), ENDED_PER_TURN)) {
			const session = this.read(row);
			this.#end(session, 'inactivity', Date.parse(session.last_active_at) + IDLE_END_MS);
		}
		const next = this.#nextIdle.get()?.at ?? undefined;
		const nextAt = next === undefined ? undefined : Date.parse(next) + IDLE_END_MS;
		return { more: nextAt !== undefined && nextAt <= now, nextAt };
	}

	#end(open: ChatSession, reason: ChatSession['end_reason'], endedAt: number) {
		const end = { status: 'completed', ended_at: isoTime(endedAt), end_reason: reason } as const;
		const session = this.change(open.id, end) ?? open;
		const event = { event: 'chat.session.completed', serviceNumber: null, data: session } as const;
		return { session, published: this.#outbox.publish(event) };
	}
}
