import { Type, type Static } from 'typebox';
import { endpoint } from '../http/endpoint.ts';
import { plainError } from '../http/errors.ts';
import { ControlPaging } from '../http/paging.ts';
import { holdsText, SearchQuery } from '../http/search.ts';
import { OneOf } from '../http/values.ts';
import { waitForCount, WaitQuery } from '../http/wait.ts';
import { definePart } from '../plugin.ts';
import { RequestRecord, Requests, type ReceivedRequest } from './requests.ts';

declare module 'fastify' {
	interface FastifyInstance {
		requests: Requests;
	}
}

const listRequests = endpoint('GET /requests', {
	summary: 'List the requests that the service received',
	query: Type.Object({
		path: Type.Optional(Type.String({ description: 'The whole path, e.g. /functions/v1/list-messages' })),
		after: Type.Optional(Type.Integer({ minimum: 0, description: 'Only those with a higher id' })),
		limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1000 })),
		...WaitQuery.properties,
	}),
	answer: Type.Object({
		requests: Type.Array(RequestRecord, {
			description: 'Oldest first; the latest, when there are more than limit',
		}),
		total: Type.Integer({ description: 'How many came since they were cleared' }),
		peak_in_flight: Type.Integer(),
		reached: Type.Boolean({ description: 'Whether as many as waited for had arrived before the time-out' }),
	}),
	handle: async ({ query: { path, after = 0, limit = 1000, wait_for, timeout_ms } }, { requests }) => {
		const count = () => requests.tally(path).total;
		const reached = await waitForCount(wait_for, timeout_ms, count, () => requests.version);
		const later = requests.list().filter((one) => one.id > after && (path ?? one.path) === one.path);
		const { total, peak } = requests.tally(path);
		return { requests: later.slice(-limit).map(toRecord), total, peak_in_flight: peak, reached };
	},
});

/** What a status is narrowed to: its first digit, or `cut` for a connection that was cut. */
const STATUSES = ['2', '3', '4', '5', 'cut'] as const;

const listLatest = endpoint('GET /requests/latest', {
	summary: 'List the latest requests',
	query: Type.Object({
		endpoint: Type.Optional(Type.String({ description: 'e.g. list-messages' })),
		status: Type.Optional(OneOf(STATUSES)),
		...SearchQuery.properties,
		...ControlPaging.properties,
	}),
	answer: Type.Object({
		requests: Type.Array(RequestRecord, { description: 'Newest first' }),
		total: Type.Integer({ description: 'How many of those that are kept match' }),
	}),
	handle: ({ query: { endpoint: name, status, search, limit = 100, offset = 0 } }, { requests }) => {
		const matching = requests
			.list()
			.filter((one) => name === undefined || one.path.split('/')[3] === name)
			.filter((one) => status === undefined || statusOf(one) === status)
			.filter((one) => holdsText(one, search))
			.reverse();
		return { requests: matching.slice(offset, offset + limit).map(toRecord), total: matching.length };
	},
});

/** A request as `waitForRequest` of the package and `toMatchObject` of Jest take it. */
const RequestFixture = Type.Pick(RequestRecord, ['method', 'path', 'body', 'status']);

const exportRequests = endpoint('GET /requests/export', {
	summary: 'Print the requests that were answered as fixtures for tests, the oldest first',
	query: Type.Object({
		path: Type.Optional(Type.String({ description: 'The whole path, e.g. /functions/v1/list-messages' })),
	}),
	answer: Type.Array(RequestFixture),
	handle: ({ query: { path } }, { requests }) =>
		requests
			.list()
			.filter((one) => one.status !== null && (path ?? one.path) === one.path)
			.map(toRecord),
});

const showLatest = endpoint('GET /requests/latest/:id', {
	summary: 'Show one request',
	params: Type.Object({ id: Type.Integer() }),
	answer: RequestRecord,
	handle: ({ params }, { requests }) => {
		const found = requests.list().find(({ id }) => id === params.id);
		if (found === undefined) throw plainError(404, 'Request not found');
		return toRecord(found);
	},
});

/** Headers that belong to the connection or the sender, and not to the request. */
const OWN_HEADERS = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'authorization']);

const replayRequest = endpoint('POST /requests/latest/:id/replay', {
	command: 'requests replay <id>',
	summary: 'Make a request again, with a session token in place of the key',
	params: Type.Object({ id: Type.Integer() }),
	status: 201,
	answer: Type.Object({
		id: Type.Integer({ description: 'Of the new request' }),
		status: Type.Integer({ description: 'What it was answered' }),
	}),
	handle: async ({ params }, app) => {
		const { requests, sessionTokens } = app;
		const found = requests.list().find(({ id }) => id === params.id);
		if (found === undefined) throw plainError(404, 'Request not found');
		if (found.path.startsWith('/auth/'))
			throw plainError(409, 'A log-in is not kept, so it cannot be repeated');
		const kept = Object.entries(found.headers).filter(([name]) => !OWN_HEADERS.has(name));
		if (String(found.headers['content-type']).startsWith('multipart/')) {
			throw plainError(409, 'Uploaded files are not kept, so this request cannot be repeated');
		}
		const { statusCode: status } = await app.inject({
			method: found.method as 'POST',
			url: found.query === '' ? found.path : `${found.path}?${found.query}`,
			headers: { ...Object.fromEntries(kept), authorization: `Bearer ${await sessionTokens.issue()}` },
			...(found.body !== null && { payload: found.body }),
		});
		const fresh = requests.list().findLast(({ path }) => path === found.path);
		return { id: fresh?.id ?? found.id, status };
	},
});

const clearRequests = endpoint('DELETE /requests', {
	summary: 'Forget the requests received so far',
	answer: Type.Object({ cleared: Type.Boolean() }),
	handle: (_request, { requests }) => {
		requests.clear();
		return { cleared: true };
	},
});

function statusOf({ status, duration_ms: duration }: ReceivedRequest): string | undefined {
	if (status !== null) return String(status)[0];
	return duration === null ? undefined : 'cut';
}

function toRecord(request: ReceivedRequest): Static<typeof RequestRecord> {
	return { ...request, body: parse(request.body), response_body: parse(request.response_body) };
}

function parse(text: string | null): unknown {
	try {
		return text === null ? null : (JSON.parse(text) as unknown);
	} catch {
		return text;
	}
}

/** What clients asked of the service. */
export default definePart({
	name: 'requests',
	dependencies: ['clock', 'seed'],
	provide: ({ clock }) => ({ requests: new Requests(clock) }),
	setUp: (app) => void app.decorateRequest('received', null),
	seed: ({ requests }) => requests.clear(),
	control: [listRequests, listLatest, showLatest, exportRequests, replayRequest, clearRequests],
});
