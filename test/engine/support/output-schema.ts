import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A schema in the form of n8n's own: what a person can drag before a node has run. */
export interface OutputSchema {
	type: string;
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
	version?: number;
}

/** What all the values have in common; a value that is null says nothing where another says more. */
export function schemaOf(values: unknown[]): OutputSchema {
	const known = values.filter((value) => value !== null && value !== undefined);
	const [first] = known;
	if (first === undefined) return { type: 'null' };
	if (Array.isArray(first)) {
		const entries = known.flat();
		return entries.length === 0 ? { type: 'array' } : { type: 'array', items: schemaOf(entries) };
	}
	if (typeof first !== 'object') return { type: typeof first };
	const names = new Set(known.flatMap((value) => Object.keys(value as object)));
	const properties = [...names].map((name) => {
		const values = known.map((value) => (value as Record<string, unknown>)[name]);
		return [name, schemaOf(values)] as const;
	});
	return { type: 'object', properties: Object.fromEntries(properties) };
}

const nodes = join(__dirname, '..', '..', '..', 'nodes');

/** Where n8n looks for the schema of a node, and of one of its operations. */
export const schemaFile = (node: string, ...operation: string[]): string =>
	`${join(nodes, node, '__schema__', 'v1.0.0', ...operation)}.json`;

/** @throws Error when there is none. */
export const readSchema = async (file: string): Promise<OutputSchema> =>
	JSON.parse(await readFile(file, 'utf8')) as OutputSchema;
