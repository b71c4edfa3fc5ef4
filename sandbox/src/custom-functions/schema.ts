import { Type, type Static } from 'typebox';
import { OneOf, Timestamp } from '../http/values.ts';
import { EndpointUrl } from './endpoint-url.ts';

const HTTP_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Section 8, in milliseconds. */
const DEFAULT_TIMEOUT_MS = 120_000;
const TIMEOUT_BOUNDS = { minimum: 1, maximum: 300_000 };
/** Section 8. */
const DEFAULT_RETRIES = 2;
const RETRY_BOUNDS = { minimum: 0, maximum: 5 };

const Word = Type.String({ pattern: '\\S' });

/** A header that is sent with the call. */
const Header = Type.Object({ name: Word, value: Type.String() });

/** A parameter that the AI collects before the call. */
const BodyField = Type.Object({
	name: Word,
	type: Word,
	description: Type.String(),
	required: Type.Boolean(),
});

/** A value that is taken from the answer by JSON path. */
const ResponseVariable = Type.Object({ name: Word, json_path: Word });

/** Section 2, custom function. */
export const CustomFunction = Type.Object({
	id: Type.String(),
	agent_id: Type.String(),
	user_id: Type.String(),
	name: Type.String({ description: 'snake_case, unique per agent' }),
	description: Type.String({ description: 'By it the AI decides when to call' }),
	http_method: OneOf(HTTP_METHODS),
	endpoint_url: Type.String(),
	headers: Type.Array(Header),
	query_params: Type.Array(Type.Unknown(), {
		'x-not-shown-in-interface': 'Section 2 leaves the shape of an item open, and no request sets it',
	}),
	body_schema: Type.Array(BodyField),
	response_variables: Type.Array(ResponseVariable),
	timeout_ms: Type.Integer(),
	max_retries: Type.Integer(),
	is_active: Type.Boolean(),
	created_at: Timestamp,
	updated_at: Timestamp,
});
export type CustomFunction = Static<typeof CustomFunction>;

/** What a function must have. */
const required = {
	name: Type.String({ description: 'snake_case, unique per agent' }),
	description: Word,
	http_method: OneOf(HTTP_METHODS),
	endpoint_url: EndpointUrl,
};

/** Section 4, POST /custom-functions. */
export const CreateRequest = Type.Object({
	...required,
	agent_id: Type.String(),
	headers: Type.Optional(Type.Array(Header, { default: [] })),
	body_schema: Type.Optional(Type.Array(BodyField, { default: [] })),
	response_variables: Type.Optional(Type.Array(ResponseVariable, { default: [] })),
	timeout_ms: Type.Optional(Type.Integer({ ...TIMEOUT_BOUNDS, default: DEFAULT_TIMEOUT_MS })),
	max_retries: Type.Optional(Type.Integer({ ...RETRY_BOUNDS, default: DEFAULT_RETRIES })),
	is_active: Type.Optional(Type.Boolean({ default: true })),
});

/** {@link CreateRequest}, its defaults filled in. */
export type CompleteRequest = Required<Static<typeof CreateRequest>>;

/** Section 4, PATCH /custom-functions/{id}: only included fields change, so there are no defaults. */
export const ChangeRequest = Type.Partial(
	Type.Object({
		...required,
		headers: Type.Array(Header),
		body_schema: Type.Array(BodyField),
		response_variables: Type.Array(ResponseVariable),
		timeout_ms: Type.Integer(TIMEOUT_BOUNDS),
		max_retries: Type.Integer(RETRY_BOUNDS),
		is_active: Type.Boolean(),
	}),
);
export type ChangeRequest = Static<typeof ChangeRequest>;
