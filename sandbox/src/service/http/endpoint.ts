import { types } from 'node:util';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod, RouteShorthandOptions } from 'fastify';
import { Type, type Static, type TSchema } from 'typebox';
import { holdsText } from '../matching.ts';
import { PREFIXES, type App, type Routes } from '../plugin.ts';
import { AnyError, PlainError, ServiceError } from './errors.ts';
import { ControlPaging, SearchQuery } from './listing.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** A body, for the OpenAPI document. */
		example?: object;
	}
}

const Id = Type.Object({ id: Type.String() });

/** The answer of an endpoint that returns no data. */
export const Succeeded = Type.Object({ success: Type.Literal(true) });

/** The requests, the answers and the work of an endpoint. Other fields are route options of Fastify. */
interface Shape<
	Params extends TSchema,
	Query extends TSchema,
	Body extends TSchema,
	Answer extends TSchema,
> extends RouteShorthandOptions {
	/** A verb and a noun in camel case. Generated clients name their methods by it. */
	readonly operationId: string;
	readonly summary: string;
	/** Its command of the command line, if it does not follow from the address, or several with commas between them. */
	readonly command?: string;
	/** The path parameters; `id` by default. */
	readonly params?: Params;
	readonly query?: Query;
	/** The schema of the body; fields that it does not name do not reach the handler. */
	readonly body?: Body;
	/** A body, for the OpenAPI document. */
	readonly example?: Partial<Static<Body>>;
	readonly answer: Answer;
	/** The status of a success; 200 by default. */
	readonly status?: 201;
	/** The bodies of refusals, by status; `4xx` by default. */
	readonly refusals?: Readonly<Record<string, TSchema>>;
	/** Runs first, e.g. to do the work that is due. */
	readonly before?: (app: App) => Promise<void>;
	/**
	 * Handles a request. A synchronous function of any method but GET runs in a transaction of the database,
	 * which is committed before the answer. An `async` one waits for something, so it makes its own.
	 * @returns the answer, or a refusal that keeps what was changed; one that is thrown undoes it
	 */
	readonly handle: (
		request: FastifyRequest<{
			Params: Static<Params>;
			Querystring: Static<Query>;
			Body: Static<Body>;
		}>,
		app: App,
	) => Result<Static<Answer>> | Promise<Result<Static<Answer>>>;
}

type Result<Answer> = Answer | ServiceError;

/**
 * Defines an endpoint by its address and its {@link Shape}. Its functions throw a `ServiceError` to refuse a
 * request.
 */
export function endpoint<
	Answer extends TSchema,
	Params extends TSchema = typeof Id,
	Query extends TSchema = TSchema,
	Body extends TSchema = TSchema,
>(
	call: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`,
	spec: Shape<Params, Query, Body, Answer>,
): Routes {
	const [method = '', url = ''] = call.split(' ');
	return (app) => {
		const refusal = app.prefix === PREFIXES.control ? PlainError : AnyError;
		const { operationId, summary, command, params = Id, query, body, answer, ...others } = spec;
		const { status = 200, example, ...rest } = others;
		const { refusals = { '4xx': refusal }, schema, before, handle, ...options } = rest;
		const isTransaction = method !== 'GET' && !types.isAsyncFunction(handle);
		type Request = Parameters<typeof handle>[0];
		const handler = async (request: Request, reply: FastifyReply) => {
			await before?.(app);
			const work = () => handle(request, app);
			const result = await (isTransaction ? app.database.transaction(work) : work());
			if (result instanceof ServiceError) throw result;
			return reply.status(status).send(result);
		};
		app.route({
			...options,
			config: { ...options.config, ...(example && { example }) },
			method: method,
			url,
			schema: {
				...schema,
				operationId,
				summary,
				// Fastify warns of options that are present but undefined.
				...(command && { 'x-command': command }),
				...(url.includes(':') && { params }),
				...(query && { querystring: query }),
				...(body && { body }),
				response: { [status]: answer, ...refusals },
			},
			handler: handler as RouteHandlerMethod,
		});
	};
}

/**
 * Defines `DELETE /NAME/:id` and `DELETE /NAME` of the control API, which remove one record or all.
 * @param remove returns the number of removed records; called within a transaction
 */
export function removalEndpoints(
	name: string,
	summary: string,
	remove: (app: App, id?: string) => number,
): readonly Routes[] {
	const answer = Type.Object({ removed: Type.Integer({ description: 'How many' }) });
	const singular = name.replace(/ies$/, 'y').replace(/s$/, '');
	return [
		endpoint(`DELETE /${name}/:id`, {
			operationId: toOperationId('remove', singular),
			summary,
			answer,
			handle: ({ params }, app) => ({ removed: remove(app, params.id) }),
		}),
		endpoint(`DELETE /${name}`, {
			operationId: toOperationId('clear', name),
			summary: 'Remove all',
			answer,
			handle: (_request, app) => ({ removed: remove(app) }),
		}),
	];
}

/** Returns e.g. `listApiKeys` for `list` and `api-keys`. */
const toOperationId = (verb: string, name: string): string =>
	`${verb}-${name}`.replace(/-./g, ([, letter = '']) => letter.toUpperCase());

/** Returns the summary of a list, e.g. "List API keys" for `api-keys`. */
const summaryOfList = (name: string): string => `List ${name.replaceAll('-', ' ').replace(/^api/, 'API')}`;

/**
 * Defines `GET /NAME` of the control API, which lists all records.
 * @param operationId if it does not follow from the name
 */
export function listEndpoint<Schema extends TSchema>(
	name: string,
	schema: Schema,
	all: (app: App) => Array<Static<Schema>>,
	operationId = toOperationId('list', name),
): Routes {
	const field = name.replaceAll('-', '_');
	return endpoint(`GET /${name}`, {
		operationId,
		summary: summaryOfList(name),
		query: SearchQuery,
		answer: Type.Object({ [field]: Type.Array(schema) }),
		handle: ({ query: { search } }, app) => ({ [field]: all(app).filter((one) => holdsText(one, search)) }),
	});
}

/** A kind of record that is listed page by page. */
interface Listing<Item> {
	list(limit?: number, offset?: number, search?: string): Item[];
	countMatching(search?: string): number;
}

/** Defines `GET /NAME` of the control API, which lists a page of records and their total number. */
export function pagedListEndpoint<Schema extends TSchema>(
	name: string,
	schema: Schema,
	source: (app: App) => Listing<Static<Schema>>,
): Routes {
	const field = name.replaceAll('-', '_');
	const answer: TSchema = Type.Object({ [field]: Type.Array(schema), total: Type.Integer() });
	return endpoint(`GET /${name}`, {
		operationId: toOperationId('list', name),
		summary: summaryOfList(name),
		query: Type.Object({ ...ControlPaging.properties, ...SearchQuery.properties }),
		answer,
		handle: ({ query: { limit, offset, search } }, app) => {
			const records = source(app);
			return { [field]: records.list(limit, offset, search), total: records.countMatching(search) };
		},
	});
}
