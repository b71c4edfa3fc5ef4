import type {
	FastifyRequest,
	FastifySchemaCompiler,
	FastifySchemaValidationError,
	FastifySerializerCompiler,
} from 'fastify';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Value } from 'typebox/value';
import type { App } from '../plugin.ts';
import { plainError, type ServiceError } from './errors.ts';

/** The deepest nesting of lists and objects, since the code that processes them is recursive. */
const MAX_DEPTH = 100;

/** The options for reading the bodies of a scope. */
interface JsonBodyOptions {
	/** Lets requests without a body stand for `{}`, whatever their content type. */
	readonly optional?: boolean;
	/** Called with the text of a body that is refused. */
	readonly onUnreadable?: (request: FastifyRequest, text: string) => void;
}

/**
 * Reads JSON bodies. Refuses invalid JSON and too deeply nested bodies with 400. A field `__proto__` is allowed: it is
 * harmless, since JSON.parse makes it an own property and spreading keeps it one.
 */
export function readJsonBodies(scope: App, { optional = false, onUnreadable }: JsonBodyOptions = {}): void {
	const parse = scope.getDefaultJsonParser('ignore', 'ignore');
	scope.removeContentTypeParser('application/json');
	scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
		const text = String(body);
		const refuse = (error: Error) => {
			onUnreadable?.(request, text);
			done(error);
		};
		if (text === '' && optional) done(null, {});
		else if (isTooDeep(text)) {
			// Not a ServiceError, so that each endpoint answers it in its own form.
			const error = new Error(`The body is nested deeper than ${MAX_DEPTH} levels`);
			refuse(Object.assign(error, { statusCode: 400 }));
		} else void parse(request, text, (error, value) => (error ? refuse(error) : done(null, value)));
	});
	if (optional) {
		scope.addHook('preValidation', (request, _reply, done) => {
			request.body ??= {};
			done();
		});
	}
}

/** Counts the brackets outside strings; a short text cannot hold too many. */
function isTooDeep(text: string): boolean {
	if (text.length <= MAX_DEPTH) return false;
	let depth = 0;
	let quoted = false;
	for (const [token] of text.matchAll(/\\.|["[\]{}]/gs)) {
		if (token === '"') quoted = !quoted;
		else if (!quoted && token.length === 1) depth += token === '[' || token === '{' ? 1 : -1;
		if (depth > MAX_DEPTH) return true;
	}
	return false;
}

/** JSON's types, in words. */
const TYPES: Readonly<Record<string, string>> = {
	string: 'a string',
	number: 'a number',
	integer: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	object: 'an object',
};
/** The pattern of a text that is not blank. */
const NOT_BLANK = '\\S';

/**
 * Checks a request against its TypeBox schema and fills in defaults. A JSON body must have exactly the types
 * of its schema, and loses the fields that it does not name. Values that arrive as text (query, path) are
 * converted first.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
	let compiled: Validator | undefined;
	return (value: unknown) => {
		// Compiled with the first request, since most endpoints of a sandbox are never called.
		compiled ??= Compile(schema);
		const complete = Value.Default(schema, value);
		const converted = httpPart === 'body' ? complete : Value.Convert(schema, complete);
		if (compiled.Check(converted)) {
			return { value: httpPart === 'body' ? Value.Clean(schema, converted) : converted };
		}
		return { error: validationErrors(schema, converted) };
	};
};

/** Lists the errors of a value against its schema, for {@link describeValidationErrors}. */
export function validationErrors(schema: TSchema, value: unknown): FastifySchemaValidationError[] {
	return Value.Errors(schema, value).map((error) => ({
		...error,
		params: { ...error.params, schema, value },
	}));
}

/**
 * Returns the answer to a request that does not match its schema: 400 in plain form (section 7), naming the
 * field.
 */
export function describeValidationErrors(errors: readonly FastifySchemaValidationError[]): ServiceError {
	// The error of `oneOf` says more than the errors of its alternatives.
	const first = errors.find(({ keyword }) => keyword === 'oneOf') ?? errors[0];
	if (first === undefined) return plainError(400, 'The request is not valid');
	const field = first.instancePath.slice(1).replaceAll('/', '.');
	const { requiredProperties } = first.params;
	if (first.keyword === 'required' && Array.isArray(requiredProperties)) {
		const missing = (requiredProperties as string[]).map((name) =>
			field === '' ? name : `${field}.${name}`,
		);
		return plainError(400, `${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} required`);
	}
	const allowsNull = errors.some(
		({ instancePath, params }) => instancePath === first.instancePath && params.type === 'null',
	);
	const orNull = first.keyword === 'type' && allowsNull ? ' or null' : '';
	return plainError(
		400,
		`${field || 'The body'} ${EXPECTATIONS[first.keyword]?.(first) ?? first.message ?? ''}${orNull}`,
	);
}

/** The expected form of a value, by the keyword of the schema that it violates. */
const EXPECTATIONS: Readonly<Record<string, (error: FastifySchemaValidationError) => string>> = {
	type: ({ params: { type } }) => `must be ${TYPES[String(type)] ?? String(type)}`,
	// The error of a field that an object must not have.
	boolean: describeUnknown,
	additionalProperties: describeUnknown,
	enum: ({ params: { allowedValues } }) => `must be one of ${(allowedValues as string[]).join(', ')}`,
	oneOf: ({ schemaPath, params: { schema } }) => `must have either ${alternativesAt(schema, schemaPath)}`,
	dependentRequired: ({ params: { property, dependencies } }) =>
		`must have ${String(dependencies)} beside ${String(property)}`,
	minimum: ({ params: { limit } }) => `must be at least ${String(limit)}`,
	maximum: ({ params: { limit } }) => `must be at most ${String(limit)}`,
	exclusiveMinimum: ({ params: { limit } }) => `must be more than ${String(limit)}`,
	minLength: ({ params: { limit } }) => atLeast(limit, 'characters'),
	maxLength: ({ params: { limit } }) => `must have at most ${String(limit)} characters`,
	minItems: ({ params: { limit } }) => atLeast(limit, 'items'),
	maxItems: ({ params: { limit } }) => `must have at most ${String(limit)} items`,
	pattern: ({ schemaPath, params: { pattern, schema } }) =>
		pattern === NOT_BLANK ? 'must not be blank' : `must be ${descriptionAt(schema, schemaPath)}`,
};

/** Says that an object must not have a field, and where the field belongs if that is known. */
function describeUnknown({ instancePath, params: { schema, value } }: FastifySchemaValidationError): string {
	const way = instancePath.slice(1).split('/');
	const place = findPlace(schema as TSchema, value, way.slice(0, -1), way.at(-1) ?? '');
	return place === undefined ? 'is not known here' : `is not known here: it belongs ${place}`;
}

/** Finds where a misplaced field belongs: inside the object that it was in, or in one around it. */
function findPlace(
	schema: TSchema,
	value: unknown,
	way: readonly string[],
	name: string,
): string | undefined {
	const [step, ...rest] = way;
	if (step === undefined) {
		const places = listPlaces(schema, name, '');
		const filled = places.filter((place) => Value.Pointer.Has(value as object, place));
		const named = (filled.length > 0 ? filled : places).map((place) => place.slice(1).replaceAll('/', '.'));
		return named.length === 0
			? undefined
			: `into ${new Intl.ListFormat('en', { type: 'disjunction' }).format(named)}`;
	}
	const { properties = {}, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema };
	const part = items ?? properties[step];
	const inner = part && findPlace(part, (value as Record<string, unknown>)[step], rest, name);
	return inner ?? (Object.hasOwn(properties, name) ? `beside ${step}` : undefined);
}

/** Lists the paths to the objects within a schema that have a field of this name. */
function listPlaces(schema: TSchema, name: string, way: string): string[] {
	const { properties = {} } = schema as { properties?: Record<string, TSchema> };
	const own = way !== '' && Object.hasOwn(properties, name) ? [way] : [];
	return [
		...own,
		...Object.entries(properties).flatMap(([part, one]) => listPlaces(one, name, `${way}/${part}`)),
	];
}

function atLeast(limit: unknown, what: string): string {
	return limit === 1 ? 'must not be empty' : `must have at least ${String(limit)} ${what}`;
}

/** Lists the fields of which an object must have one. */
function alternativesAt(schema: unknown, schemaPath: string): string {
	const { oneOf } = Value.Pointer.Get(schema, schemaPath.slice(1)) as {
		oneOf: Array<{ required: string[] }>;
	};
	return new Intl.ListFormat('en', { type: 'disjunction' }).format(oneOf.flatMap(({ required }) => required));
}

/** Returns the description of a schema with a pattern or check, which describes the expected form. */
function descriptionAt(schema: unknown, schemaPath: string): string {
	const { description } = Value.Pointer.Get(schema, schemaPath.slice(1)) as { description: string };
	return description;
}

/** The keywords of a schema that say which fields an answer has. */
interface Fields {
	readonly anyOf?: readonly TSchema[];
	readonly items?: TSchema;
	readonly properties?: Readonly<Record<string, TSchema>>;
	readonly additionalProperties?: unknown;
}

/**
 * Serializes an answer as JSON, with only the fields that its schema names.
 * @throws {TypeError} if the schema has alternatives, and the answer fits none
 */
export const compileSerializer: FastifySerializerCompiler<TSchema> =
	({ schema }) =>
	(value: unknown) =>
		JSON.stringify(withoutOthers(schema, value));

/** Returns a value without the fields that its schema does not name. */
function withoutOthers(schema: TSchema, value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	const { anyOf, items, properties, additionalProperties = false } = schema as Fields;
	if (anyOf !== undefined) {
		const objects = anyOf.filter((one) => !('type' in one) || one.type !== 'null');
		const [only] = objects;
		const fitting = objects.length === 1 ? only : objects.find((one) => Value.Check(one, value));
		// Such a value could reveal fields that must not be shown.
		if (fitting === undefined) throw new TypeError('The answer fits none of the kinds in its schema.');
		return withoutOthers(fitting, value);
	}
	if (Array.isArray(value)) {
		return items === undefined ? value : value.map((one) => withoutOthers(items, one));
	}
	if (properties === undefined) return value;
	const shown: Record<string, unknown> = additionalProperties === false ? {} : { ...value };
	for (const [name, field] of Object.entries(properties)) {
		const one = (value as Record<string, unknown>)[name];
		if (one !== undefined) shown[name] = withoutOthers(field, one);
	}
	return shown;
}
