import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';

/** Writes an answer as JSON: what its schema names, and nothing else. */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
	let compiled: ((value: unknown) => string) | undefined;
	return (value: unknown) => {
		// Only now: most of the endpoints of a sandbox are never asked.
		compiled ??= fastJsonStringify(withNullable(schema) as Schema);
		return compiled(value);
	};
};

/**
 * Turns `anyOf` a schema or null into that schema with `nullable`: its values
 * are written without being validated first.
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
