import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Value } from 'typebox/value';
import { plainError, type ServiceError } from './errors.ts';

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
		`${field || 'The body'} ${WISHES[first.keyword]?.(first) ?? first.message ?? ''}${orNull}`,
	);
}

/** The expected form of a value, by the keyword of the schema that it violates. */
const WISHES: Readonly<Record<string, (error: FastifySchemaValidationError) => string>> = {
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

/** Says where a field belongs that an object must not have, if there is such a place. */
function describeUnknown({ instancePath, params: { schema, value } }: FastifySchemaValidationError): string {
	const way = instancePath.slice(1).split('/');
	const place = findPlace(schema as TSchema, value, way.slice(0, -1), way.at(-1) ?? '');
	return place === undefined ? 'is not known here' : `is not known here: it belongs ${place}`;
}

/** Finds the place of a field, given the way to the object that must not have it: in a part of that object, or around it. */
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

/** Lists the ways to the objects within one that know a field. */
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
