import { Type, type TSchema } from 'typebox';
import { Call } from '../../service/calls/calls.ts';
import { ChatSession } from '../../service/chat-sessions/sessions.ts';
import { Nullable, OneOf, Timestamp } from '../../service/http/values.ts';
import { MessageRecord } from '../../service/messages/message.ts';
import { type EventName } from '../../service/webhooks/rules.ts';
import { SIGNATURE_HEADER } from '../../service/webhooks/signature.ts';
import { EVENT_EXAMPLES } from './event-examples.ts';

const ChatAppMessage = Type.Object({
	...MessageRecord.properties,
	phone_number_id: Type.String({ description: 'The business number that the message arrived at' }),
	metadata: Nullable(
		Type.Record(Type.String(), Type.Unknown(), {
			description: 'That of the last message to the sender which carried some',
		}),
	),
});

/** Section 6, event kinds: the occasion of each event, and the schema of its `data`. */
const EVENT_DATA: Readonly<Record<EventName, { readonly summary: string; readonly data: TSchema }>> = {
	'call.completed': { summary: 'A call has ended and its post-processing is complete', data: Call },
	'sms.received': { summary: 'An SMS has arrived on a service number', data: MessageRecord },
	'sms.sent': { summary: 'An SMS has gone out', data: MessageRecord },
	'chatapp.received': {
		summary: 'A chat-app message has arrived; it goes to the webhook URL of its account, unsigned',
		data: ChatAppMessage,
	},
	'chat.session.completed': { summary: 'A website chat has ended', data: ChatSession },
};

const SIGNATURE = {
	name: SIGNATURE_HEADER,
	in: 'header',
	required: true,
	description: '`sha256=` and the HMAC-SHA256 of the raw body, keyed with the signing secret, in hexadecimal',
	schema: Type.String({ pattern: '^sha256=[0-9a-f]{64}$' }),
} as const;

/** The possible answers of a receiver and their consequences (section 6, delivery rules). */
const RESPONSES = {
	'2XX': { description: 'Success, as any 3xx is: the event is not sent again' },
	'408': { description: 'The event is sent again later, as after 429, any 5xx and a timeout' },
	'410': { description: 'This delivery ends for good' },
	'4XX': { description: 'A permanent error: the event becomes a dead letter' },
};

/** The `webhooks` of the OpenAPI document: the request that the sandbox sends for each event. */
export const WEBHOOKS = Object.fromEntries(
	Object.entries(EVENT_DATA).map(([event, { summary, data }]) => {
		const schema = Type.Object({
			id: Type.String(),
			event: OneOf([event]),
			created_at: Timestamp,
			data,
			...(event === 'chatapp.received' && { metadata: ChatAppMessage.properties.metadata }),
		});
		const post = {
			operationId: `on.${event}`.replace(/\../g, ([, letter = '']) => letter.toUpperCase()),
			summary,
			tags: ['Webhooks'],
			security: [],
			parameters: event === 'chatapp.received' ? [] : [SIGNATURE],
			requestBody: {
				required: true,
				content: { 'application/json': { schema, example: EVENT_EXAMPLES[event as EventName] } },
			},
			responses: RESPONSES,
		};
		return [event, { post }];
	}),
);
