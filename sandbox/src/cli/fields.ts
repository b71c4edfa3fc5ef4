import { Option } from 'commander';
import { Complaint } from './complaint.ts';

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

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** The option by which a field is given: `webhook_url` is `--webhook-url`. */
export function optionFor(name: string, schema: Schema): Option {
	const words = plainOf(schema).enum;
	const about = [
		schema.description,
		words && `one of ${words.join(', ')}`,
		schema.default !== undefined && `default: ${JSON.stringify(schema.default)}`,
		isNullable(schema) && '"none" clears it',
	].filter((text) => typeof text === 'string');
	return new Option(`${flagOf(name)} <${kindOf(schema)}>`, about.join('; '));
}

export function flagOf(name: string): string {
	return `--${name.replaceAll('_', '-')}`;
}

/**
 * Reads a field from the command line as its schema asks: text as it is, numbers (seconds also as 15m, 24h, 2d), yes or no,
 * lists with commas between, anything else as JSON; `none` where null is allowed.
 * @throws {Complaint} for what is not of that kind
 */
export function readField(name: string, schema: Schema, text: string): unknown {
	if (text === 'none' && isNullable(schema)) return null;
	switch (kindOf(schema)) {
		case 'text':
			return text;
		case 'number':
			return readNumber(name, text);
		case 'yes|no':
			if (text !== 'yes' && text !== 'no') throw new Complaint(`${flagOf(name)} must be yes or no`);
			return text === 'yes';
		case 'list':
			return /^\s*\[/.test(text) ? readJson(name, text) : readList(plainOf(schema), text);
		default:
			return readJson(name, text);
	}
}

function readNumber(name: string, text: string): number {
	const units = name.endsWith('_seconds') ? '[smhd]?' : '';
	const [, amount, unit] = new RegExp(`^(-?\\d+(?:\\.\\d+)?)(${units})$`).exec(text) ?? [];
	if (amount === undefined) throw new Complaint(`${flagOf(name)} must be a number`);
	return Number(amount) * (SECONDS[unit as keyof typeof SECONDS] ?? 1);
}

/** A list of records is given by the one field that each must have. */
function readList({ items }: Schema, text: string): unknown[] {
	const words = text.split(',').map((word) => word.trim());
	const [field] = items?.required ?? [];
	return field === undefined ? words : words.map((word) => ({ [field]: word }));
}

function readJson(name: string, text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		throw new Complaint(`${flagOf(name)} must be JSON`);
	}
}

function kindOf(schema: Schema): 'text' | 'number' | 'yes|no' | 'list' | 'json' {
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
