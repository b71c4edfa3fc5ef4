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
const BOUNDARY = 'fuzzed';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
const CONTENT_TYPES = [
	'text/plain',
	'application/xml',
	'application/x-www-form-urlencoded',
	'multipart/form-data',
	'a/b',
	';',
	'json',
	'application/json; charset=utf-16',
	'APPLICATION/JSON',
	'application/json;',
	'application/json, text/plain',
	`multipart/form-data; boundary=${BOUNDARY}`,
	'multipart/form-data; boundary=',
	'application/problem+json',
];
const NAMES = [
	'__proto__',
	'constructor',
	'prototype',
	'toString',
	'hasOwnProperty',
	'',
	'limit',
	'id',
	'action',
];

const often = (weight: number, rare: Arbitrary<boolean> = fc.constant(true)) =>
	fc.oneof({ weight, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: rare });

/** A request to any operation: as its schema wants it, or spoilt in one or more ways. */
export function hostileRequest(ground: Ground): Arbitrary<HostileRequest> {
	return fc.constantFrom(...ground.operations).chain((operation) =>
		fc
			.record({
				path: pathFor(operation, ground),
				method: fc.oneof(
					{ weight: 15, arbitrary: fc.constant(operation.method) },
					{ weight: 1, arbitrary: fc.constantFrom(...METHODS) },
				),
				keys: fc.oneof(
					{ weight: 15, arbitrary: fc.constant(ground.keys) },
					{ weight: 1, arbitrary: wrongKeys(ground) },
				),
				contentType: fc.oneof(
					{ weight: 15, arbitrary: fc.constant(undefined) },
					{ weight: 1, arbitrary: fc.constantFrom(...CONTENT_TYPES, null) },
				),
				body: bodyFor(operation, ground),
			})
			.map(({ path, method, keys, contentType, body }) => ({
				operation,
				method,
				path,
				headers: { ...keys, ...typeHeader(operation, contentType) },
				body: method === 'GET' || method === 'HEAD' || method === 'TRACE' ? null : body,
			})),
	);
}

/** The right one, a wrong one, or none. */
function typeHeader({ body }: Operation, contentType: string | null | undefined): Record<string, string> {
	const right =
		body?.contentType === 'multipart/form-data'
			? `multipart/form-data; boundary=${BOUNDARY}`
			: 'application/json';
	if (contentType === null || (contentType === undefined && body === undefined)) return {};
	return { 'content-type': contentType ?? right };
}

function wrongKeys({ keys }: Ground): Arbitrary<Record<string, string>> {
	const token = fc.constantFrom(
		'Bearer',
		'Bearer ',
		'Basic x:y',
		`Bearer svc_${'0'.repeat(40)}`,
		`Bearer ${'x'.repeat(6_000)}`,
		'Bearer a.b.c',
		'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.',
		`${keys.authorization ?? ''} extra`,
		'bearer \u00ff\u00fe',
	);
	return fc.oneof(
		fc.constant({}),
		fc.record({ authorization: token, apikey: fc.constantFrom('', 'x', keys.apikey ?? '') }),
	);
}

function pathFor(operation: Operation, { known }: Ground): Arbitrary<string> {
	const segment = fc.oneof(
		{ weight: 6, arbitrary: fc.constantFrom(...known) },
		{ weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }) },
		{
			weight: 1,
			arbitrary: fc.constantFrom('..', '.', '__proto__', '\u0000', '/', 'x'.repeat(3_000), ' ', '%'),
		},
	);
	const names = operation.path.split('/');
	const filled = fc
		.tuple(...names.map((name) => (name.startsWith('{') ? segment.map(encode) : fc.constant(name))))
		.map((segments) => segments.join('/'));
	const spoilt = fc
		.tuple(
			filled,
			fc.constantFrom('/', '//', '/..', '/%2e%2e', '%', '%00', '%ff', '/execute', '/x', ';', '\u00ff', '*'),
		)
		.map(([path, end]) => path + end);
	return fc
		.tuple(
			fc.oneof({ weight: 20, arbitrary: filled }, { weight: 1, arbitrary: spoilt }),
			queryFor(operation, known),
			often(25),
		)
		.map(([path, query, doubled]) => `${doubled ? path.replace('/', '//') : path}${query}`);
}

function queryFor({ path, query }: Operation, known: readonly string[]): Arbitrary<string> {
	// Not in the document: the interface shows it as part of the address.
	const grants: Record<string, Arbitrary<unknown>> = path.endsWith('/token')
		? { grant_type: fc.constantFrom('password', 'refresh_token', 'client_credentials', '') }
		: {};
	const fields = Object.fromEntries(
		query.map(({ name, schema = {} }) => [
			name,
			fc.oneof(
				{ weight: 5, arbitrary: valueFor(schema, known, name) },
				{ weight: 1, arbitrary: hostileValue },
			),
		]),
	);
	// Without one the sandbox would wait as long as it thinks best.
	const waits = query.map(({ name }) => name).filter((name) => name.endsWith('_ms'));
	const asked = fc.record({ ...fields, ...grants }, { requiredKeys: waits }).map((values) => {
		const pairs = Object.entries(withoutLongWaits(values) as object).map(
			([name, value]) =>
				`${name}=${encode((typeof value === 'string' ? value : toJson(value)).slice(0, 2_000))}`,
		);
		return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
	});
	return fc.oneof(
		{ weight: 20, arbitrary: asked },
		{
			weight: 1,
			arbitrary: fc.constantFrom('?', '?%', '?a=%ff', '?limit=1&limit=2', '?__proto__=1', '?=', '?&&&'),
		},
	);
}

/**
 * Percent-encodes what may stand neither in a path nor in a query; lone
 * surrogates become what UTF-8 makes of them.
 */
function encode(text: string): string {
	return encodeURIComponent(text.toWellFormed());
}

function bodyFor({ body }: Operation, { known }: Ground): Arbitrary<Buffer | null> {
	if (body?.contentType === 'multipart/form-data') return formFor();
	if (body === undefined)
		return fc.oneof(
			{ weight: 9, arbitrary: fc.constant(null) },
			{ weight: 1, arbitrary: text(hostileValue) },
		);
	return fc.oneof(
		{ weight: 4, arbitrary: text(valueFor(body.schema, known)) },
		{ weight: 8, arbitrary: text(spoiltDocument(body.schema, known)) },
		{ weight: 2, arbitrary: text(hostileValue) },
		{ weight: 3, arbitrary: text(valueFor(body.schema, known)).chain(spoiltBytes) },
	);
}

const text = (value: Arbitrary<unknown>): Arbitrary<Buffer> => value.map((one) => Buffer.from(toJson(one)));

/** A fitting document with a field or two put wrong, left out or added. */
function spoiltDocument(schema: Schema, known: readonly string[]): Arbitrary<unknown> {
	const names = Object.keys(schema.properties ?? {});
	if (names.length === 0) return hostileValue;
	const change = fc.record({
		name: fc.oneof(
			{ weight: 6, arbitrary: fc.constantFrom(...names) },
			{ weight: 1, arbitrary: fc.constantFrom(...NAMES) },
		),
		value: fc.option(hostileValue, { freq: 6, nil: undefined }),
	});
	return fc
		.tuple(valueFor(schema, known), fc.array(change, { minLength: 1, maxLength: 2 }))
		.map(([document, changes]) => {
			const spoilt: Array<[string, unknown]> = Object.entries(document as object);
			// As an own property, which `__proto__` becomes only this way.
			return Object.fromEntries([...spoilt, ...changes.map(({ name, value }) => [name, value] as const)]);
		});
}

/** Text that is no longer JSON, or no longer text. */
function spoiltBytes(document: Buffer): Arbitrary<Buffer> {
	const at = fc.nat({ max: document.length });
	return fc.oneof(
		at.map((end) => document.subarray(0, end)),
		fc
			.tuple(at, fc.uint8Array({ minLength: 1, maxLength: 6 }))
			.map(([position, bytes]) =>
				Buffer.concat([document.subarray(0, position), bytes, document.subarray(position)]),
			),
		fc
			.constantFrom('1e400', '-1e400', '00', '0x1', '1e', '"\\ud800"', '"\\u0000"', 'NaN', '{"a":1,"a":2}')
			.map((word) => Buffer.from(document.toString('utf8').replace(/:("[^"]*"|[\d.]+)/, `:${word}`))),
		fc
			.constantFrom('\ufeff', ' \r\n', '//c\n', '[')
			.map((before) => Buffer.concat([Buffer.from(before), document])),
		fc.integer({ min: 1, max: 100_000 }).map((depth) => Buffer.from('{"a":'.repeat(depth))),
		fc
			.integer({ min: 1, max: 100_000 })
			.map((depth) => Buffer.from(`${'['.repeat(depth)}${']'.repeat(depth)}`)),
		fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
	);
}

/** A form with parts of every kind, sometimes cut off. */
function formFor(): Arbitrary<Buffer> {
	const content = fc.oneof(
		fc.constantFrom(AUDIO, AUDIO.subarray(0, 44), AUDIO.subarray(0, 20), Buffer.from('ID3'), Buffer.alloc(0)),
		fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.concat([AUDIO.subarray(0, 60), bytes])),
		fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
	);
	const part = fc.record({
		name: fc.constantFrom('files', 'files', 'name', 'description', '__proto__', '', 'x', '"', 'fi\r\nles'),
		fileName: fc.option(fc.constantFrom('a.wav', 'b.mp3', '../../x', '', 'ü'.repeat(300))),
		content,
	});
	const parts = fc.array(part, { maxLength: 30, size: 'max' });
	return fc.tuple(parts, fc.boolean(), often(4), fc.nat()).map(([made, named, cut, at]) => {
		const name = { name: 'name', fileName: null, content: Buffer.from('A voice') };
		const lines = [...(named ? [name] : []), ...made].flatMap(({ name: field, fileName, content: bytes }) => [
			Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"`),
			Buffer.from(
				fileName === null ? '\r\n\r\n' : `; filename="${fileName}"\r\ncontent-type: audio/wav\r\n\r\n`,
			),
			bytes,
			Buffer.from('\r\n'),
		]);
		const whole = Buffer.concat([...lines, Buffer.from(`--${BOUNDARY}--\r\n`)]);
		return cut ? whole.subarray(0, at % whole.length) : whole;
	});
}
