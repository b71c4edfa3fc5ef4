import { Type, type Static } from 'typebox';
import clockPart from '../../service/clock/index.ts';
import { endpoint } from '../../service/http/endpoint.ts';
import { plainError } from '../../service/http/errors.ts';
import { ControlPaging, SearchQuery, waitForCount, WaitQuery } from '../../service/http/listing.ts';
import { readEndpointName } from '../../service/http/urls.ts';
import { Defaulted, OneOf } from '../../service/http/values.ts';
import { parseJsonOrText } from '../../service/json.ts';
import { holdsText } from '../../service/matching.ts';
import { definePart } from '../../service/plugin.ts';
import seedPart from '../../service/seed/index.ts';
import { RequestRecord, Requests, type ReceivedRequest } from './requests.ts';

declare module 'fastify' {
	interface FastifyInstance {
		requests: Requests;
	}
}

/** The values that filter a list by status: the first digit, or `cut` for a connection that was cut. */
const STATUSES = ['2', '3', '4', '5', 'cut'] as const;

const RequestFilters = Type.Object({
	path: Type.Optional(Type.String({ description: 'The whole path, e.g. /functions/v1/list-messages' })),
	endpoint: Type.Optional(Type.String({ description: 'e.g. list-messages' })),
	status: Type.Optional(OneOf(STATUSES)),
	after: Type.Optional(Type.Integer({ minimum: 0, description: 'Only those with a higher id' })),
	...SearchQuery.properties,
});

function matches(one: ReceivedRequest, filters: Static<typeof RequestFilters>): boolean {
	const { path, endpoint: name, status, after = 0, search } = filters;
	return (
		one.id > after &&
		(path ?? one.path) === one.path &&
		(name === undefined || readEndpointName(one.path) === name) &&
		(status === undefined || classifyStatus(one) === status) &&
		holdsText(one, search)
	);
}

const listRequests = endpoint('GET /requests', {
	operationId: 'listRequests',
	summary: 'List the requests that the service received',
	query: Type.Object({
		...RequestFilters.properties,
		order: Type.Optional(OneOf(['asc', 'desc'])),
		limit: Defaulted(Type.Integer({ minimum: 1, maximum: 10_000, default: 1000 })),
		offset: ControlPaging.properties.offset,
		...WaitQuery.properties,
	}),
	answer: Type.Object({
		requests: Type.Array(RequestRecord, {
			description: 'Pages count from the newest, in either order: the first one has the latest',
		}),
		total: Type.Integer({ description: 'How many of those that are kept match' }),
		peak_in_flight: Type.Integer({ description: 'To the path when one is given, else in all' }),
		reached: Type.Boolean({ description: 'Whether as many as waited for had arrived before the time-out' }),
	}),
	handle: async ({ query }, { requests }) => {
		const { path, order, limit, offset, wait_for: wanted, timeout_ms: timeoutMs } = query;
		const list = () => requests.list().filter((one) => matches(one, query));
		const count = () => list().length;
		const reached = await waitForCount(wanted, timeoutMs, count, () => requests.version);
		const matching = list();
		const end = Math.max(0, matching.length - offset);
		const page = matching.slice(Math.max(0, end - limit), end).map(toRecord);
		return {
			requests: order === 'desc' ? page.reverse() : page,
			total: matching.length,
			peak_in_flight: requests.tally(path).peak,
			reached,
		};
	},
});

const showRequest = endpoint('GET /requests/:id', {
	operationId: 'showRequest',
	summary: 'Show one request',
	params: Type.Object({ id: Type.Integer() }),
	answer: RequestRecord,
	handle: ({ params }, { requests }) => {
		const found = requests.list().find(({ id }) => id === params.id);
		if (found === undefined) throw plainError(404, 'Request not found');
		return toRecord(found);
	},
});

const clearRequests = endpoint('DELETE /requests', {
	operationId: 'clearRequests',
	summary: 'Forget the requests received so far',
	answer: Type.Object({ cleared: Type.Boolean() }),
	handle: (_request, { requests }) => {
		requests.clear();
		return { cleared: true };
	},
});

function classifyStatus({ status, duration_ms: duration }: ReceivedRequest): string | undefined {
	if (status !== null) return String(status)[0];
	return duration === null ? undefined : 'cut';
}

function toRecord(request: ReceivedRequest): Static<typeof RequestRecord> {
	return {
		...request,
		body: parseJsonOrText(request.body),
		response_body: parseJsonOrText(request.response_body),
	};
}

/** The recorded requests of clients to the service. */
export default definePart({
	dependencies: [clockPart, seedPart],
	provide: ({ clock }) => ({ requests: new Requests(clock) }),
	setUp: (app) => void app.decorateRequest('received', null),
	reset: ({ requests }) => requests.clear(),
	control: [listRequests, showRequest, clearRequests],
});
