import { PassThrough } from 'node:stream';
import { Type, type Static } from 'typebox';
import { isoTime } from '../clock/clock.ts';
import { Nullable, Timestamp } from '../http/values.ts';
import type { Routes } from '../plugin.ts';

/** How soon something is told. */
const LOOK_INTERVAL_MS = 150;

/** What happened: an event, an attempt to deliver one, or an answered request. */
export const LiveLine = Type.Union([
	Type.Object({ kind: Type.Literal('event'), at: Timestamp, event: Type.String(), id: Type.String() }),
	Type.Object({
		kind: Type.Literal('delivery'),
		at: Timestamp,
		event: Type.String(),
		id: Type.String(),
		number: Type.Integer(),
		url: Type.String(),
		http_status: Nullable(Type.Integer()),
		error: Nullable(Type.String()),
		duration_ms: Type.Integer(),
	}),
	Type.Object({
		kind: Type.Literal('request'),
		at: Timestamp,
		id: Type.Integer(),
		method: Type.String(),
		path: Type.String(),
		status: Nullable(Type.Integer()),
		duration_ms: Type.Integer(),
	}),
]);
export type LiveLine = Static<typeof LiveLine>;

interface Seen {
	seq: number;
	at: number;
}
type SeenEvent = Seen & { event: string; id: string };
type SeenAttempt = SeenEvent & Omit<Extract<LiveLine, { kind: 'delivery' }>, 'kind' | 'at' | 'event' | 'id'>;

/** Tells what happens from now on, as server-sent events. */
export const liveStream: Routes = (app) => {
	const { database, requests } = app;
	const events = database.prepare<SeenEvent>(
		'SELECT seq, id, event, created_at AS at FROM events WHERE seq > ? ORDER BY seq LIMIT 1000',
	);
	const attempts = database.prepare<SeenAttempt>(
		`SELECT attempts.seq, attempts.started_at AS at, deliveries.event, deliveries.id, number, url, http_status, error,
			duration_ms
		FROM attempts JOIN deliveries ON deliveries.seq = attempts.delivery_seq
		WHERE attempts.seq > ? ORDER BY attempts.seq LIMIT 1000`,
	);
	const last = (table: 'events' | 'attempts') =>
		database.prepare<{ seq: number | null }>(`SELECT max(seq) AS seq FROM ${table}`).get()?.seq ?? 0;

	app.get(
		'/live',
		{
			schema: {
				description: 'Events, deliveries and answered requests as they happen: one JSON record each',
				produces: ['text/event-stream'],
			},
		},
		(_request, reply) => {
			const stream = new PassThrough();
			let seenEvent = last('events');
			let seenAttempt = last('attempts');
			const unanswered = requests.follow();
			const tell = ({ seq: _, at, ...rest }: { seq?: number; at: number; kind: LiveLine['kind'] }) =>
				stream.write(`event: ${rest.kind}\ndata: ${JSON.stringify({ ...rest, at: isoTime(at) })}\n\n`);
			const look = () => {
				// A reader that is slow is told once it has read.
				if (stream.writableNeedDrain) return;
				for (const event of events.all(seenEvent)) {
					seenEvent = event.seq;
					tell({ kind: 'event', ...event });
				}
				for (const attempt of attempts.all(seenAttempt)) {
					seenAttempt = attempt.seq;
					tell({ kind: 'delivery', ...attempt });
				}
				for (const { id, method, path, status, durationMs, receivedAt } of unanswered.take()) {
					const line = { id, method, path, status, duration_ms: durationMs };
					tell({ kind: 'request', at: receivedAt, ...line });
				}
			};
			const timer = setInterval(look, LOOK_INTERVAL_MS);
			stream.once('close', () => {
				clearInterval(timer);
				unanswered.end();
			});
			stream.write(': listening\n\n');
			return reply
				.header('content-type', 'text/event-stream')
				.header('cache-control', 'no-store')
				.send(stream);
		},
	);
};
