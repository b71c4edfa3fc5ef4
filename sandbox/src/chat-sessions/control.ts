import { Type } from 'typebox';
import { PlainError } from '../http/errors.ts';
import { ControlPaging } from '../http/paging.ts';
import { Nullable } from '../http/values.ts';
import { SEEDED_AGENTS } from '../demo.ts';
import type { Routes } from '../plugin.ts';
import { PublishedRecord, toPublishedRecord } from '../webhooks/records.ts';
import { ChatSession, NewLine } from './schema.ts';

const Id = Type.Object({ id: Type.String() });
const OpenRequest = Type.Object({
	visitor_name: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
	agent_id: Type.Optional(Nullable(Type.String())),
});
const EndedAnswer = Type.Object({ session: ChatSession, ...PublishedRecord.properties });

/** Opens website chats, writes in them and closes them (section 6, `chat.session.completed`). */
export const chatSessionControl: Routes = (app) => {
	const { chatSessions, database } = app;
	app.get(
		'/chat-sessions',
		{
			schema: {
				querystring: ControlPaging,
				response: {
					200: Type.Object({ chat_sessions: Type.Array(ChatSession), total: Type.Integer() }),
					'4xx': PlainError,
				},
			},
		},
		({ query: { limit, offset } }) => ({
			chat_sessions: chatSessions.list(limit, offset),
			total: chatSessions.count(),
		}),
	);

	app.post(
		'/chat-sessions',
		{ schema: { body: OpenRequest, response: { 201: ChatSession, '4xx': PlainError } } },
		async (request, reply) => {
			const { visitor_name: name = null, agent_id: agentId = SEEDED_AGENTS.texts } = request.body;
			const session = await database.write(() =>
				chatSessions.open({ visitor_name: name, agent_id: agentId }),
			);
			return reply.status(201).send(session);
		},
	);

	app.post(
		'/chat-sessions/:id/messages',
		{ schema: { params: Id, body: NewLine, response: { 201: ChatSession, '4xx': PlainError } } },
		async (request, reply) => {
			const { from = 'visitor', text = 'Do you deliver on Saturdays?' } = request.body;
			await chatSessions.catchUp();
			const session = await database.write(() => chatSessions.write(request.params.id, { from, text }));
			return reply.status(201).send(session);
		},
	);

	app.post(
		'/chat-sessions/:id/close',
		{ schema: { params: Id, response: { 200: EndedAnswer, '4xx': PlainError } } },
		async (request) => {
			await chatSessions.catchUp();
			const { session, published } = await database.write(() => chatSessions.close(request.params.id));
			return { session, ...toPublishedRecord(published) };
		},
	);

	app.post(
		'/events/chat.session.completed',
		{ schema: { body: OpenRequest, response: { 201: EndedAnswer, '4xx': PlainError } } },
		async (request, reply) => {
			const { visitor_name: name = 'A visitor', agent_id: agentId = SEEDED_AGENTS.texts } = request.body;
			const { session, published } = await database.write(() => {
				const { id } = chatSessions.open({ visitor_name: name, agent_id: agentId });
				chatSessions.write(id, { from: 'visitor', text: 'Do you deliver on Saturdays?' });
				chatSessions.write(id, { from: 'agent', text: 'Yes, from ten to four.' });
				return chatSessions.close(id);
			});
			return reply.status(201).send({ session, ...toPublishedRecord(published) });
		},
	);
};
