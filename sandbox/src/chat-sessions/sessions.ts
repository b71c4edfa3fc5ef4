import { isoTime, type Clock } from '../clock/clock.ts';
import { Ticker, type Turn } from '../clock/ticker.ts';
import type { Database, Statement } from '../database/database.ts';
import { plainError } from '../http/errors.ts';
import type { Ids } from '../ids/ids.ts';
import type { Outbox, PublishedEvent } from '../webhooks/outbox.ts';
import { toSessionRecord } from './record.ts';
import { IDLE_END_MS, type ChatLine, type ChatSession, type EndReason } from './session.ts';

export const CHAT_SESSION_TABLES = `
	CREATE TABLE chat_sessions (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		id TEXT NOT NULL UNIQUE,
		visitor_name TEXT,
		agent_id TEXT,
		lines TEXT NOT NULL DEFAULT '[]',
		opened_at INTEGER NOT NULL,
		last_active_at INTEGER NOT NULL,
		ended_at INTEGER,
		end_reason TEXT
	) STRICT;
	CREATE INDEX chat_sessions_open ON chat_sessions (last_active_at) WHERE ended_at IS NULL;
`;

/** How many idle sessions are ended in one write. */
const ENDED_PER_TURN = 200;

interface Row {
	id: string;
	visitorName: string | null;
	agentId: string | null;
	lines: string;
	openedAt: number;
	lastActiveAt: number;
	endedAt: number | null;
	endReason: EndReason | null;
}

const COLUMNS = `id, visitor_name AS visitorName, agent_id AS agentId, lines, opened_at AS openedAt,
	last_active_at AS lastActiveAt, ended_at AS endedAt, end_reason AS endReason`;

/** The website chats of the account. Each ends once: its visitor closes it, or nobody has written for 30 minutes. */
export class ChatSessions {
	readonly #clock: Clock;
	readonly #ids: Ids;
	readonly #outbox: Outbox;
	readonly #ticker: Ticker;
	readonly #insert: Statement<never>;
	readonly #byId: Statement<Row>;
	readonly #latest: Statement<Row>;
	readonly #idle: Statement<Row>;
	readonly #nextIdle: Statement<{ at: number | null }>;
	readonly #write: Statement<never>;
	readonly #end: Statement<never>;

	constructor(database: Database, clock: Clock, ids: Ids, outbox: Outbox) {
		this.#clock = clock;
		this.#ids = ids;
		this.#outbox = outbox;
		this.#ticker = new Ticker(clock, database, (now) => this.#endIdle(now));
		this.#insert = database.prepare(
			'INSERT INTO chat_sessions (id, visitor_name, agent_id, opened_at, last_active_at) VALUES (?, ?, ?, ?, ?)',
		);
		this.#byId = database.prepare(`SELECT ${COLUMNS} FROM chat_sessions WHERE id = ?`);
		this.#latest = database.prepare(`SELECT ${COLUMNS} FROM chat_sessions ORDER BY seq DESC LIMIT ?`);
		this.#idle = database.prepare(
			`SELECT ${COLUMNS} FROM chat_sessions WHERE ended_at IS NULL AND last_active_at <= ?
			ORDER BY last_active_at, seq LIMIT ?`,
		);
		this.#nextIdle = database.prepare(
			'SELECT min(last_active_at) AS at FROM chat_sessions WHERE ended_at IS NULL',
		);
		this.#write = database.prepare('UPDATE chat_sessions SET lines = ?, last_active_at = ? WHERE id = ?');
		this.#end = database.prepare('UPDATE chat_sessions SET ended_at = ?, end_reason = ? WHERE id = ?');
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
	open(visitor: { name: string | null; agentId: string | null }): ChatSession {
		const id = this.#ids.uuid('chat-session');
		const now = this.#clock.now();
		this.#insert.run(id, visitor.name, visitor.agentId, now, now);
		this.#ticker.wake();
		return this.require(id);
	}

	/**
	 * Adds a line; the 30 minutes begin again. To be called within a write.
	 * @throws {ServiceError} 404 for an unknown id, 409 when the session has ended
	 */
	write(id: string, line: Pick<ChatLine, 'from' | 'text'>): ChatSession {
		const session = this.#requireOpen(id);
		const now = this.#clock.now();
		this.#write.run(JSON.stringify([...session.lines, { ...line, at: isoTime(now) }]), now, id);
		return this.require(id);
	}

	/**
	 * The visitor closes the widget: `chat.session.completed` fires (section 6). To be called within a write.
	 * @throws {ServiceError} 404 for an unknown id, 409 when the session has ended
	 */
	close(id: string): { session: ChatSession; published: PublishedEvent } {
		return this.#endSession(this.#requireOpen(id), 'closed', this.#clock.now());
	}

	/** Newest first. */
	list(limit: number): ChatSession[] {
		return this.#latest.all(limit).map(fromRow);
	}

	/** @throws {ServiceError} 404 for an unknown id */
	require(id: string): ChatSession {
		const row = this.#byId.get(id);
		if (row === undefined) throw plainError(404, 'Chat session not found');
		return fromRow(row);
	}

	#requireOpen(id: string): ChatSession {
		const session = this.require(id);
		if (session.endedAt !== null) throw plainError(409, 'The chat session has ended');
		return session;
	}

	#endIdle(now: number): Turn {
		const idle = this.#idle.all(now - IDLE_END_MS, ENDED_PER_TURN).map(fromRow);
		for (const session of idle) this.#endSession(session, 'inactivity', session.lastActiveAt + IDLE_END_MS);
		const next = this.#nextIdle.get()?.at ?? undefined;
		const nextAt = next === undefined ? undefined : next + IDLE_END_MS;
		return { more: nextAt !== undefined && nextAt <= now, nextAt };
	}

	#endSession(session: ChatSession, reason: EndReason, endedAt: number) {
		this.#end.run(endedAt, reason, session.id);
		const ended = this.require(session.id);
		const data = toSessionRecord(ended);
		const published = this.#outbox.publish({ event: 'chat.session.completed', serviceNumber: null, data });
		return { session: ended, published };
	}
}

function fromRow(row: Row): ChatSession {
	return { ...row, lines: JSON.parse(row.lines) as ChatLine[] };
}
