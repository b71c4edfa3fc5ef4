import { Type } from 'typebox';
import { plainError, PlainError } from '../http/errors.ts';
import { Nullable } from '../http/values.ts';
import { AttachmentRequest, toAttachments } from '../media/assets.ts';
import { MessageRecord } from '../messages/schema.ts';
import type { Routes } from '../plugin.ts';
import { PublishedRecord, toPublishedRecord } from '../webhooks/records.ts';
import { replyAsPerson } from './reply.ts';
import { REPLIERS } from './scripted-replies.ts';

/** Stands for the last message that went out and arrived. */
const LAST = 'last';

const Text = Type.String({ minLength: 1, maxLength: 4096 });
const ReplyRequest = Type.Object({
	to: Type.Optional(
		Type.String({
			default: LAST,
			description: 'The id or message_sid of an outbound message; last: the last one',
		}),
	),
	body: Text,
	media: Type.Optional(Type.Array(AttachmentRequest, { maxItems: 10 })),
});
const ReplyAnswer = Type.Object({ message: MessageRecord, ...PublishedRecord.properties });

const rule = {
	replier: Type.Enum([...REPLIERS], {
		description: 'person: answers what is sent to them; agent: answers the SMS that arrive',
	}),
	body: Text,
	number: Nullable(
		Type.String({
			pattern: '^\\+?\\d{7,32}$',
			description: "The person's number, or the service number that the agent answers on; any when left out",
		}),
	),
	contains: Nullable(Type.String({ minLength: 1, description: 'Part of the text that is replied to' })),
	after_seconds: Type.Number({ minimum: 0, maximum: 31_536_000, default: 2 }),
};
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
const RuleRecord = Type.Object({ id: Type.String(), ...rule, remaining: Nullable(Type.Integer()) });
const Removed = Type.Object({ removed: Type.Integer({ description: 'How many' }) });

/** People who answer, at once and by rule, and agents that do by rule (section 6: what `chatapp.received` and `sms.sent` tell). */
export const replyControl: Routes = (app) => {
	const { database, messages, scriptedReplies } = app;

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
		{ schema: { response: { 200: Type.Object({ scripted_replies: Type.Array(RuleRecord) }) } } },
		() => ({ scripted_replies: scriptedReplies.list() }),
	);

	app.post(
		'/scripted-replies',
		{ schema: { body: RuleRequest, response: { 201: RuleRecord, '4xx': PlainError } } },
		async (request, reply) => {
			const { number = null, contains = null, after_seconds = 2, count = null, ...rest } = request.body;
			const fresh = { ...rest, number, contains, after_seconds, remaining: count };
			return reply.status(201).send(await database.write(() => scriptedReplies.add(fresh)));
		},
	);

	app.delete(
		'/scripted-replies/:id',
		{ schema: { params: Type.Object({ id: Type.String() }), response: { 200: Removed, '4xx': PlainError } } },
		async (request) => {
			const removed = await database.write(() => scriptedReplies.remove(request.params.id));
			if (removed === 0) throw plainError(404, 'Scripted reply not found');
			return { removed };
		},
	);

	app.delete('/scripted-replies', { schema: { response: { 200: Removed } } }, async () => ({
		removed: await database.write(() => scriptedReplies.remove(null)),
	}));
};
