import { Type } from 'typebox';
import chatappPart from '../../service/chatapp/index.ts';
import { endpoint, listEndpoint, removalEndpoints } from '../../service/http/endpoint.ts';
import { plainError } from '../../service/http/errors.ts';
import { Defaulted, Nullable } from '../../service/http/values.ts';
import { AttachmentsRequest, toAttachments } from '../../service/media/index.ts';
import { MessageRecord } from '../../service/messages/message.ts';
import { definePart } from '../../service/plugin.ts';
import smsPart from '../../service/sms/index.ts';
import { Published } from '../../service/webhooks/log.ts';
import {
	replyAsPerson,
	sendDueReply,
	REPLY_TABLES,
	ScriptedReplies,
	ScriptedReply,
} from './scripted-replies.ts';

declare module 'fastify' {
	interface FastifyInstance {
		scriptedReplies: ScriptedReplies;
	}
}

/** Stands for the last outbound message that has not failed. */
const LAST = 'last';

const { replier, body, number, contains, after_seconds } = ScriptedReply.properties;

/** Replies of people and agents, which a control call or a rule triggers. */
export default definePart({
	dependencies: [chatappPart, smsPart],
	tables: REPLY_TABLES,
	provide: (app) => ({ scriptedReplies: new ScriptedReplies(app, (due) => sendDueReply(due, app)) }),
	setUp: ({ history, messages, scriptedReplies }) => {
		messages.onCreated((message) => scriptedReplies.scheduleReply(message));
		history.spare('messages', 'EXISTS (SELECT 1 FROM due_replies WHERE message_id = messages.id)');
	},
	control: [
		endpoint('POST /replies', {
			operationId: 'sendReply',
			command: 'reply',
			summary: 'Answer an outbound message as the person who got it, the last one unless --to names another',
			body: Type.Object({
				to: Defaulted(
					Type.String({
						default: LAST,
						description: 'The id or message_sid of an outbound message; last: the last one',
					}),
				),
				body,
				media: Type.Optional(AttachmentsRequest),
			}),
			status: 201,
			answer: Type.Object({ message: MessageRecord, ...Published.properties }),
			handle: ({ body: { to, body, media } }, app) => {
				const answered = to === LAST ? app.messages.findLastOutbound() : app.messages.findByAnyId(to);
				if (answered === undefined) throw plainError(404, 'Message not found');
				return app.deliveryLog.withPublished(replyAsPerson(answered, body, toAttachments(media), app));
			},
		}),
		listEndpoint('scripted-replies', ScriptedReply, ({ scriptedReplies }) => scriptedReplies.inOrder()),
		endpoint('POST /scripted-replies', {
			operationId: 'addScriptedReply',
			summary: 'Have a person answer what is sent to them, or an agent the SMS that arrive',
			body: Type.Object({
				replier,
				body,
				number: Type.Optional(number),
				contains: Type.Optional(contains),
				after_seconds: Defaulted(after_seconds),
				count: Type.Optional(
					Nullable(
						Type.Integer({ minimum: 1, description: 'How many replies; null or left out: until removed' }),
					),
				),
			}),
			status: 201,
			answer: ScriptedReply,
			handle: (
				{ body: { number = null, contains = null, count = null, ...rule } },
				{ ids, scriptedReplies },
			) =>
				scriptedReplies.add({
					...rule,
					number,
					contains,
					remaining: count,
					id: ids.uuid('scripted-reply'),
				}),
		}),
		...removalEndpoints('scripted-replies', 'Remove one rule', ({ scriptedReplies }, id) =>
			scriptedReplies.clear(id),
		),
	],
});
