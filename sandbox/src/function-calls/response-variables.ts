import { compile, type JSONPathQuery, type JSONValue } from 'json-p3';
import type { CustomFunction } from '../custom-functions/schema.ts';

/**
 * Takes the values of an answer by JSON path (RFC 9535): of a path that can name one value
 * only, that value; of any other, the list of what it finds. Null where it finds nothing,
 * is no JSON path, or the answer is no JSON.
 * @param answer null when there was none
 */
export function readResponseVariables(
	variables: CustomFunction['response_variables'],
	answer: string | null,
): Record<string, unknown> {
	const document = parse(answer);
	return Object.fromEntries(
		variables.map(({ name, json_path: path }) => [
			name,
			document === undefined ? null : readPath(path, document),
		]),
	);
}

function readPath(path: string, document: JSONValue): unknown {
	try {
		const query: JSONPathQuery = compile(path);
		const found = [...query.lazyQuery(document)].map(({ value }) => value);
		if (found.length === 0) return null;
		return query.singularQuery() ? found[0] : found;
	} catch {
		// Section 2 takes any text as a path, and an answer may be nested too deeply to search.
		return null;
	}
}

function parse(text: string | null): JSONValue | undefined {
	try {
		return text === null ? undefined : (JSON.parse(text) as JSONValue);
	} catch {
		return undefined;
	}
}
