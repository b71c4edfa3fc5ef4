import { Type } from 'typebox';
import conversationsPart from '../conversations/index.ts';
import { endpoint } from '../http/endpoint.ts';
import { plainError } from '../http/errors.ts';
import { Nullable, OneOf } from '../http/values.ts';
import { MessageRecord, toMessageRecord } from '../messages/message.ts';
import { definePart } from '../plugin.ts';
import { Carrier, CARRIER_TABLES, FINAL_STATUSES } from './carrier.ts';

declare module 'fastify' {
	interface FastifyInstance {
		carrier: Carrier;
	}
}

const CarrierRecord = Type.Object({
	report_after_seconds: Nullable(
		Type.Number({ minimum: 0, maximum: 31_536_000, description: 'null: nothing is reported by itself' }),
	),
});

const showCarrier = endpoint('GET /carrier', {
	operationId: 'showCarrier',
	summary: 'Show when delivery is reported by itself',
	answer: CarrierRecord,
	handle: (_request, { carrier }) => ({ report_after_seconds: carrier.delaySeconds.get() }),
});

const changeCarrier = endpoint('PATCH /carrier', {
	operationId: 'changeCarrier',
	command: 'carrier change',
	summary: 'Set when delivery is reported by itself',
	body: CarrierRecord,
	answer: CarrierRecord,
	handle: ({ body }, { carrier }) => {
		carrier.delaySeconds.set(body.report_after_seconds);
		return body;
	},
});

const reportOnMessage = endpoint('POST /messages/:id/status', {
	operationId: 'reportMessageStatus',
	command: 'messages report <id> <status>',
	summary: 'Report what became of an outbound message',
	body: Type.Object({
		status: OneOf(FINAL_STATUSES),
		code: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Of the delivery error' })),
		reason: Type.Optional(
			Type.String({ minLength: 1, maxLength: 1000, description: 'Of the delivery error' }),
		),
	}),
	answer: MessageRecord,
	handle: ({ params, body: { status, ...error } }, { carrier, mediaLinks }) => {
		if (status === 'delivered' && Object.keys(error).length > 0) {
			throw plainError(400, 'code and reason belong to undelivered and failed');
		}
		return toMessageRecord(carrier.report(params.id, status, error), mediaLinks);
	},
});

/** Section 3, message status: the delivery of messages after they are sent. */
export default definePart({
	dependencies: [conversationsPart],
	tables: CARRIER_TABLES,
	provide: (app) => ({ carrier: new Carrier(app) }),
	setUp: ({ history }) =>
		history.spare('messages', 'EXISTS (SELECT 1 FROM carrier_reports WHERE message_id = messages.id)'),
	reset: ({ carrier }) => carrier.delaySeconds.reset(),
	control: [showCarrier, changeCarrier, reportOnMessage],
});
