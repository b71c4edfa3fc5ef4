import { Type, type Static } from 'typebox';
import { isoTime } from '../clock/clock.ts';
import { waitForCount, WaitQuery } from '../control/wait.ts';
import { PlainError } from '../http/errors.ts';
import { Nullable, Timestamp } from '../http/values.ts';
import type { Room, Routes } from '../room.ts';
import type { JournalEntry } from './journal.ts';

const RequestRecord = Type.Object({
	id: Type.Integer(),
	method: Type.String(),
	path: Type.String(),
	headers: Type.Record(Type.String(), Type.Unknown()),
	body: Type.Unknown(),
	received_at: Timestamp,
	status: Nullable(Type.Integer({ description: 'None while unanswered, or when the connection was cut' })),
	duration_ms: Nullable(Type.Integer()),
	in_flight: Type.Integer({ description: 'Requests to this path in flight on its arrival, itself included' }),
});
const Query = Type.Object({
	path: Type.Optional(Type.String({ description: 'The whole path, e.g. /functions/v1/list-messages' })),
	limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1000 })),
	...WaitQuery.properties,
});
const Answer = Type.Object({
	requests: Type.Array(RequestRecord, {
		description: 'Oldest first; the latest, when there are more than limit',
	}),
	total: Type.Integer(),
	peak_in_flight: Type.Integer(),
	reached: Type.Boolean({ description: 'Whether as many as waited for had arrived before the time-out' }),
});

const control: Routes = (app, { journal }) => {
	app.get(
		'/requests',
		{ schema: { querystring: Query, response: { 200: Answer, '4xx': PlainError } } },
		async (request) => {
			const { path, limit = 1000, wait_for, timeout_ms } = request.query;
			const count = () => journal.list(path).length;
			const reached = await waitForCount(wait_for, timeout_ms, count, () => journal.version);
			const entries = journal.list(path);
			return {
				requests: entries.slice(-limit).map(toRecord),
				total: entries.length,
				peak_in_flight: journal.peakInFlight(path),
				reached,
			};
		},
	);

	app.delete('/requests', () => {
		journal.clear();
		return { cleared: true };
	});
};

function toRecord(entry: JournalEntry): Static<typeof RequestRecord> {
	return {
		id: entry.id,
		method: entry.method,
		path: entry.path,
		headers: { ...entry.headers },
		body: entry.body,
		received_at: isoTime(entry.receivedAt),
		status: entry.status,
		duration_ms: entry.durationMs,
		in_flight: entry.inFlight,
	};
}

/** What clients asked of the service. */
export const journalRoom: Room = { name: 'journal', control };
