import { Type } from 'typebox';
import { endpoint, listEndpoint, removalEndpoints } from '../../service/http/endpoint.ts';
import { plainError } from '../../service/http/errors.ts';
import { Nullable, OneOf } from '../../service/http/values.ts';
import idsPart from '../../service/ids/index.ts';
import { definePart, PREFIXES, type App } from '../../service/plugin.ts';
import seedPart from '../../service/seed/index.ts';
import openapiPart from '../openapi/index.ts';
import { Fault, FAULT_KINDS, Faults } from './faults.ts';

declare module 'fastify' {
	interface FastifyInstance {
		faults: Faults;
	}
}

const listEndpoints = endpoint('GET /endpoints', {
	operationId: 'listEndpoints',
	summary: 'List the endpoints that a fault can be set for',
	answer: Type.Object({ endpoints: Type.Array(Type.String()) }),
	handle: (_request, { faults }) => ({ endpoints: faults.endpoints }),
});

const Milliseconds = Type.Integer({ minimum: 0, maximum: 600_000 });

const addFault = endpoint('POST /faults', {
	operationId: 'addFault',
	summary: 'Make requests to the service fail',
	body: Type.Object(
		{
			kind: OneOf(FAULT_KINDS),
			endpoint: Type.Optional(Type.String({ default: '*', description: 'e.g. list-messages; * for all' })),
			count: Type.Optional(
				Nullable(Type.Integer({ minimum: 1, description: 'How many requests it hits; null: until removed' })),
			),
			share: Type.Optional(
				Type.Number({
					exclusiveMinimum: 0,
					maximum: 1,
					description:
						'The share of the requests that it hits at random, e.g. 0.1 for one in ten; all when absent',
				}),
			),
			matching: Type.Optional(
				Type.Record(Type.String(), Type.Unknown(), {
					description: 'Only requests whose JSON body contains this, e.g. {"agent_id": "..."}',
				}),
			),
			latency_ms: Type.Optional(Milliseconds),
			latency_max_ms: Type.Optional({
				...Milliseconds,
				description: 'Draws each delay between latency_ms and this',
			}),
			status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
			retry_after: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400, description: 'Seconds' })),
			body: Type.Optional(Type.String({ description: 'The body to answer with, JSON or text' })),
			requests_per_second: Type.Optional(
				Type.Number({
					exclusiveMinimum: 0,
					description: 'Only for rate_limit: a token bucket, until removed',
				}),
			),
		},
		// A misspelt field would be ignored, which would set a different fault.
		{ additionalProperties: false },
	),
	status: 201,
	answer: Fault,
	handle: ({ body: { count, ...given } }, { faults }) => {
		const bucket = given.requests_per_second !== undefined;
		if (bucket && given.kind !== 'rate_limit') {
			throw plainError(400, 'requests_per_second belongs to kind rate_limit');
		}
		if (given.kind === 'latency' && given.latency_ms === undefined) {
			throw plainError(400, 'latency_ms is required for kind latency');
		}
		// A rate limit decides by itself which requests it refuses.
		if (bucket && given.share !== undefined) {
			throw plainError(400, 'share cannot be combined with requests_per_second');
		}
		const { latency_ms = 0, latency_max_ms = latency_ms } = given;
		if (latency_max_ms < latency_ms) throw plainError(400, 'latency_max_ms must be at least latency_ms');
		return faults.add({
			endpoint: '*',
			share: null,
			matching: null,
			// Most tests want a single hit, but a rate limit makes sense only if it lasts.
			remaining: count === undefined && !bucket ? 1 : (count ?? null),
			latency_ms: 0,
			latency_max_ms: null,
			status: null,
			retry_after: null,
			body: null,
			requests_per_second: null,
			...given,
		});
	},
});

/** Lists the addresses of the service's own endpoints. */
const serviceAddresses = (app: App): string[] =>
	Object.keys(app.swagger().paths ?? {}).filter((address) =>
		[PREFIXES.functions, PREFIXES.authentication].some((prefix) => address.startsWith(`${prefix}/`)),
	);

/** Failures between a client and the service, which the control API sets. */
export default definePart({
	dependencies: [idsPart, openapiPart, seedPart],
	provide: (app) => ({
		faults: new Faults(
			() => serviceAddresses(app),
			(kind) => app.ids.chance(kind),
		),
	}),
	reset: ({ faults }) => void faults.remove(),
	control: [
		listEndpoint('faults', Fault, ({ faults }) => faults.list()),
		listEndpoints,
		addFault,
		...removalEndpoints('faults', 'Remove one fault', ({ faults }, id) => faults.remove(id)),
	],
});
