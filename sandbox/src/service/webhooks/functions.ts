import { Type } from 'typebox';
import { endpoint } from '../http/endpoint.ts';
import { plainError } from '../http/errors.ts';
import { parseTime } from '../http/times.ts';
import { EVENTS } from './rules.ts';

/** Section 8: the maximum number of events per replay of a window. */
const MOST_PER_WINDOW = 500;

const gap = { 'x-not-shown-in-interface': 'Section 4 leaves the JSON field names of both modes open' };

/** Sections 4 and 6, webhook replay. */
export const replayDeliveries = endpoint('POST /replay-webhook-delivery', {
	operationId: 'replayWebhookDelivery',
	summary: 'Send a delivery again, or the deliveries of an event type in a window of time',
	config: { apiKeyOnly: true },
	body: Type.Object({
		delivery_id: Type.Optional(
			Type.String({ minLength: 1, description: 'Of a logged delivery or of a dead letter', ...gap }),
		),
		event_type: Type.Optional(Type.Enum([...EVENTS], gap)),
		start_time: Type.Optional(Type.String({ description: 'ISO 8601; delivered at or after it', ...gap })),
		end_time: Type.Optional(Type.String({ description: 'ISO 8601; delivered before it', ...gap })),
	}),
	answer: Type.Union([
		Type.Object({ success: Type.Literal(true), delivery_id: Type.String() }),
		Type.Object({
			success: Type.Literal(true),
			deliveries: Type.Array(Type.String(), { description: 'Ids of the new deliveries' }),
			replayed: Type.Integer(),
			has_more: Type.Boolean(),
		}),
	]),
	handle: ({ body }, { outbox }) => {
		const { delivery_id: id, event_type: event, start_time: from, end_time: to } = body;
		if (id !== undefined) {
			if (event !== undefined || from !== undefined || to !== undefined) {
				throw plainError(400, 'Give either delivery_id, or event_type, start_time and end_time');
			}
			// Section 6, replay, rule 3. Every key belongs to the account, but a chat-app account is not a key.
			if (!outbox.findOriginal(id)?.destination.startsWith('api_key:')) {
				throw plainError(404, 'Delivery not found');
			}
			return { success: true as const, delivery_id: outbox.replay(id) };
		}
		if (event === undefined || from === undefined || to === undefined) {
			throw plainError(400, 'delivery_id, or event_type, start_time and end_time, are required');
		}
		const start = parseTime('start_time', from);
		const end = parseTime('end_time', to);
		if (end < start) throw plainError(400, 'end_time must not be before start_time');
		const found = outbox.listReplayable(event, start, end, MOST_PER_WINDOW + 1);
		const replayed = found.slice(0, MOST_PER_WINDOW).map((one) => outbox.replay(one));
		return {
			success: true as const,
			deliveries: replayed,
			replayed: replayed.length,
			has_more: found.length > replayed.length,
		};
	},
});
