import { Type } from 'typebox';
import { plainError, PlainError } from '../http/errors.ts';
import { Nullable, OneOf } from '../http/values.ts';
import { definePart, kindOfUrl, type App, type Routes } from '../plugin.ts';
import { applyFaults } from './apply.ts';
import { Fault, FAULT_KINDS, Faults } from './faults.ts';

const FaultRequest = Type.Object({
	kind: OneOf(FAULT_KINDS),
	endpoint: Type.Optional(Type.String({ default: '*', description: 'e.g. list-messages; * for all' })),
	count: Type.Optional(
		Nullable(Type.Integer({ minimum: 1, description: 'How many requests it hits; null: until removed' })),
	),
	latency_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 600_000 })),
	status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
	retry_after: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400, description: 'Seconds' })),
	body: Type.Optional(Type.String()),
	requests_per_second: Type.Optional(
		Type.Number({ exclusiveMinimum: 0, description: 'Only for rate_limit: a token bucket, until removed' }),
	),
});
const Endpoints = Type.Object({ endpoints: Type.Array(Type.String()) });
const Removed = Type.Object({ removed: Type.Integer({ description: 'How many' }) });

const control: Routes = (app) => {
	const { faults } = app;
	app.get('/faults', { schema: { response: { 200: Type.Object({ faults: Type.Array(Fault) }) } } }, () => ({
		faults: faults.list(),
	}));

	app.get('/endpoints', { schema: { response: { 200: Endpoints } } }, () => ({
		endpoints: faults.endpoints,
	}));

	app.post(
		'/faults',
		{ schema: { body: FaultRequest, response: { 201: Fault, '4xx': PlainError } } },
		async (request, reply) => {
			const { kind, endpoint = '*', count, requests_per_second: requestsPerSecond } = request.body;
			if (requestsPerSecond !== undefined && kind !== 'rate_limit') {
				throw plainError(400, 'requests_per_second belongs to kind rate_limit');
			}
			const fault = faults.add({
				kind,
				endpoint,
				// A single hit is what a test mostly wants; a bucket makes sense only while it lasts.
				remaining: count === undefined ? (requestsPerSecond === undefined ? 1 : null) : count,
				latency_ms: request.body.latency_ms ?? 0,
				status: request.body.status ?? null,
				retry_after: request.body.retry_after ?? null,
				body: request.body.body ?? null,
				requests_per_second: requestsPerSecond ?? null,
			});
			return reply.status(201).send(fault);
		},
	);

	app.delete(
		'/faults/:id',
		{ schema: { params: Type.Object({ id: Type.String() }), response: { 200: Removed, '4xx': PlainError } } },
		(request) => {
			const removed = faults.remove(request.params.id);
			if (removed === 0) throw plainError(404, 'Fault not found');
			return { removed };
		},
	);

	app.delete('/faults', { schema: { response: { 200: Removed } } }, () => ({ removed: faults.remove() }));
};

declare module 'fastify' {
	interface FastifyInstance {
		/** What goes wrong on request. */
		faults: Faults;
	}
}

/** The OpenAPI document knows all routes, also those of parts that were added before this one. */
const serviceAddresses = (app: App): string[] =>
	Object.keys(app.swagger().paths ?? {}).filter((address) =>
		['functions', 'authentication'].includes(kindOfUrl(address) ?? ''),
	);

/** What can go wrong between a client and the service, on request. */
export default definePart({
	name: 'faults',
	dependencies: ['cors', 'seed'],
	setUp: (app) => {
		app.decorate('faults', new Faults(() => serviceAddresses(app)));
		applyFaults(app, app.faults);
	},
	seed: ({ faults }) => void faults.remove(),
	control,
});
