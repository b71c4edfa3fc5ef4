import { Type } from 'typebox';
import { AnyError, plainError } from '../http/errors.ts';
import { parseTime } from '../http/times.ts';
import type { Routes } from '../plugin.ts';
import { decodeDestination } from './destination.ts';
import { EVENTS, type EventName } from './events.ts';
import { replayDelivery } from './replay.ts';

/** Section 8: events per replay of a window. */
const MOST_PER_WINDOW = 500;

const gap = 'Section 4 leaves the JSON field names of both modes open';

const ReplayRequest = Type.Object({
	delivery_id: Type.Optional(
		Type.String({
			minLength: 1,
			description: 'Of a logged delivery or of a dead letter',
			'x-not-shown-in-interface': gap,
		}),
	),
	event_type: Type.Optional(Type.Enum([...EVENTS], { 'x-not-shown-in-interface': gap })),
	start_time: Type.Optional(
		Type.String({ description: 'ISO 8601; delivered at or after it', 'x-not-shown-in-interface': gap }),
	),
	end_time: Type.Optional(
		Type.String({ description: 'ISO 8601; delivered before it', 'x-not-shown-in-interface': gap }),
	),
});
const OneAnswer = Type.Object({ success: Type.Literal(true), delivery_id: Type.String() });
const WindowAnswer = Type.Object({
	success: Type.Literal(true),
	deliveries: Type.Array(Type.String(), { description: 'Ids of the new deliveries' }),
	replayed: Type.Integer(),
	has_more: Type.Boolean(),
});

/** Sections 4 and 6, webhook replay. */
export const replayFunctions: Routes = (app) => {
	const { database, destinations, outbox } = app;
	/** Section 6, replay, rule 3. Every key is the account's, but a chat-app account is no key. */
	const requireOwn = (id: string) => {
		const delivery = outbox.findOriginal(id);
		if (delivery === undefined || decodeDestination(delivery.destination).kind !== 'api_key') {
			throw plainError(404, 'Delivery not found');
		}
	};

	const replayOne = (id: string) =>
		database.write(() => {
			requireOwn(id);
			return replayDelivery(id, outbox, destinations);
		});

	const replayWindow = (event: EventName, start: number, end: number) =>
		database.write(() => {
			const found = outbox.listReplayable(event, start, end, MOST_PER_WINDOW + 1);
			const chosen = found.slice(0, MOST_PER_WINDOW);
			const replayed = chosen.map((id) => replayDelivery(id, outbox, destinations).id);
			return { replayed, hasMore: found.length > chosen.length };
		});

	app.post(
		'/replay-webhook-delivery',
		{
			config: { apiKeyOnly: true },
			schema: {
				tags: ['Webhooks'],
				summary: 'Send a delivery again, or the deliveries of an event type in a window of time',
				body: ReplayRequest,
				response: { 200: Type.Union([OneAnswer, WindowAnswer]), '4xx': AnyError },
			},
		},
		async ({ body }) => {
			const { delivery_id: id, event_type: event, start_time: from, end_time: to } = body;
			const windowFields = [event, from, to].filter((value) => value !== undefined).length;
			if (id !== undefined) {
				if (windowFields > 0) {
					throw plainError(400, 'Give either delivery_id, or event_type, start_time and end_time');
				}
				const delivery = await replayOne(id);
				return { success: true as const, delivery_id: delivery.id };
			}
			if (event === undefined || from === undefined || to === undefined) {
				throw plainError(400, 'delivery_id, or event_type, start_time and end_time, are required');
			}
			const start = parseTime('start_time', from);
			const end = parseTime('end_time', to);
			if (end < start) throw plainError(400, 'end_time must not be before start_time');
			const { replayed, hasMore } = await replayWindow(event, start, end);
			return {
				success: true as const,
				deliveries: replayed,
				replayed: replayed.length,
				has_more: hasMore,
			};
		},
	);
};
