import { Type, type Static } from 'typebox';
import { isLoopback } from '../http/urls.ts';
import { Defaulted, OneOf, Timestamp } from '../http/values.ts';

/**
 * The URL of a custom function. Section 2: "HTTPS required in production". The sandbox stands for production,
 * so it requires HTTPS, too, except for servers on this machine.
 */
const EndpointUrl = Type.Refine(
	Type.String({ maxLength: 2048, description: 'An https URL; http on this machine only' }),
	isEndpointUrl,
	() => 'must be an https URL; http is only for this machine',
);

function isEndpointUrl(text: string): boolean {
	if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
	const { protocol, hostname } = new URL(text);
	return protocol === 'https:' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

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

/** The required fields of a function. */
const required = {
	name: Type.String({ description: 'snake_case, unique per agent' }),
	description: Type.String({ pattern: '\\S', description: 'By it the AI decides when to call' }),
	http_method: OneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
	endpoint_url: EndpointUrl,
};
/** The bounds of time-outs in section 8, in milliseconds. */
const timeout = { minimum: 1, maximum: 300_000 };
const retries = { minimum: 0, maximum: 5 };
/** The optional fields of a function. */
const optional = {
	headers: Type.Array(Header),
	body_schema: Type.Array(BodyField),
	response_variables: Type.Array(ResponseVariable),
	timeout_ms: Type.Integer(timeout),
	max_retries: Type.Integer(retries),
	is_active: Type.Boolean(),
};

/** Section 2, custom function. */
export const CustomFunction = Type.Object({
	id: Type.String(),
	agent_id: Type.String(),
	user_id: Type.String(),
	...required,
	query_params: Type.Array(Type.Unknown(), {
		'x-not-shown-in-interface': 'Section 2 leaves the shape of an item open, and no request sets it',
	}),
	...optional,
	created_at: Timestamp,
	updated_at: Timestamp,
});
export type CustomFunction = Static<typeof CustomFunction>;

/** Section 4, POST /custom-functions. */
export const CreateRequest = Type.Object({
	...required,
	agent_id: Type.String(),
	headers: Defaulted(Type.Array(Header, { default: [] })),
	body_schema: Defaulted(Type.Array(BodyField, { default: [] })),
	response_variables: Defaulted(Type.Array(ResponseVariable, { default: [] })),
	timeout_ms: Defaulted(Type.Integer({ ...timeout, default: 120_000 })),
	max_retries: Defaulted(Type.Integer({ ...retries, default: 2 })),
	is_active: Defaulted(Type.Boolean({ default: true })),
});

/** Section 4, PATCH /custom-functions/{id}: only the given fields change, so there are no defaults. */
export const ChangeRequest = Type.Partial(Type.Object({ ...required, ...optional }));
export type ChangeRequest = Static<typeof ChangeRequest>;
