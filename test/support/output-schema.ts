import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A schema in the form of n8n's own: what a person can drag before a node has run. */
export interface OutputSchema {
	type: string;
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
	version?: number;
}

/**
 * Returns the paths at which values and a schema disagree: a value of another type, or a field that the
 * schema does not have. Null and an absent field agree with every schema, and an object without properties in
 * the schema may hold anything.
 */
export function mismatches(schema: OutputSchema, value: unknown, path = ''): string[] {
	if (value === null || value === undefined) return [];
	const type = Array.isArray(value) ? 'array' : typeof value;
	if (type !== schema.type) return [`${path}: ${type} instead of ${schema.type}`];
	if (Array.isArray(value)) {
		const { items } = schema;
		return items ? value.flatMap((entry) => mismatches(items, entry, `${path}[]`)) : [];
	}
	const { properties = {} } = schema;
	if (typeof value !== 'object' || Object.keys(properties).length === 0) return [];
	return Object.entries(value).flatMap(([name, one]) => {
		const at = path === '' ? name : `${path}.${name}`;
		const property = properties[name];
		return property ? mismatches(property, one, at) : [`${at}: not in the schema`];
	});
}

const nodes = join(__dirname, '..', '..', 'nodes');

/** The folder in which n8n looks for the schemas of the operations, one file each. */
export const schemaFolder = join(nodes, 'VoiceAgent', '__schema__', 'v1.0.0');

/** @throws Error when the operation has none. */
export const readSchema = async (resource: string, operation: string): Promise<OutputSchema> =>
	JSON.parse(await readFile(join(schemaFolder, resource, `${operation}.json`), 'utf8')) as OutputSchema;
