import { readFileSync } from 'node:fs';
import { InvalidArgumentError, Option } from 'commander';
import { parseSeconds } from '../duration.ts';
import { toFlag } from './flag.ts';

/** The part of JSON Schema that a command looks at. */
export interface Schema {
	/** Beside JSON's types, `json-file`: the name of a file that holds a JSON object. */
	readonly type?: string;
	readonly description?: string;
	readonly enum?: readonly unknown[];
	readonly default?: unknown;
	readonly anyOf?: readonly Schema[];
	readonly items?: Schema;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
}

/** The kind of value of a field, in help and in refusals, where the type of its schema has another name. */
const KINDS = { string: 'text', integer: 'number', boolean: 'yes|no', array: 'list', object: 'json' };

/** The option by which a field is given: `webhook_url` is `--webhook-url`. Without a value it means yes. */
export function optionFor(name: string, schema: Schema): Option {
	const { enum: words } = plainOf(schema);
	const kind = kindOf(schema);
	const flags = `${toFlag(name)} ${kind === 'yes|no' ? '[yes|no]' : `<${kind}>`}`;
	const about = [schema.description, isNullable(schema) && '"none" clears it'].filter(Boolean).join('; ');
	const option = new Option(flags, about).default(schema.default).preset('yes');
	return words === undefined ? option : option.choices(words.map(String));
}

/**
 * Reads a field from the command line as its schema asks: text as it is, numbers (seconds also as 15m, 24h,
 * 2d), yes or no, lists with commas between, anything else as JSON; `none` where null is allowed.
 * @throws {InvalidArgumentError} for what is not of that kind
 */
export function readField(name: string, schema: Schema, text: string): unknown {
	if (text === 'none' && isNullable(schema)) return null;
	const kind = kindOf(schema);
	if (kind === 'text') return text;
	if (kind === 'yes|no' && /^(yes|no)$/.test(text)) return text === 'yes';
	if (kind === 'list' && !/^\s*\[/.test(text)) return readList(plainOf(schema), text);
	if (kind === 'json-file') return readJsonFile(text);
	try {
		const seconds = name.endsWith('_seconds') ? parseSeconds(text) : undefined;
		if (seconds !== undefined) return seconds;
		const value: unknown = JSON.parse(text);
		if (kind === 'number' && typeof value === 'number') return value;
		if (kind === 'list' || kind === 'json') return value;
	} catch {
		// The error below covers what is not JSON as well.
	}
	throw new InvalidArgumentError(`Expected ${kind}.`);
}

/** Reads a file, or standard input, that holds a JSON object. */
function readJsonFile(name: string): object {
	let text: string;
	try {
		text = readFileSync(name === '-' ? 0 : name, 'utf8');
	} catch (error) {
		const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
		throw new InvalidArgumentError(isMissing ? 'There is no such file.' : 'The file cannot be read.');
	}
	try {
		const value: unknown = JSON.parse(text);
		if (value instanceof Object && !Array.isArray(value)) return value;
	} catch (error) {
		throw new InvalidArgumentError(`It does not hold JSON: ${(error as Error).message}`);
	}
	throw new InvalidArgumentError('It does not hold a JSON object.');
}

/** A list of records is given by the one field that each must have. */
function readList({ items }: Schema, text: string): unknown[] {
	const words = text.split(',').map((word) => word.trim());
	const [field] = items?.required ?? [];
	return field === undefined ? words : words.map((word) => ({ [field]: word }));
}

function kindOf(schema: Schema): string {
	const { type = 'object', enum: words } = plainOf(schema);
	if (words !== undefined) return 'text';
	return type in KINDS ? KINDS[type as keyof typeof KINDS] : type;
}

/** The schema without the null that it may allow. */
function plainOf(schema: Schema): Schema {
	return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
}

function isNullable(schema: Schema): boolean {
	return schema.anyOf?.some(({ type }) => type === 'null') ?? false;
}
