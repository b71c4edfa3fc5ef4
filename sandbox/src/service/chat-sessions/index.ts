import { Type, type Static } from 'typebox';
import type { SeedName } from '../config.ts';
import { type SeededAgent, readDemo } from '../demo/index.ts';
import { endpoint, pagedListEndpoint } from '../http/endpoint.ts';
import { Nullable } from '../http/values.ts';
import { type App, definePart } from '../plugin.ts';
import { HOUR_MS, MINUTE_MS, isoTime } from '../time.ts';
import webhooksPart from '../webhooks/index.ts';
import { Published } from '../webhooks/log.ts';
import type { EventReceiver } from '../webhooks/outbox.ts';
import {
	type ChatLine,
	ChatSession,
	IDLE_END_MS,
	ChatLineRequest,
	CHAT_SESSION_TABLES,
	ChatSessions,
	ENDED,
	CHAT_EXAMPLE,
} from './sessions.ts';

interface SeededChat extends Pick<ChatSession, 'visitor_name' | 'end_reason'> {
	readonly agent: SeededAgent;
	/** Hours before now, at its beginning. */
	readonly hours_ago: number;
	readonly messages: ReadonlyArray<Omit<ChatLine, 'at'>>;
}

const CHATS = readDemo('website-chats') as readonly SeededChat[];

/** The website chats of the demo account, all of which have ended. */
function seedChats({ chatSessions, clock, demo, ids }: App, seed: SeedName): void {
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

declare module 'fastify' {
	interface FastifyInstance {
		chatSessions: ChatSessions;
	}
}

const OpenRequest = Type.Object({
	visitor_name: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
	agent_id: Type.Optional(Nullable(Type.String())),
});
const EndedAnswer = Type.Object({ session: ChatSession, ...Published.properties });

/**
 * Makes a short website chat take place and end. To be called within a transaction.
 * @param only gets the event in place of the account's webhooks
 */
export function makeChat(
	{ chatSessions, deliveryLog, demo }: App,
	{ visitor_name = 'A visitor', agent_id = demo.agents.texts }: Static<typeof OpenRequest> = {},
	only?: EventReceiver,
) {
	const { id } = chatSessions.open({ visitor_name, agent_id });
	chatSessions.write(id, { from: 'visitor', text: 'Do you deliver on Saturdays?' });
	chatSessions.write(id, { from: 'agent', text: 'Yes, from ten to four.' });
	return deliveryLog.withPublished(chatSessions.close(id, only));
}

/** Section 6, `chat.session.completed`: chats on the account's website. */
export default definePart({
	dependencies: [webhooksPart],
	tables: CHAT_SESSION_TABLES,
	provide: (app) => ({ chatSessions: new ChatSessions(app) }),
	setUp: ({ history }) => history.bound('chat_sessions', ENDED),
	events: {
		'chat.session.completed': {
			summary: 'A website chat has ended',
			data: ChatSession,
			example: CHAT_EXAMPLE,
		},
	},
	seed: seedChats,
	control: [
		pagedListEndpoint('chat-sessions', ChatSession, ({ chatSessions }) => chatSessions),
		endpoint('POST /chat-sessions', {
			operationId: 'openChat',
			command: 'chats open',
			summary: 'Open a website chat',
			body: OpenRequest,
			status: 201,
			answer: ChatSession,
			handle: ({ body }, { chatSessions, demo }) => {
				const { visitor_name = null, agent_id = demo.agents.texts } = body;
				return chatSessions.open({ visitor_name, agent_id });
			},
		}),
		endpoint('POST /chat-sessions/:id/messages', {
			operationId: 'writeInChat',
			command: 'chats write <id> [text]',
			summary: 'Write in a website chat',
			body: ChatLineRequest,
			status: 201,
			answer: ChatSession,
			before: ({ chatSessions }) => chatSessions.catchUp(),
			handle: (
				{ params, body: { from = 'visitor', text = 'Do you deliver on Saturdays?' } },
				{ chatSessions },
			) => chatSessions.write(params.id, { from, text }),
		}),
		endpoint('POST /chat-sessions/:id/close', {
			operationId: 'closeChat',
			summary: 'Close a website chat',
			answer: EndedAnswer,
			before: ({ chatSessions }) => chatSessions.catchUp(),
			handle: ({ params }, { chatSessions, deliveryLog }) =>
				deliveryLog.withPublished(chatSessions.close(params.id)),
		}),
		endpoint('POST /events/chat.session.completed', {
			operationId: 'completeChat',
			command: 'chats complete',
			summary: 'Make a short website chat take place and end',
			body: Type.Object(OpenRequest.properties, { additionalProperties: false }),
			status: 201,
			answer: EndedAnswer,
			handle: ({ body }, app) => makeChat(app, body),
		}),
	],
});
