import { InvalidArgumentError, Option } from 'commander';

/** The part of JSON Schema that a command looks at. */
export interface Schema {
	readonly type?: string;
	readonly description?: string;
	readonly enum?: readonly unknown[];
	readonly default?: unknown;
	readonly anyOf?: readonly Schema[];
	readonly items?: Schema;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
/** The kinds of fields, as help shows them and in words. */
const WORDS = { text: 'text', number: 'a number', 'yes|no': 'yes or no', list: 'JSON', json: 'JSON' };

/** The option by which a field is given: `webhook_url` is `--webhook-url`. */
export function optionFor(name: string, schema: Schema): Option {
	const words = plainOf(schema).enum;
	const about = [
		schema.description,
		words && `one of ${words.join(', ')}`,
		schema.default !== undefined && `default: ${JSON.stringify(schema.default)}`,
		isNullable(schema) && '"none" clears it',
	];
	return new Option(
		`${flagOf(name)} <${kindOf(schema)}>`,
		about.filter((text) => typeof text === 'string').join('; '),
	);
}

export function flagOf(name: string): string {
	return `--${name.replaceAll('_', '-')}`;
}

/**
 * Reads a field from the command line as its schema asks: text as it is, numbers (seconds also as 15m, 24h, 2d), yes or no,
 * lists with commas between, anything else as JSON; `none` where null is allowed.
 * @throws {InvalidArgumentError} for what is not of that kind
 */
export function readField(name: string, schema: Schema, text: string): unknown {
	if (text === 'none' && isNullable(schema)) return null;
	const kind = kindOf(schema);
	if (kind === 'text') return text;
	if (kind === 'yes|no' && /^(yes|no)$/.test(text)) return text === 'yes';
	if (kind === 'list' && !/^\s*\[/.test(text)) return readList(plainOf(schema), text);
	try {
		const [, amount = text, unit = 's'] = (name.endsWith('_seconds') && /^(.*\d)([smhd])$/.exec(text)) || [];
		const value: unknown = JSON.parse(amount);
		if (kind === 'number' && typeof value === 'number') return value * (SECONDS[unit] ?? 1);
		if (kind === 'list' || kind === 'json') return value;
	} catch {
		// The error below covers what is not JSON as well.
	}
	throw new InvalidArgumentError(`It must be ${WORDS[kind]}.`);
}

/** A list of records is given by the one field that each must have. */
function readList({ items }: Schema, text: string): unknown[] {
	const words = text.split(',').map((word) => word.trim());
	const [field] = items?.required ?? [];
	return field === undefined ? words : words.map((word) => ({ [field]: word }));
}

function kindOf(schema: Schema): keyof typeof WORDS {
	const { type, enum: words } = plainOf(schema);
	if (words !== undefined || type === 'string') return 'text';
	if (type === 'integer' || type === 'number') return 'number';
	if (type === 'boolean') return 'yes|no';
	return type === 'array' ? 'list' : 'json';
}

/** The schema without the null that it may allow. */
function plainOf(schema: Schema): Schema {
	return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
}

function isNullable(schema: Schema): boolean {
	return schema.anyOf?.some(({ type }) => type === 'null') ?? false;
}
