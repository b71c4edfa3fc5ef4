import { readFileSync } from 'node:fs';
import { Option } from 'commander';
import { parseSeconds } from '../service/time.ts';
import { CliError, toFlag } from '../client/command-line.ts';

/** The part of JSON Schema that a command reads. */
export interface Schema {
	/** A type of JSON, or `json-file` for the name of a file that holds a JSON object. */
	readonly type?: string;
	readonly description?: string;
	readonly enum?: readonly unknown[];
	readonly default?: unknown;
	readonly anyOf?: readonly Schema[];
	readonly items?: Schema;
	/** True for a list whose texts are given in one option each, since they may contain commas. */
	readonly oneByOne?: boolean;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
}

/** The names of types in help and error messages, where they differ from those of JSON Schema. */
const KINDS = { string: 'text', integer: 'number', boolean: 'yes|no', array: 'list', object: 'json' };

/** Descriptions of the values that a field takes, by its kind; a number of seconds has the kind `time`. */
const ACCEPTED: Readonly<Record<string, string>> = {
	number: 'a number',
	time: 'seconds or a span of time, like 90, 15m, 24h or 2d',
	'yes|no': 'yes or no',
	list: 'values with commas between them, or a list as JSON',
	json: 'JSON in quotation marks, like \'{"order": 17}\'',
};

/**
 * Builds the option for a field, e.g. `--webhook-url` for `webhook_url`. A boolean option without a value
 * means yes.
 */
export function buildOption(name: string, schema: Schema): Option {
	const { enum: words } = withoutNull(schema);
	const kind = schema.oneByOne ? KINDS.string : describeKind(schema);
	const flags = `${toFlag(name)} ${kind === 'yes|no' ? '[yes|no]' : `<${kind}>`}`;
	const about = [schema.description, isNullable(schema) && '"none" clears it'].filter(Boolean).join('; ');
	const option = new Option(flags, about).default(schema.default).preset('yes');
	return words === undefined ? option : option.choices(words.map(String));
}

/**
 * Converts the text of a field on the command line to the value that its schema wants. Seconds may be written as 15m, 24h
 * or 2d, and lists with commas. Objects are written as JSON, and `none` means null where null is allowed.
 * @param label what the user calls the field: its option, or its name
 * @throws {CliError} when the text is not of that kind
 */
export function readField(name: string, label: string, schema: Schema, text: string): unknown {
	if (schema.oneByOne) return [text];
	if (text === 'none' && isNullable(schema)) return null;
	const kind = describeKind(schema);
	if (kind === 'text') return text;
	if (kind === 'yes|no' && /^(yes|no)$/.test(text)) return text === 'yes';
	if (kind === 'list' && !/^\s*\[/.test(text)) return readList(withoutNull(schema), text);
	if (kind === 'json-file') return readJsonFile(label, text);
	const isTime = kind === 'number' && name.endsWith('_seconds');
	try {
		const seconds = isTime ? parseSeconds(text) : undefined;
		if (seconds !== undefined) return seconds;
		const value: unknown = JSON.parse(text);
		if (kind === 'number' && typeof value === 'number') return value;
		if (kind === 'list' || kind === 'json') return value;
	} catch {
		// The error below covers invalid JSON as well.
	}
	throw new CliError(`${label} must be ${isTime ? ACCEPTED.time : ACCEPTED[kind]}, not "${text}".`);
}

/** Reads a file, or standard input, that holds a JSON object. */
function readJsonFile(label: string, name: string): object {
	const refuse = (reason: string) => new CliError(`${label} ${name}: ${reason}`);
	let text: string;
	try {
		text = readFileSync(name === '-' ? 0 : name, 'utf8');
	} catch (error) {
		const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
		throw refuse(isMissing ? 'There is no such file.' : 'The file cannot be read.');
	}
	try {
		const value: unknown = JSON.parse(text);
		if (value instanceof Object && !Array.isArray(value)) return value;
	} catch (error) {
		throw refuse(`It does not hold JSON: ${(error as Error).message}`);
	}
	throw refuse('It does not hold a JSON object.');
}

/** Reads a list; a list of records is given by the values of the one field that each must have. */
function readList({ items }: Schema, text: string): unknown[] {
	const words = text.split(',').map((word) => word.trim());
	const [field] = items?.required ?? [];
	return field === undefined ? words : words.map((word) => ({ [field]: word }));
}

function describeKind(schema: Schema): string {
	const { type = 'object', enum: words } = withoutNull(schema);
	if (words !== undefined) return 'text';
	return type in KINDS ? KINDS[type as keyof typeof KINDS] : type;
}

/** Returns the schema without `null`, if it allows that. */
function withoutNull(schema: Schema): Schema {
	return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
}

function isNullable(schema: Schema): boolean {
	return schema.anyOf?.some(({ type }) => type === 'null') ?? false;
}
