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

/** The answer of an endpoint that has nothing else to say. */
export const Succeeded = Type.Object({ success: Type.Literal(true) });

/** The requests and answers of an endpoint; anything else is an option of Fastify's. */
interface Shape<
	Params extends TSchema,
	Query extends TSchema,
	Body extends TSchema,
	Answer extends TSchema,
> extends RouteShorthandOptions {
	readonly summary: string;
	/**
	 * Its command, or several with commas between, where that is not what its address says (`cli/commands.ts`).
	 */
	readonly command?: string;
	/** `id` where nothing else is said. */
	readonly params?: Params;
	readonly query?: Query;
	/** Fields that it does not name do not reach the handler. */
	readonly body?: Body;
	readonly answer: Answer;
	/** Of a success; 200 where nothing else is said. */
	readonly status?: 201;
	/** The bodies of refusals, by status; `4xx` where nothing else is said. */
	readonly refusals?: Readonly<Record<string, TSchema>>;
	/** Runs first, e.g. to do what is due by now. */
	readonly before?: (app: App) => Promise<void>;
	/** Handles a request within a write of the database; it is answered when that is durable. */
	readonly write?: Handler<Params, Query, Body, Static<Answer>>;
	/** Takes the place of `write` where nothing is written, or the endpoint sees to that itself. */
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

/** An endpoint: its address and its {@link Shape}. What it does throws a `ServiceError` to refuse. */
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
		const { summary, command, params = Id, query, body, answer, status = 200, ...rest } = spec;
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
				summary,
				// Fastify warns of what is there and undefined.
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
 * `DELETE /NAME/:id` and `DELETE /NAME` of the control API: removes one of a kind, or all.
 * @param remove answers how many; called within a write
 */
export function removals(
	name: string,
	summary: string,
	remove: (app: App, id?: string) => number,
): readonly Routes[] {
	const answer = Type.Object({ removed: Type.Integer({ description: 'How many' }) });
	return [
		endpoint(`DELETE /${name}/:id`, {
			summary,
			answer,
			write: ({ params }, app) => ({ removed: remove(app, params.id) }),
		}),
		endpoint(`DELETE /${name}`, {
			summary: 'Remove all',
			answer,
			write: (_request, app) => ({ removed: remove(app) }),
		}),
	];
}

/** `api-keys` are listed by "List API keys". */
const summaryOfList = (name: string): string => `List ${name.replaceAll('-', ' ').replace(/^api/, 'API')}`;

/** `GET /NAME` of the control API: all of a kind. */
export function list<Schema extends TSchema>(
	name: string,
	schema: Schema,
	all: (app: App) => Array<Static<Schema>>,
): Routes {
	const field = name.replaceAll('-', '_');
	return endpoint(`GET /${name}`, {
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

/** `GET /NAME` of the control API: a page, and how many there are in all. */
export function pages<Schema extends TSchema>(
	name: string,
	schema: Schema,
	source: (app: App) => Listing<Static<Schema>>,
): Routes {
	const field = name.replaceAll('-', '_');
	const answer: TSchema = Type.Object({ [field]: Type.Array(schema), total: Type.Integer() });
	return endpoint(`GET /${name}`, {
		summary: summaryOfList(name),
		query: Type.Object({ ...ControlPaging.properties, ...SearchQuery.properties }),
		answer,
		handle: ({ query: { limit, offset, search } }, app) => {
			const records = source(app);
			return { [field]: records.list(limit, offset, search), total: records.countMatching(search) };
		},
	});
}
