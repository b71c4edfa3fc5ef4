import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';

/** Serializes an answer as JSON, with only the fields that its schema names. */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
	let compiled: ((value: unknown) => string) | undefined;
	return (value: unknown) => {
		// Compiled with the first answer, since most endpoints of a sandbox are never called.
		compiled ??= fastJsonStringify(withNullable(schema) as Schema);
		return compiled(value);
	};
};

/**
 * Turns `anyOf` of a schema and null into that schema with `nullable`, so that values are written without
 * being validated first.
 */
function withNullable(schema: unknown): unknown {
	if (Array.isArray(schema)) return schema.map(withNullable);
	if (typeof schema !== 'object' || schema === null) return schema;
	const entries = Object.entries(schema).map(([key, value]) => [key, withNullable(value)]);
	const { anyOf, ...rest } = Object.fromEntries(entries) as { anyOf?: TSchema[] };
	if (anyOf === undefined) return rest;
	const [first, second] = anyOf;
	const mayBeNull = anyOf.length === 2 && second !== undefined && 'type' in second && second.type === 'null';
	return mayBeNull ? { ...rest, ...first, nullable: true } : { ...rest, anyOf };
}
