import { Type, type Static } from 'typebox';
import { isoTime, isoTimeOrNull } from '../clock/clock.ts';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';
import { decodeDestination } from './destination.ts';
import { DELIVERY_STATUSES, EVENTS } from './events.ts';
import type { Attempt, DeadLetter, Delivery, PublishedEvent } from './outbox.ts';

export const DeliveryRecord = Type.Object({
	id: Type.String(),
	event: OneOf(EVENTS),
	event_id: Type.String(),
	api_key_id: Nullable(Type.String()),
	chatapp_account_id: Nullable(Type.String()),
	status: OneOf(DELIVERY_STATUSES),
	attempt_count: Type.Integer(),
	last_http_status: Nullable(Type.Integer()),
	next_attempt_at: Nullable(Timestamp),
	created_at: Timestamp,
	finished_at: Nullable(Timestamp),
	replay_of: Nullable(Type.String({ description: 'The delivery that it repeats' })),
	replayed_as: Nullable(Type.String({ description: 'The delivery that repeated it' })),
});

export const AttemptRecord = Type.Object({
	number: Type.Integer(),
	url: Type.String(),
	started_at: Timestamp,
	duration_ms: Type.Integer(),
	http_status: Nullable(Type.Integer({ description: 'None on a network error or timeout' })),
	response_body: Nullable(Type.String({ description: 'Its beginning' })),
	error: Nullable(Type.String()),
	verdict: OneOf(['success', 'retry', 'gone', 'client_error']),
});

export const DeadLetterRecord = Type.Object({
	id: Type.String(),
	reason: Type.String(),
	created_at: Timestamp,
	delivery: DeliveryRecord,
});

/** What came of an event that a control call made happen. */
export const PublishedRecord = Type.Object({
	event_id: Nullable(Type.String({ description: 'None when no event fired' })),
	deliveries: Type.Array(DeliveryRecord),
});

export function toDeliveryRecord(delivery: Delivery): Static<typeof DeliveryRecord> {
	const { kind, id } = decodeDestination(delivery.destination);
	return {
		id: delivery.id,
		event: delivery.event,
		event_id: delivery.eventId,
		api_key_id: kind === 'api_key' ? id : null,
		chatapp_account_id: kind === 'chatapp_account' ? id : null,
		status: delivery.status,
		attempt_count: delivery.attemptCount,
		last_http_status: delivery.lastHttpStatus,
		next_attempt_at: isoTimeOrNull(delivery.nextAttemptAt),
		created_at: isoTime(delivery.createdAt),
		finished_at: isoTimeOrNull(delivery.finishedAt),
		replay_of: delivery.replayOf,
		replayed_as: delivery.replayedAs,
	};
}

export function toAttemptRecord(attempt: Attempt): Static<typeof AttemptRecord> {
	return {
		number: attempt.number,
		url: attempt.url,
		started_at: isoTime(attempt.startedAt),
		duration_ms: attempt.durationMs,
		http_status: attempt.httpStatus,
		response_body: attempt.responseBody,
		error: attempt.error,
		verdict: attempt.verdict,
	};
}

export function toDeadLetterRecord(letter: DeadLetter): Static<typeof DeadLetterRecord> {
	return {
		id: letter.id,
		reason: letter.reason,
		created_at: isoTime(letter.createdAt),
		delivery: toDeliveryRecord(letter.delivery),
	};
}

/** @param published null when no event fired */
export function toPublishedRecord(published: PublishedEvent | null): Static<typeof PublishedRecord> {
	return {
		event_id: published?.eventId ?? null,
		deliveries: published?.deliveries.map(toDeliveryRecord) ?? [],
	};
}
