import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from '../../../test/support/openapi-operations.ts';

/** The longest that a request may ask the sandbox to wait, in milliseconds. */
const LONGEST_WAIT_MS = 20;
/** An address where nothing listens: no delivery of a fuzzed sandbox leaves the machine. */
const DEAD_URL = 'http://127.0.0.1:9/';

const HOSTILE_TEXTS = [
	'',
	' ',
	'\u0000',
	'a\u0000b',
	'\ud800',
	'\udfff',
	'\ufeff',
	'\u202e',
	'👩‍👩‍👧',
	'x'.repeat(70_000),
	'%00',
	'%ff',
	'../../etc/passwd',
	"' OR 1=1 --",
	'"; DROP TABLE messages; --',
	'<script>alert(1)</script>',
	'${7*7}',
	'__proto__',
	'constructor',
	'toString',
	'NaN',
	'null',
	'-1',
	'1e400',
	'true',
	'[]',
	'{}',
	'+14155550100',
	'+14155550123',
	'14155550123',
	'106540352242922',
	'+0',
	'+999999999999999999',
	'2026-01-01',
	'9999-12-31T23:59:59.999Z',
	'0000-01-01',
	'-271821-04-20T00:00:00Z',
	'24:00',
	'23:59',
	'2026-W01-1',
	'file:///etc/passwd',
	'javascript:alert(1)',
	'http://',
	DEAD_URL,
	'small',
	'10.005',
	'1e3',
	'0x10',
];
const HOSTILE_NUMBERS = [
	0,
	-0,
	-1,
	0.5,
	1,
	2 ** 31,
	2 ** 32,
	2 ** 53,
	-(2 ** 53),
	9007199254740993,
	1e21,
	1e308,
	-1e308,
	5e-324,
	8.64e15,
	8.64e15 + 1,
	253402300799999,
	65_536,
	101,
];

/** Anything that JSON can say, likely to be what nobody thought of. */
export const hostileValue: Arbitrary<unknown> = fc.oneof(
	fc.constantFrom<unknown>(...HOSTILE_TEXTS, ...HOSTILE_NUMBERS, null, true, false),
	fc.string({ unit: 'binary', maxLength: 40 }),
	fc.double(),
	fc.jsonValue({ maxDepth: 3 }),
	fc.constantFrom<unknown>(
		[],
		{},
		[[]],
		[null],
		Array.from({ length: 2_000 }, () => 0),
	),
	fc.integer({ min: 1, max: 50_000 }).map(nested),
);

/** Stands for a list within a list, `depth` times: deeper than a test can write down as a value. */
function nested(depth: number): string {
	return `@nested:${depth}@`;
}

/** A value as JSON text. */
export function toJson(value: unknown): string {
	const text = JSON.stringify(withoutLongWaits(value)) ?? '';
	return text.replace(
		/"@nested:(\d+)@"/g,
		(_whole, depth) => '['.repeat(Number(depth)) + ']'.repeat(Number(depth)),
	);
}

/**
 * Values that fit a schema, or nearly.
 * @param known identifiers, numbers and other words that the sandbox holds
 */
export function valueFor(schema: Schema, known: readonly string[], name = ''): Arbitrary<unknown> {
	if (schema.const !== undefined) return fc.constant(schema.const);
	if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
	if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => valueFor(one, known, name)));
	switch (schema.type) {
		case 'string':
			return textFor(schema, known, name);
		case 'integer':
			return numberFor(schema, name, true);
		case 'number':
			return numberFor(schema, name, false);
		case 'boolean':
			return fc.boolean();
		case 'null':
			return fc.constant(null);
		case 'array':
			return fc.array(valueFor(schema.items ?? {}, known, name), { maxLength: 4 });
		case 'object':
			return objectFor(schema, known);
		default:
			return fc.oneof(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), hostileValue);
	}
}

function objectFor({ properties = {}, required = [] }: Schema, known: readonly string[]): Arbitrary<unknown> {
	const fields = Object.fromEntries(
		Object.entries(properties).map(([name, schema]) => [name, valueFor(schema, known, name)]),
	);
	return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
}

function textFor({ pattern, format }: Schema, known: readonly string[], name: string): Arbitrary<string> {
	const time = fc
		.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
		.map((date) => date.toISOString());
	if (format === 'date-time' || /time|date|_at$|now/.test(name)) return time;
	if (/url/.test(name)) return fc.constant(DEAD_URL);
	const words = fc.constantFrom(...known);
	if (pattern !== undefined) return fc.oneof(words, fc.stringMatching(new RegExp(pattern)));
	return fc.oneof(words, words, fc.string({ maxLength: 30 }));
}

function numberFor({ minimum = -5, maximum = 1e6 }: Schema, name: string, whole: boolean): Arbitrary<number> {
	const max = name.endsWith('_ms') ? Math.min(maximum, LONGEST_WAIT_MS) : maximum;
	const min = Math.min(minimum, max);
	return whole
		? fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) })
		: fc.double({ min, max, noNaN: true });
}

/** Shortens what would only be waiting: times in milliseconds that the sandbox would accept. */
export function withoutLongWaits(value: unknown): unknown {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, one]) => [
			name,
			// An object may have a toString of its own, which is no function.
			name.endsWith('_ms') && typeof one !== 'object' && Number(one) > LONGEST_WAIT_MS
				? LONGEST_WAIT_MS
				: one,
		]),
	);
}
