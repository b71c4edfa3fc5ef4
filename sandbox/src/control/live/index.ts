import { PassThrough } from 'node:stream';
import clockPart from '../../service/clock/index.ts';
import { type App, type Routes, definePart } from '../../service/plugin.ts';
import { isoTime } from '../../service/time.ts';
import webhooksPart from '../../service/webhooks/index.ts';
import type { Attempt as LoggedAttempt } from '../../service/webhooks/log.ts';
import requestsPart from '../requests/index.ts';
import type { ReceivedRequest } from '../requests/requests.ts';

/** The interval at which new events are sent, in milliseconds. */
const SEND_INTERVAL_MS = 150;

/** The events for one reader. */
interface View {
	/** Passes each new event to `tell`, with its name and its data. */
	sendNew(tell: (event: string, data: string) => void): void;
	/** Is called when the reader has disconnected. */
	end?(): void;
}

/**
 * Serves `GET url`, an operation of the OpenAPI document, as server-sent events. A slow reader gets the next events once
 * it has read the previous ones.
 * @param follow creates the view of a new reader
 */
function eventStream(
	url: string,
	operation: { readonly operationId: string; readonly summary: string },
	follow: (app: App) => View,
): Routes {
	return (app) => {
		app.get(url, { schema: { ...operation, produces: ['text/event-stream'] } }, (_request, reply) => {
			const stream = new PassThrough();
			const view = follow(app);
			const look = () => {
				if (stream.writableNeedDrain) return;
				view.sendNew((event, data) => stream.write(`event: ${event}\ndata: ${data}\n\n`));
			};
			const timer = setInterval(look, SEND_INTERVAL_MS);
			stream.once('close', () => {
				clearInterval(timer);
				view.end?.();
			});
			look();
			// Without any bytes, the reader would not know yet that the stream is open.
			if (stream.readableLength === 0) stream.write(': listening\n\n');
			return reply
				.header('content-type', 'text/event-stream')
				.header('cache-control', 'no-store')
				.send(stream);
		});
	};
}

/**
 * A line of the live stream: an event, an attempt to deliver one, an answered request, or any change of the
 * account or the clock; `at` is in ISO 8601.
 */
export type LiveLine = { at: string } & (
	| { kind: 'event'; event: string; id: string }
	| ({ kind: 'delivery'; event: string; id: string; faults: string[] } & Attempt)
	| { kind: 'change'; count: number }
	| ({ kind: 'request' } & Pick<
			ReceivedRequest,
			'id' | 'method' | 'path' | 'status' | 'duration_ms' | 'fault'
	  >)
);

type Attempt = Pick<LoggedAttempt, 'number' | 'url' | 'http_status' | 'error' | 'duration_ms'>;

/** An event, or an attempt to deliver one, as the database gives it. */
interface EventRow {
	seq: number;
	/** Milliseconds. */
	at: number;
	event: string;
	id: string;
}

const LAST = 'SELECT (SELECT max(seq) FROM events) AS event, (SELECT max(seq) FROM attempts) AS attempt';
const EVENTS = 'SELECT seq, id, event, created_at AS at FROM events WHERE seq > ? ORDER BY seq LIMIT 1000';
const ATTEMPTS = `
	SELECT attempts.seq, attempts.started_at AS at, deliveries.event, deliveries.id,
		faults, number, url, http_status, error, duration_ms
	FROM attempts JOIN deliveries ON deliveries.seq = attempts.delivery_seq
	WHERE attempts.seq > ? ORDER BY attempts.seq LIMIT 1000`;

/** Streams everything that happens from now on. */
const liveStream = eventStream(
	'/live',
	{
		operationId: 'followLive',
		summary:
			'Events, deliveries and answered requests as they happen, and `change` at once and after every change: ' +
			'one JSON record each',
	},
	({ clock, database, requests, settings }) => {
		const last = database.get<{ event: number | null; attempt: number | null }>(LAST);
		let seenEvent = last?.event ?? 0;
		let seenAttempt = last?.attempt ?? 0;
		const answered = requests.follow();
		let version: string | undefined;
		let count = 0;
		return {
			sendNew: (tell) => {
				const tellLine = (line: LiveLine) => tell(line.kind, JSON.stringify(line));
				for (const { seq, at, ...event } of database.all<EventRow>(EVENTS, seenEvent)) {
					seenEvent = seq;
					tellLine({ kind: 'event', ...event, at: isoTime(at) });
				}
				for (const row of database.all<EventRow & Attempt & { faults: string }>(ATTEMPTS, seenAttempt)) {
					const { seq, at, faults, ...attempt } = row;
					seenAttempt = seq;
					tellLine({ kind: 'delivery', ...attempt, faults: JSON.parse(faults) as string[], at: isoTime(at) });
				}
				for (const { id, method, path, status, duration_ms, fault, received_at: at } of answered.take()) {
					tellLine({ kind: 'request', id, method, path, status, duration_ms, fault, at });
				}
				// SQLite counts the rows written, so that no part has to report its changes. Rows of the sandbox's
				// own book-keeping do not count.
				const rows = database.changes - settings.rowsWritten;
				const current = `${rows} ${requests.version} at ${clock.offsetMs}`;
				if (current === version) return;
				version = current;
				tellLine({ kind: 'change', count: (count += 1), at: clock.stamp() });
			},
			end: () => answered.end(),
		};
	},
);

/** The live stream of events, attempts, requests and changes. */
export default definePart({
	dependencies: [clockPart, requestsPart, webhooksPart],
	control: liveStream,
});
