import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';

/** Writes an answer as JSON: what its schema names, and nothing else. */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
	let compiled: ((value: unknown) => string) | undefined;
	return (value: unknown) => {
		// Only now: most of the endpoints of a sandbox are never asked.
		compiled ??= fastJsonStringify(schema);
		return compiled(value);
	};
};
