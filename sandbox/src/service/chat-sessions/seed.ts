import { HOUR_MS, MINUTE_MS } from '../clock/clock.ts';
import { isoTime } from '../iso-time.ts';
import type { SeedName } from '../config.ts';
import type { SeededAgent } from '../demo/demo-account.ts';
import { readDemo } from '../demo/read.ts';
import type { App } from '../plugin.ts';
import type { ChatLine, ChatSession } from './schema.ts';
import { IDLE_END_MS } from './sessions.ts';

interface SeededChat extends Pick<ChatSession, 'visitor_name' | 'end_reason'> {
	readonly agent: SeededAgent;
	/** Hours before now, at its beginning. */
	readonly hours_ago: number;
	readonly messages: ReadonlyArray<Omit<ChatLine, 'at'>>;
}

const CHATS = readDemo('website-chats') as readonly SeededChat[];

/** The website chats of the demo account, all of which have ended. */
export function seedChats({ chatSessions, clock, demo, ids }: App, seed: SeedName): void {
	if (seed !== 'demo') return;
	const oldestFirst = [...CHATS].sort((one, other) => other.hours_ago - one.hours_ago);
	for (const { visitor_name, agent, hours_ago, messages, end_reason } of oldestFirst) {
		const openedAt = clock.now() - hours_ago * HOUR_MS;
		const lastAt = openedAt + messages.length * MINUTE_MS;
		chatSessions.add({
			id: ids.uuid('chat-session'),
			visitor_name,
			agent_id: demo.agents[agent],
			status: 'completed',
			messages: messages.map((line, index) => ({ ...line, at: isoTime(openedAt + (index + 1) * MINUTE_MS) })),
			opened_at: isoTime(openedAt),
			last_active_at: isoTime(lastAt),
			ended_at: isoTime(lastAt + (end_reason === 'inactivity' ? IDLE_END_MS : MINUTE_MS)),
			end_reason,
		});
	}
}
