import { Type } from 'typebox';
import { plainError, PlainError } from '../http/errors.ts';
import { Nullable } from '../http/values.ts';
import { AttachmentRequest, toAttachments } from '../media/assets.ts';
import { MessageRecord } from '../messages/schema.ts';
import type { Routes } from '../plugin.ts';
import { PublishedRecord, toPublishedRecord } from '../webhooks/records.ts';
import { replyAsPerson } from './reply.ts';
import { ScriptedReply } from './schema.ts';

/** Stands for the last message that went out and arrived. */
const LAST = 'last';

const rule = ScriptedReply.properties;
const ReplyRequest = Type.Object({
	to: Type.Optional(
		Type.String({
			default: LAST,
			description: 'The id or message_sid of an outbound message; last: the last one',
		}),
	),
	body: rule.body,
	media: Type.Optional(Type.Array(AttachmentRequest, { maxItems: 10 })),
});
const ReplyAnswer = Type.Object({ message: MessageRecord, ...PublishedRecord.properties });

const RuleRequest = Type.Object({
	replier: rule.replier,
	body: rule.body,
	number: Type.Optional(rule.number),
	contains: Type.Optional(rule.contains),
	after_seconds: Type.Optional(rule.after_seconds),
	count: Type.Optional(
		Nullable(Type.Integer({ minimum: 1, description: 'How many replies; null or left out: until removed' })),
	),
});
const Removed = Type.Object({ removed: Type.Integer({ description: 'How many' }) });

/** People who answer, at once and by rule, and agents that do by rule (section 6: what `chatapp.received` and `sms.sent` tell). */
export const replyControl: Routes = (app) => {
	const { database, ids, messages, scriptedReplies } = app;

	app.post(
		'/replies',
		{ schema: { body: ReplyRequest, response: { 201: ReplyAnswer, '4xx': PlainError } } },
		async (request, reply) => {
			const { to = LAST, body, media } = request.body;
			const { message, published } = await database.write(() => {
				const answered = to === LAST ? messages.findLastOutbound() : messages.findByAnyId(to);
				if (answered === undefined) throw plainError(404, 'Message not found');
				return replyAsPerson(answered, body, toAttachments(media), app);
			});
			return reply.status(201).send({ message, ...toPublishedRecord(published) });
		},
	);

	app.get(
		'/scripted-replies',
		{ schema: { response: { 200: Type.Object({ scripted_replies: Type.Array(ScriptedReply) }) } } },
		() => ({ scripted_replies: scriptedReplies.inOrder() }),
	);

	app.post(
		'/scripted-replies',
		{ schema: { body: RuleRequest, response: { 201: ScriptedReply, '4xx': PlainError } } },
		async (request, reply) => {
			const { number = null, contains = null, after_seconds = 2, count = null, replier, body } = request.body;
			const fresh = { replier, body, number, contains, after_seconds, remaining: count };
			const added = await database.write(() =>
				scriptedReplies.add({ id: ids.uuid('scripted-reply'), ...fresh }),
			);
			return reply.status(201).send(added);
		},
	);

	app.delete(
		'/scripted-replies/:id',
		{ schema: { params: Type.Object({ id: Type.String() }), response: { 200: Removed, '4xx': PlainError } } },
		async (request) => {
			await database.write(() => scriptedReplies.remove(request.params.id));
			return { removed: 1 };
		},
	);

	app.delete('/scripted-replies', { schema: { response: { 200: Removed } } }, async () => ({
		removed: await database.write(() => scriptedReplies.clear()),
	}));
};
