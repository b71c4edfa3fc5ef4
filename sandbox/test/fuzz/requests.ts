import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc, { type Arbitrary } from 'fast-check';
import type { Operation, Schema } from '../../../test/support/openapi-operations.ts';
import { hostileValue, toJson, valueFor, withoutLongWaits } from './values.ts';

/** A request as it goes over the wire. */
export interface HostileRequest {
	readonly operation: Operation;
	readonly method: string;
	/** Path and query. */
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Buffer | null;
}

/** The material that the requests are made of. */
export interface Ground {
	readonly operations: readonly Operation[];
	/** Identifiers and words that the sandbox holds. */
	readonly known: readonly string[];
	/** Headers that open the service: the API key, the anon key. */
	readonly keys: Readonly<Record<string, string>>;
}

const AUDIO = readFileSync(join(__dirname, '../../assets/voice-note.wav'));
const FORM = 'multipart/form-data';
const BOUNDARY = 'fuzzed';
const NAMES = ['__proto__', 'constructor', 'toString', '', 'limit', 'id', 'action'];

/** Now and then something else. */
const mostly = <Value>(weight: number, usual: Arbitrary<Value>, other: Arbitrary<Value>) =>
	fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: other });

/** A request to any operation: as its schema wants it, or spoilt in one or more ways. */
export function hostileRequest(ground: Ground): Arbitrary<HostileRequest> {
	return fc.constantFrom(...ground.operations).chain((operation) =>
		fc
			.record({
				path: pathFor(operation, ground),
				query: queryFor(operation, ground),
				// The other methods, content types and keys have tests of their own.
				body: bodyFor(operation, ground),
			})
			.map(({ path, query, body }) => ({
				operation,
				method: operation.method,
				path: path + query,
				headers: { ...ground.keys, ...typeOf(operation) },
				body: operation.method === 'GET' ? null : body,
			})),
	);
}

function typeOf({ body }: Operation): Record<string, string> {
	if (body === undefined) return {};
	const boundary = body.contentType === FORM ? `; boundary=${BOUNDARY}` : '';
	return { 'content-type': body.contentType + boundary };
}

function pathFor(operation: Operation, { known }: Ground): Arbitrary<string> {
	const odd = fc.constantFrom('..', '.', '__proto__', '\u0000', '/', 'x'.repeat(3_000), ' ', '%');
	const random = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 });
	const segment = mostly(3, fc.constantFrom(...known), fc.oneof(odd, random)).map(encode);
	const names = operation.path.split('/');
	const path = fc
		.tuple(...names.map((name) => (name.startsWith('{') ? segment : fc.constant(name))))
		.map((segments) => segments.join('/'));
	const ends = ['/', '//', '/..', '/%2e%2e', '%', '%00', '%ff', '/execute', ';', '\u00ff', '*'];
	const spoilt = fc.tuple(path, fc.constantFrom(...ends)).map((parts) => parts.join(''));
	return mostly(
		20,
		path,
		fc.oneof(
			spoilt,
			path.map((whole) => `/${whole}`),
		),
	);
}

function queryFor({ path, query }: Operation, { known }: Ground): Arbitrary<string> {
	const fields = query.map(({ name, schema = {} }) => [
		name,
		mostly(5, valueFor(schema, known, name), hostileValue),
	]);
	// Not in the document: the interface shows it as part of the address.
	const grant = fc.constantFrom('password', 'refresh_token', 'client_credentials', '');
	if (path.endsWith('/token')) fields.push(['grant_type', grant]);
	// Without one the sandbox would wait as long as it thinks best.
	const requiredKeys = query.map(({ name }) => name).filter((name) => name.endsWith('_ms'));
	const record = Object.fromEntries(fields) as Record<string, Arbitrary<unknown>>;
	const asked = fc.record(record, { requiredKeys }).map((values) => {
		const pairs = Object.entries(withoutLongWaits(values) as object).map(([name, value]) => {
			const text = typeof value === 'string' ? value : toJson(value);
			return `${name}=${encode(text.slice(0, 2_000))}`;
		});
		return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
	});
	return mostly(
		20,
		asked,
		fc.constantFrom('?', '?%', '?a=%ff', '?limit=1&limit=2', '?__proto__=1', '?=', '?&'),
	);
}

/** Percent-encodes what may not stand in a path or a query; lone surrogates become what UTF-8 makes of them. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

function bodyFor({ body }: Operation, { known }: Ground): Arbitrary<Buffer | null> {
	const text = (value: Arbitrary<unknown>) => value.map((one) => Buffer.from(toJson(one)));
	if (body?.contentType === FORM) return form;
	if (body === undefined) return mostly<Buffer | null>(9, fc.constant(null), text(hostileValue));
	const right = text(valueFor(body.schema, known));
	return fc.oneof(
		{ weight: 4, arbitrary: right },
		{ weight: 8, arbitrary: text(spoiltDocument(body.schema, known)) },
		{ weight: 2, arbitrary: text(hostileValue) },
		{ weight: 3, arbitrary: right.chain(spoiltBytes) },
	);
}

/** A fitting document with a field or two put wrong, left out or added. */
function spoiltDocument(schema: Schema, known: readonly string[]): Arbitrary<unknown> {
	const names = Object.keys(schema.properties ?? {});
	if (names.length === 0) return hostileValue;
	const name = mostly(6, fc.constantFrom(...names), fc.constantFrom(...NAMES));
	const change = fc.tuple(name, fc.option(hostileValue, { freq: 6, nil: undefined }));
	const changes = fc.array(change, { minLength: 1, maxLength: 2 });
	return fc.tuple(valueFor(schema, known), changes).map(([document, changed]) =>
		// As own properties, which `__proto__` becomes only this way.
		Object.fromEntries([...Object.entries(document as object), ...changed]),
	);
}

/** Text that is no longer JSON, or no longer text. */
function spoiltBytes(document: Buffer): Arbitrary<Buffer> {
	const at = fc.nat({ max: document.length });
	const bytes = fc.uint8Array({ minLength: 1, maxLength: 6 });
	const depth = fc.integer({ min: 1, max: 100_000 });
	const word = fc.constantFrom(
		'1e400',
		'-1e400',
		'00',
		'1e',
		'"\\ud800"',
		'"\\u0000"',
		'NaN',
		'{"a":1,"a":2}',
	);
	const before = fc.constantFrom('\ufeff', ' \r\n', '//c\n', '[');
	return fc.oneof(
		at.map((end) => document.subarray(0, end)),
		fc
			.tuple(at, bytes)
			.map(([place, put]) => Buffer.concat([document.subarray(0, place), put, document.subarray(place)])),
		word.map((put) => Buffer.from(document.toString('utf8').replace(/:("[^"]*"|[\d.]+)/, `:${put}`))),
		before.map((put) => Buffer.concat([Buffer.from(put), document])),
		depth.map((levels) => Buffer.from('{"a":'.repeat(levels))),
		depth.map((levels) => Buffer.from('['.repeat(levels) + ']'.repeat(levels))),
	);
}

/** A form with parts of every kind, sometimes cut off. */
const form: Arbitrary<Buffer> = (() => {
	const random = fc.uint8Array({ maxLength: 300 });
	const content = fc.oneof(
		fc.constantFrom(AUDIO, AUDIO.subarray(0, 44), AUDIO.subarray(0, 20), Buffer.from('ID3'), Buffer.alloc(0)),
		random.map((bytes) => Buffer.concat([AUDIO.subarray(0, 60), bytes])),
		random.map((bytes) => Buffer.from(bytes)),
	);
	const name = fc.constantFrom('files', 'files', 'name', 'description', '__proto__', '', '"', 'fi\r\nles');
	const file = fc.constantFrom('a.wav', '../../x', '', 'ü'.repeat(300));
	const part = fc.tuple(name, fc.option(file), content).map(([field, fileName, bytes]) => {
		const ofFile = fileName === null ? '' : `; filename="${fileName}"\r\ncontent-type: audio/wav`;
		const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"${ofFile}\r\n\r\n`;
		return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')]);
	});
	const whole = fc
		.array(part, { maxLength: 30, size: 'max' })
		.map((parts) => Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]));
	const cut = fc.tuple(whole, fc.nat()).map(([all, at]) => all.subarray(0, at % all.length));
	return mostly(4, whole, cut);
})();
