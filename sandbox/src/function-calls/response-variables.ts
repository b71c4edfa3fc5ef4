import { compile, type JSONPathQuery, type JSONValue } from 'json-p3';
import type { CustomFunction } from '../custom-functions/schema.ts';

/**
 * Extracts values from an answer by JSON path (RFC 9535): a path that can name only one value gives that
 * value, any other path gives a list. The value is null if the path finds nothing or is not a JSON path, or
 * if the answer is not JSON.
 * @param answer null if there was none
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
		// Section 2 accepts any text as a path, and an answer may be nested too deeply to be searched.
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
