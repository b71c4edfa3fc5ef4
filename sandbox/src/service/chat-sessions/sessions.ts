import { Type, type Static } from 'typebox';
import { Scheduler } from '../clock/scheduler.ts';
import { Records, recordTable } from '../database/records.ts';
import { plainError } from '../http/errors.ts';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';
import type { App } from '../plugin.ts';
import { isoTime, MINUTE_MS } from '../time.ts';
import type { EventReceiver } from '../webhooks/outbox.ts';

/** A line of a chat. */
const ChatLine = Type.Object({ from: OneOf(['visitor', 'agent']), text: Type.String(), at: Timestamp });
export type ChatLine = Static<typeof ChatLine>;

/** A website chat as in `chat.session.completed`. */
export const ChatSession = Type.Object(
	{
		id: Type.String(),
		visitor_name: Nullable(Type.String()),
		agent_id: Nullable(Type.String()),
		status: OneOf(['open', 'completed']),
		messages: Type.Array(ChatLine),
		opened_at: Timestamp,
		last_active_at: Timestamp,
		ended_at: Nullable(Timestamp),
		end_reason: Nullable(OneOf(['closed', 'inactivity'])),
	},
	{ 'x-not-shown-in-interface': 'Section 6 leaves the fields of each event payload open' },
);
export type ChatSession = Static<typeof ChatSession>;

/** A website chat, for the OpenAPI document. */
export const CHAT_EXAMPLE: ChatSession = {
	id: '7d4e1c20-9f83-4d6b-b5a1-6c2e3f4a5b80',
	visitor_name: 'Ada',
	agent_id: null,
	status: 'completed',
	messages: [{ from: 'visitor', text: 'Are you open on Sunday?', at: '2026-03-02T09:14:00.000Z' }],
	opened_at: '2026-03-02T09:13:00.000Z',
	last_active_at: '2026-03-02T09:14:00.000Z',
	ended_at: '2026-03-02T09:15:00.000Z',
	end_reason: 'closed',
};

/** A line to be written; absent fields have defaults. */
export const ChatLineRequest = Type.Partial(
	Type.Object({ from: ChatLine.properties.from, text: Type.String({ minLength: 1, maxLength: 10_000 }) }),
);

const OPEN = "record ->> 'ended_at' IS NULL";
export const ENDED = "record ->> 'ended_at' IS NOT NULL";
export const CHAT_SESSION_TABLES = `
	${recordTable('chat_sessions')}
	CREATE INDEX IF NOT EXISTS chat_sessions_open ON chat_sessions (record ->> 'last_active_at') WHERE ${OPEN};
`;

/** Section 8: a session ends after this time without a line. */
export const IDLE_END_MS = 30 * MINUTE_MS;
/** The number of idle sessions that are ended in one transaction. */
const ENDED_PER_TURN = 200;

/**
 * The website chats of the account. Each ends once: when its visitor closes it, or after 30 minutes without a
 * line.
 */
export class ChatSessions extends Records<ChatSession, 'clock' | 'ids' | 'outbox'> {
	readonly #scheduler: Scheduler;

	constructor(app: Pick<App, 'clock' | 'database' | 'ids' | 'outbox'>) {
		super(app, 'chat_sessions', 'Chat session');
		this.#scheduler = new Scheduler(app, (now) => this.#endIdle(now));
	}

	/**
	 * Ends the sessions that have been idle for long enough. To be called before a session is read or changed.
	 */
	catchUp(): Promise<void> {
		return this.#scheduler.catchUp();
	}

	/** Opens a chat. To be called within a transaction. */
	open(visitor: Pick<ChatSession, 'visitor_name' | 'agent_id'>): ChatSession {
		const now = this.app.clock.stamp();
		this.#scheduler.wake();
		return this.add({
			id: this.app.ids.uuid('chat-session'),
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
	 * Adds a line, which restarts the 30 minutes. To be called within a transaction.
	 * @throws {ServiceError} 404 for an unknown id, 409 when the session has ended
	 */
	write(id: string, line: Omit<ChatLine, 'at'>): ChatSession {
		const session = this.#requireOpen(id);
		const at = this.app.clock.stamp();
		const messages = [...session.messages, { ...line, at }];
		return this.change(id, { messages, last_active_at: at });
	}

	/**
	 * Ends a session as when its visitor closes the widget: `chat.session.completed` fires (section 6). To be
	 * called within a transaction.
	 * @param only gets the event in place of the account's webhooks
	 * @throws {ServiceError} 404 for an unknown id, 409 when the session has ended
	 */
	close(id: string, only?: EventReceiver): { session: ChatSession; eventId: string } {
		return this.#end(this.#requireOpen(id), 'closed', this.app.clock.now(), only);
	}

	#requireOpen(id: string): ChatSession {
		const session = this.require(id);
		if (session.ended_at !== null) throw plainError(409, 'The chat session has ended');
		return session;
	}

	#endIdle(now: number): number | undefined {
		const open =
			`WHERE ${OPEN} AND record ->> 'last_active_at' <= ? ` +
			`ORDER BY record ->> 'last_active_at', seq LIMIT ?`;
		for (const session of this.select(open, isoTime(now - IDLE_END_MS), ENDED_PER_TURN)) {
			this.#end(session, 'inactivity', Date.parse(session.last_active_at) + IDLE_END_MS);
		}
		const [next] = this.select(`WHERE ${OPEN} ORDER BY record ->> 'last_active_at' LIMIT 1`);
		return next && Date.parse(next.last_active_at) + IDLE_END_MS;
	}

	#end(open: ChatSession, reason: ChatSession['end_reason'], endedAt: number, only?: EventReceiver) {
		const end = { status: 'completed', ended_at: isoTime(endedAt), end_reason: reason } as const;
		const session = this.change(open.id, end);
		const eventId = this.app.outbox.publish('chat.session.completed', null, session, only);
		return { session, eventId };
	}
}
