import { parseJson } from '../json.ts';
import { compile, type JSONPathQuery, type JSONValue } from 'json-p3';
import type { CustomFunction } from '../custom-functions/schema.ts';
import type { MissedVariable } from './schema.ts';

/** The depth to which a field is looked for that a path has missed. */
const SEARCHED_DEPTH = 10;

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
	const document = parseJson(answer) as JSONValue | undefined;
	return Object.fromEntries(
		variables.map(({ name, json_path: path }) => [
			name,
			document === undefined ? null : (readPath(path, document) ?? null),
		]),
	);
}

/**
 * Names the variables whose path finds nothing in an answer, each with a path that would find something:
 * `$.answer` for `answer`, or the place of the first field that has the same name as the last one of the path.
 */
export function findMissed(
	variables: CustomFunction['response_variables'],
	answer: string | null,
): MissedVariable[] {
	const document = parseJson(answer) as JSONValue | undefined;
	if (document === undefined) return [];
	return variables
		.filter(({ json_path: path }) => readPath(path, document) === undefined)
		.map(({ name, json_path }) => ({ name, json_path, suggestion: suggest(json_path, document) }));
}

function suggest(path: string, document: JSONValue): string | null {
	const bare = path.trim().replace(/^\$?\.?/, '');
	const direct = bare.startsWith('[') ? `$${bare}` : `$.${bare}`;
	if (readPath(direct, document) !== undefined) return direct;
	const last = /([\p{L}_][\p{L}\p{N}_]*)\W*$/u.exec(bare)?.[1];
	return last === undefined ? null : findField(last, document, '$');
}

/** Returns the path of the first field of this name, at most `depth` levels down; null if there is none. */
function findField(name: string, value: JSONValue, path: string, depth = SEARCHED_DEPTH): string | null {
	if (typeof value !== 'object' || value === null || depth === 0) return null;
	if (!Array.isArray(value) && Object.hasOwn(value, name)) return `${path}.${name}`;
	const inside = Array.isArray(value)
		? value.map((item, index): [string, JSONValue] => [`${path}[${index}]`, item])
		: Object.entries(value).map(([field, item]): [string, JSONValue] => [pathTo(path, field), item]);
	for (const [place, item] of inside) {
		const found = findField(name, item, place, depth - 1);
		if (found !== null) return found;
	}
	return null;
}

const pathTo = (path: string, field: string) =>
	/^[\p{L}_][\p{L}\p{N}_]*$/u.test(field) ? `${path}.${field}` : `${path}[${JSON.stringify(field)}]`;

/** Returns undefined if the path finds nothing. */
function readPath(path: string, document: JSONValue): unknown {
	try {
		const query: JSONPathQuery = compile(path);
		const found = [...query.lazyQuery(document)].map(({ value }) => value);
		if (found.length === 0) return undefined;
		return query.singularQuery() ? found[0] : found;
	} catch {
		// Section 2 accepts any text as a path, and an answer may be nested too deeply to be searched.
		return undefined;
	}
}
