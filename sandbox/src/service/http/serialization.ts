import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';

/** The keywords of a schema that say which fields an answer has. */
interface Fields {
	readonly anyOf?: readonly TSchema[];
	readonly items?: TSchema;
	readonly properties?: Readonly<Record<string, TSchema>>;
	readonly additionalProperties?: unknown;
}

/** Serializes an answer as JSON, with only the fields that its schema names. @throws {TypeError} for one of another kind */
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
		// A value of no kind that is known might show what it must not.
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
