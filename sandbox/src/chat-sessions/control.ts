import { Type } from 'typebox';
import { PlainError } from '../http/errors.ts';
import { Nullable, OneOf } from '../http/values.ts';
import { SEEDED_AGENTS } from '../demo.ts';
import type { Routes } from '../plugin.ts';
import { PublishedRecord, toPublishedRecord } from '../webhooks/records.ts';
import { SessionRecord, toSessionRecord } from './record.ts';
import { CHAT_SIDES } from './session.ts';

const Id = Type.Object({ id: Type.String() });
const OpenRequest = Type.Object({
	visitor_name: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
	agent_id: Type.Optional(Nullable(Type.String())),
});
const LineRequest = Type.Object({
	from: Type.Optional(OneOf(CHAT_SIDES)),
	text: Type.Optional(Type.String({ minLength: 1, maxLength: 10_000 })),
});
const EndedAnswer = Type.Object({ session: SessionRecord, ...PublishedRecord.properties });

/** Opens website chats, writes in them and closes them (section 6, `chat.session.completed`). */
export const chatSessionControl: Routes = (app) => {
	const { chatSessions, database } = app;
	app.get(
		'/chat-sessions',
		{
			schema: {
				querystring: Type.Object({
					limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
				}),
				response: { 200: Type.Object({ chat_sessions: Type.Array(SessionRecord) }), '4xx': PlainError },
			},
		},
		(request) => {
			return { chat_sessions: chatSessions.list(request.query.limit ?? 100).map(toSessionRecord) };
		},
	);

	app.post(
		'/chat-sessions',
		{ schema: { body: OpenRequest, response: { 201: SessionRecord, '4xx': PlainError } } },
		async (request, reply) => {
			const { visitor_name: name = null, agent_id: agentId = SEEDED_AGENTS.texts } = request.body;
			const session = await database.write(() => chatSessions.open({ name, agentId }));
			return reply.status(201).send(toSessionRecord(session));
		},
	);

	app.post(
		'/chat-sessions/:id/messages',
		{ schema: { params: Id, body: LineRequest, response: { 201: SessionRecord, '4xx': PlainError } } },
		async (request, reply) => {
			const { from = 'visitor', text = 'Do you deliver on Saturdays?' } = request.body;
			await chatSessions.catchUp();
			const session = await database.write(() => chatSessions.write(request.params.id, { from, text }));
			return reply.status(201).send(toSessionRecord(session));
		},
	);

	app.post(
		'/chat-sessions/:id/close',
		{ schema: { params: Id, response: { 200: EndedAnswer, '4xx': PlainError } } },
		async (request) => {
			await chatSessions.catchUp();
			const { session, published } = await database.write(() => chatSessions.close(request.params.id));
			return { session: toSessionRecord(session), ...toPublishedRecord(published) };
		},
	);

	app.post(
		'/events/chat.session.completed',
		{ schema: { body: OpenRequest, response: { 201: EndedAnswer, '4xx': PlainError } } },
		async (request, reply) => {
			const { visitor_name: name = 'A visitor', agent_id: agentId = SEEDED_AGENTS.texts } = request.body;
			const { session, published } = await database.write(() => {
				const { id } = chatSessions.open({ name, agentId });
				chatSessions.write(id, { from: 'visitor', text: 'Do you deliver on Saturdays?' });
				chatSessions.write(id, { from: 'agent', text: 'Yes, from ten to four.' });
				return chatSessions.close(id);
			});
			return reply.status(201).send({ session: toSessionRecord(session), ...toPublishedRecord(published) });
		},
	);
};
