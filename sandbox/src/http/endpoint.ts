import type {
	FastifyReply,
	FastifyRequest,
	HTTPMethods,
	RouteHandlerMethod,
	RouteShorthandOptions,
} from 'fastify';
import { Type, type Static, type TSchema } from 'typebox';
import { PREFIXES, type App, type Routes } from '../plugin.ts';
import { AnyError, PlainError } from './errors.ts';
import { ControlPaging } from './paging.ts';
import { holdsText, SearchQuery } from './search.ts';

const Id = Type.Object({ id: Type.String() });

/** The answer of an endpoint that returns no data. */
export const Succeeded = Type.Object({ success: Type.Literal(true) });

/** The requests and answers of an endpoint; other fields are route options of Fastify. */
interface Shape<
	Params extends TSchema,
	Query extends TSchema,
	Body extends TSchema,
	Answer extends TSchema,
> extends RouteShorthandOptions {
	/** Its name, a verb and a noun in camel case, which clients that are generated from the document call it. */
	readonly operationId: string;
	readonly summary: string;
	/**
	 * Its command, or several separated by commas, if it does not follow from the address (`cli/commands.ts`).
	 */
	readonly command?: string;
	/** The path parameters; `id` by default. */
	readonly params?: Params;
	readonly query?: Query;
	/** The schema of the body; fields that it does not name do not reach the handler. */
	readonly body?: Body;
	readonly answer: Answer;
	/** The status of a success; 200 by default. */
	readonly status?: 201;
	/** The bodies of refusals, by status; `4xx` by default. */
	readonly refusals?: Readonly<Record<string, TSchema>>;
	/** Runs first, e.g. to do the work that is due. */
	readonly before?: (app: App) => Promise<void>;
	/** Handles a request within a write of the database; it is answered once the write is durable. */
	readonly write?: Handler<Params, Query, Body, Static<Answer>>;
	/** Handles a request instead of `write` if nothing is written, or if the endpoint does so itself. */
	readonly handle?: Handler<Params, Query, Body, Static<Answer> | Promise<Static<Answer>>>;
}

type Handler<Params extends TSchema, Query extends TSchema, Body extends TSchema, Result> = (
	request: FastifyRequest<{
		Params: Static<Params>;
		Querystring: Static<Query>;
		Body: Static<Body>;
	}>,
	app: App,
) => Result;

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
		const { status = 200, ...rest } = others;
		const { refusals = { '4xx': refusal }, schema, before, write, handle, ...options } = rest;
		type Request = Parameters<NonNullable<typeof handle>>[0];
		const handler = async (request: Request, reply: FastifyReply) => {
			await before?.(app);
			const result = write ? app.database.write(() => write(request, app)) : handle?.(request, app);
			return reply.status(status).send(await result);
		};
		app.route({
			...options,
			method: method as HTTPMethods,
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
 * @param remove returns the number of removed records; called within a write
 */
export function removals(
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
			write: ({ params }, app) => ({ removed: remove(app, params.id) }),
		}),
		endpoint(`DELETE /${name}`, {
			operationId: toOperationId('clear', name),
			summary: 'Remove all',
			answer,
			write: (_request, app) => ({ removed: remove(app) }),
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
export function list<Schema extends TSchema>(
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
interface Listing<Kept> {
	list(limit?: number, offset?: number, search?: string): Kept[];
	countMatching(search?: string): number;
}

/** Defines `GET /NAME` of the control API, which lists a page of records and their total number. */
export function pages<Schema extends TSchema>(
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
