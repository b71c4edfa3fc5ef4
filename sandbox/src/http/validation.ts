import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import { plainError, type ServiceError } from './errors.ts';

/**
 * Checks a request against its TypeBox schema and fills in defaults. A JSON body must have the very types; what arrives
 * as text (query, path) is converted first.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
	const compiled = Compile(schema);
	return (value: unknown) => {
		const complete = Value.Default(schema, value);
		const converted = httpPart === 'body' ? complete : Value.Convert(schema, complete);
		return compiled.Check(converted) ? { value: converted } : { error: compiled.Errors(converted) };
	};
};

/** The answer to a request that does not fit its schema: 400 in plain form (section 7), naming the field. */
export function describeMisfit(errors: readonly FastifySchemaValidationError[]): ServiceError {
	const [first] = errors;
	return plainError(400, first === undefined ? 'The request is not valid' : describe(first));
}

function describe({ keyword, instancePath, message, params }: FastifySchemaValidationError): string {
	const field = instancePath.slice(1).replaceAll('/', '.');
	if (keyword === 'required' && Array.isArray(params.requiredProperties)) {
		const missing = params.requiredProperties.map((name) => (field === '' ? name : `${field}.${name}`));
		return `${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} required`;
	}
	if (keyword === 'enum' && Array.isArray(params.allowedValues)) {
		return `${field} must be one of ${params.allowedValues.join(', ')}`;
	}
	return `${field || 'The body'} ${message}`;
}
