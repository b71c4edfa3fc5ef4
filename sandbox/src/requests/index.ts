import { Type, type Static } from 'typebox';
import { isoTime } from '../clock/clock.ts';
import { waitForCount, WaitQuery } from '../http/wait.ts';
import { plainError, PlainError } from '../http/errors.ts';
import { ControlPaging } from '../http/paging.ts';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';
import { definePart, type Routes } from '../plugin.ts';
import { recordRequests } from './record.ts';
import { Requests, type ReceivedRequest } from './requests.ts';
import { answerWholeRequests } from './whole-request.ts';

const RequestRecord = Type.Object({
	id: Type.Integer(),
	method: Type.String(),
	path: Type.String(),
	query: Type.String(),
	principal: Nullable(Type.String({ description: 'Id of the API key or the user it speaks for' })),
	headers: Type.Record(Type.String(), Type.Unknown()),
	body: Type.Unknown({ description: 'null: there was none, it was not read, or it is no longer kept' }),
	received_at: Timestamp,
	status: Nullable(Type.Integer({ description: 'None while unanswered, or when the connection was cut' })),
	response_body: Type.Unknown({ description: 'The answer: JSON, or text' }),
	duration_ms: Nullable(Type.Integer()),
	in_flight: Type.Integer({ description: 'Requests to this path in flight on its arrival, itself included' }),
});
const Query = Type.Object({
	path: Type.Optional(Type.String({ description: 'The whole path, e.g. /functions/v1/list-messages' })),
	after: Type.Optional(Type.Integer({ minimum: 0, description: 'Only those with a higher id' })),
	limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1000 })),
	...WaitQuery.properties,
});
const Answer = Type.Object({
	requests: Type.Array(RequestRecord, {
		description: 'Oldest first; the latest, when there are more than limit',
	}),
	total: Type.Integer({ description: 'How many came since they were cleared' }),
	peak_in_flight: Type.Integer(),
	reached: Type.Boolean({ description: 'Whether as many as waited for had arrived before the time-out' }),
});

/** What a status is narrowed to: its first digit, or `cut` for a connection that was cut. */
const STATUSES = ['2', '3', '4', '5', 'cut'] as const;
const LatestQuery = Type.Object({
	endpoint: Type.Optional(Type.String({ description: 'e.g. list-messages' })),
	status: Type.Optional(OneOf(STATUSES)),
	...ControlPaging.properties,
});
const Latest = Type.Object({
	requests: Type.Array(RequestRecord, { description: 'Newest first' }),
	total: Type.Integer({ description: 'How many of those that are kept match' }),
});

const control: Routes = (app) => {
	const { requests } = app;
	app.get(
		'/requests',
		{ schema: { querystring: Query, response: { 200: Answer, '4xx': PlainError } } },
		async (request) => {
			const { path, after = 0, limit = 1000, wait_for, timeout_ms } = request.query;
			const count = () => requests.tally(path).total;
			const reached = await waitForCount(wait_for, timeout_ms, count, () => requests.version);
			const latest = requests.list(path).filter(({ id }) => id > after);
			const { total, peak } = requests.tally(path);
			return { requests: latest.slice(-limit).map(toRecord), total, peak_in_flight: peak, reached };
		},
	);

	app.get(
		'/requests/latest',
		{ schema: { querystring: LatestQuery, response: { 200: Latest, '4xx': PlainError } } },
		(request) => {
			const { endpoint, status, limit = 100, offset = 0 } = request.query;
			const matching = requests
				.list()
				.filter((one) => endpoint === undefined || one.path.split('/')[3] === endpoint)
				.filter((one) => status === undefined || statusOf(one) === status)
				.reverse();
			return { requests: matching.slice(offset, offset + limit).map(toRecord), total: matching.length };
		},
	);

	app.get(
		'/requests/latest/:id',
		{
			schema: {
				params: Type.Object({ id: Type.Integer() }),
				response: { 200: RequestRecord, '4xx': PlainError },
			},
		},
		(request) => {
			const found = requests.list().find(({ id }) => id === request.params.id);
			if (found === undefined) throw plainError(404, 'Request not found');
			return toRecord(found);
		},
	);

	app.delete('/requests', () => {
		requests.clear();
		return { cleared: true };
	});
};

function statusOf({ status, durationMs }: ReceivedRequest): string | undefined {
	if (status !== null) return String(status)[0];
	return durationMs === null ? undefined : 'cut';
}

function toRecord(request: ReceivedRequest): Static<typeof RequestRecord> {
	return {
		id: request.id,
		method: request.method,
		path: request.path,
		query: request.query,
		principal: request.principal,
		headers: { ...request.headers },
		body: request.body === null ? null : parse(request.body),
		received_at: isoTime(request.receivedAt),
		status: request.status,
		response_body: request.responseBody === null ? null : parse(request.responseBody),
		duration_ms: request.durationMs,
		in_flight: request.inFlight,
	};
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

declare module 'fastify' {
	interface FastifyInstance {
		/** What the service was asked. */
		requests: Requests;
	}
}

/** What clients asked of the service. */
export default definePart({
	name: 'requests',
	dependencies: ['clock', 'seed'],
	setUp: (app) => {
		app.decorate('requests', new Requests(app.clock));
		recordRequests(app, app.requests);
		answerWholeRequests(app);
	},
	seed: ({ requests }) => requests.clear(),
	control,
});
