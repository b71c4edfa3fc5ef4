import type { paths } from './openapi.ts';

/** The method of a request, as the OpenAPI document writes it. */
export type Method = 'get' | 'post' | 'patch' | 'delete';
type JsonContent<Holder> = Holder extends { content: { 'application/json': infer Body } } ? Body : never;
type Operation<Path extends keyof paths, Verb extends Method> = NonNullable<paths[Path][Verb]>;

/** The path of an endpoint of the service, e.g. `/functions/v1/list-messages`. */
export type ServicePath = keyof paths & `/${'functions' | 'auth'}/v1/${string}`;

/** The path of a control call, e.g. `/sandbox/v1/clock`. */
type ControlPath = keyof paths & `/sandbox/v1/${string}`;

/** The path of a control call as `control` takes it, e.g. `/clock`. */
type WithoutPrefix<Path extends ControlPath> = Path extends `/sandbox/v1${infer Rest}` ? Rest : never;

/** The JSON body that a request takes, according to the OpenAPI document. */
export type RequestBody<Path extends keyof paths, Verb extends Method = 'post'> =
	Operation<Path, Verb> extends { requestBody?: infer Holder } ? JsonContent<NonNullable<Holder>> : never;

/** The first segment of a path: `manage-skills` of `manage-skills/{id}`. */
type FirstSegment<Path extends string> = Path extends `${infer First}/${string}` ? First : Path;

/** The name of an endpoint of the service, e.g. `list-messages`. */
export type EndpointName = ServicePath extends infer Path
	? Path extends `/${string}/v1/${infer Rest}`
		? FirstSegment<Rest>
		: never
	: never;

type AnyFault = RequestBody<'/sandbox/v1/faults'>;

/** A fault as it is added: the kind `status` says which one, and the endpoint is one of the service; `*` means all. */
export type FaultRequest = Omit<AnyFault, 'kind' | 'endpoint' | 'status'> & {
	endpoint?: EndpointName | '*';
} & ({ kind: 'status'; status: number } | { kind: Exclude<AnyFault['kind'], 'status'>; status?: number });

/** The fields that a request takes in its query, according to the OpenAPI document. */
export type Query<Path extends keyof paths> =
	Operation<Path, 'get'> extends { parameters: { query?: infer Fields } } ? NonNullable<Fields> : never;

/** The JSON answer to a request that succeeds, according to the OpenAPI document. */
export type Answer<Path extends keyof paths, Verb extends Method = 'post'> =
	Operation<Path, Verb> extends { responses: infer Responses }
		? { [Status in keyof Responses & (200 | 201)]: JsonContent<Responses[Status]> }[keyof Responses &
				(200 | 201)]
		: never;

/**
 * The path of a control call that answers JSON, under `/sandbox/v1` and as the OpenAPI document writes it, e.g.
 * `/calls/{id}`.
 */
export type ControlEndpoint<Verb extends Method> = {
	[Path in ControlPath]: [Answer<Path, Verb>] extends [never] ? never : WithoutPrefix<Path>;
}[ControlPath];

/** A path with values in place of its parameters: `/calls/${string}` for `/calls/{id}`. */
type Filled<Path extends string> = Path extends `${infer Begin}{${string}}${infer Rest}`
	? `${Begin}${string}${Filled<Rest>}`
	: Path;

/** A path as it is called, with an optional query, e.g. `/calls/call_1` or `/calls?limit=1`. */
type Called<Path extends string> = Filled<Path> | `${Filled<Path>}?${string}`;

/** A control call as it is made, with values in its path and an optional query. */
export type ControlCall<Verb extends Method> = Called<ControlEndpoint<Verb>>;

type WithoutQuery<Call extends string> = Call extends `${infer Path}?${string}` ? Path : Call;

/** The endpoint of a call: one without parameters for itself, even if it looks like one with them. */
type EndpointOf<Call extends string, Verb extends Method> =
	WithoutQuery<Call> extends ControlEndpoint<Verb>
		? WithoutQuery<Call>
		: { [Path in ControlEndpoint<Verb>]: Call extends Called<Path> ? Path : never }[ControlEndpoint<Verb>];

/** The JSON answer to a control call that succeeds, according to the OpenAPI document. */
export type ControlAnswer<Call extends ControlCall<Verb>, Verb extends Method = 'get'> = Answer<
	`/sandbox/v1${EndpointOf<Call, Verb>}`,
	Verb
>;

/** The JSON body that a control call takes, according to the OpenAPI document. */
export type ControlBody<Call extends ControlCall<Verb>, Verb extends Method> = RequestBody<
	`/sandbox/v1${EndpointOf<Call, Verb>}`,
	Verb
>;

/** A part of a value: an object may lack fields, at any depth. */
export type Part<Value> = Value extends readonly unknown[]
	? Value
	: Value extends object
		? { readonly [Name in keyof Value]?: Part<Value[Name]> }
		: Value;
