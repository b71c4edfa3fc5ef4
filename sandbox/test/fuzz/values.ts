import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from '../../../test/support/openapi-operations.ts';

/** The longest that a request may ask the sandbox to wait, in milliseconds. */
const MAX_WAIT_MS = 20;
/** An address where nothing listens: no delivery of a fuzzed sandbox leaves the machine. */
const DEAD_URL = 'http://127.0.0.1:9/';

const HOSTILE_TEXTS = [
	...['', ' ', '\u0000', 'a\u0000b', '\ud800', '\udfff', '\ufeff', '\u202e', '👩‍👩‍👧', 'x'.repeat(70_000)],
	...['%00', '%ff', '../../etc/passwd', "' OR 1=1 --", '"; DROP TABLE messages; --', '${7*7}'],
	...['__proto__', 'constructor', 'toString', 'NaN', 'null', '-1', '1e400', '0x10', 'true', '[]', '{}'],
	...['+14155550100', '+14155550123', '14155550123', '106540352242922', '+0', '+999999999999999999'],
	...['2026-01-01', '9999-12-31T23:59:59.999Z', '0000-01-01', '-271821-04-20T00:00:00Z', '24:00'],
	...['file:///etc/passwd', 'javascript:alert(1)', 'http://', DEAD_URL, 'small', '10.005'],
];
const HOSTILE_NUMBERS = [
	...[0, -0, -1, 0.5, 1, 101, 65_536, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 1e21, 1e308, -1e308, 5e-324],
	...[8.64e15, 8.64e15 + 1, 253402300799999],
];

/** Anything that JSON can say, likely to be what nobody thought of. */
export const hostileValue: Arbitrary<unknown> = fc.oneof(
	fc.constantFrom<unknown>(...HOSTILE_TEXTS, ...HOSTILE_NUMBERS, null, true, false, [], {}, [[]], [null]),
	fc.string({ unit: 'binary', maxLength: 40 }),
	fc.double(),
	fc.jsonValue({ maxDepth: 3 }),
	fc.constant(Array<number>(2_000).fill(0)),
	// Lists within lists: deeper than a test can write down as a value.
	fc.integer({ min: 1, max: 50_000 }).map((depth) => `@nested:${depth}@`),
);

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
	const { items = {}, properties = {}, required = [], minimum = -5, maximum = 1e6 } = schema;
	if (schema.const !== undefined) return fc.constant(schema.const);
	if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
	if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => valueFor(one, known, name)));
	switch (schema.type) {
		case 'string':
			return textFor(schema, known, name);
		case 'integer':
			return fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) });
		case 'number':
			return fc.double({ min: minimum, max: maximum, noNaN: true });
		case 'boolean':
			return fc.boolean();
		case 'null':
			return fc.constant(null);
		case 'array':
			return fc.array(valueFor(items, known, name), { maxLength: 4 });
		case 'object': {
			const fields = Object.entries(properties).map(
				([field, one]) => [field, valueFor(one, known, field)] as const,
			);
			const requiredKeys = required.filter((field) => field in properties);
			return fc.record(Object.fromEntries(fields), { requiredKeys });
		}
		default:
			return hostileValue;
	}
}

function textFor({ pattern, format }: Schema, known: readonly string[], name: string): Arbitrary<string> {
	if (format === 'date-time' || /time|date|_at$|now/.test(name)) {
		const [min, max] = [new Date('2020-01-01'), new Date('2040-01-01')];
		return fc.date({ min, max, noInvalidDate: true }).map((date) => date.toISOString());
	}
	if (/url/.test(name)) return fc.constant(DEAD_URL);
	const words = fc.constantFrom(...known);
	if (pattern !== undefined) return fc.oneof(words, fc.stringMatching(new RegExp(pattern)));
	return fc.oneof(words, words, fc.string({ maxLength: 30 }));
}

/** Shortens what would only be waiting: times in milliseconds that the sandbox would accept. */
export function withoutLongWaits(value: unknown): unknown {
	if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, one]) => [
			name,
			// An object may have a toString of its own, which is no function.
			name.endsWith('_ms') && typeof one !== 'object' && Number(one) > MAX_WAIT_MS ? MAX_WAIT_MS : one,
		]),
	);
}
