import {
	extractReferences,
	getExecutionId,
	getQuestionKey,
	toReplyReference,
} from '../../../../nodes/events/replyReference';

const REFERENCE = `231/8c1d-f0?question=${'0a'.repeat(16)}&repeated=0&signature=${'b1'.repeat(32)}`;

/** Of n8n's engine v2: the UUID of the waiting step, and a token of another name and form. */
const STEP = '0b5e7c1a-9d42-4f60-8a3b-1c2d3e4f5a6b';
const TOKEN = `${'eyJh'.repeat(9)}.${'Ab-_'.repeat(30)}.${'c'.repeat(43)}`;
const QUESTION = `question=${'0a'.repeat(16)}&repeated=0`;
const NEXT_REFERENCES = [`${STEP}?${QUESTION}&token=${TOKEN}`, `${STEP}/node-1?token=${TOKEN}&${QUESTION}`];

const BASES = ['https://n8n.example/webhook-waiting/', 'http://127.0.0.1:5678/a/path/webhook-waiting/'];

it.each([REFERENCE, ...NEXT_REFERENCES].flatMap((reference) => BASES.map((base) => [reference, base])))(
	'knows the reference %s in a resume URL at %s, and accepts it',
	(reference, base) => {
		expect(toReplyReference(`${base}${reference}`, base)).toBe(reference);
		expect(extractReferences({ metadata: { n8nReplyTo: reference } }).references).toEqual([reference]);
	},
);

it.each([
	`https://n8n.example/webhook-waiting/7/n1?signature=${'b1'.repeat(32)}`,
	`https://n8n.example/webhook/${REFERENCE}`,
	`https://n8n.example:8443/webhook-waiting/${REFERENCE}`,
	// As long as the address that is expected.
	`https://bad.example/webhook-waiting/${REFERENCE}`,
	`https://user@n8n.example/webhook-waiting/${REFERENCE}`,
	'',
])('knows none in %s', (url) => {
	expect(toReplyReference(url, 'https://n8n.example/webhook-waiting/')).toBeUndefined();
});

it('knows the execution or the step, and the question however often it is repeated', () => {
	expect(getExecutionId(REFERENCE)).toBe('231');
	expect(NEXT_REFERENCES.map(getExecutionId)).toEqual([STEP, STEP]);
	const [next = ''] = NEXT_REFERENCES;
	for (const reference of [REFERENCE, next]) {
		const again = reference.replace('repeated=0', 'repeated=12').replace(/.$/, 'd');
		expect(extractReferences({ metadata: { n8nReplyTo: again } }).references).toEqual([again]);
		expect(getQuestionKey(again)).toBe(getQuestionKey(reference));
		expect(getQuestionKey(reference.replace('0a', '0b'))).not.toBe(getQuestionKey(reference));
	}
});

it('takes the reference out of a payload, wherever it is', () => {
	const metadata = { n8nReplyTo: REFERENCE, order: 1 };
	expect(extractReferences({ data: { body: 'x', metadata }, copies: [{ metadata }] })).toEqual({
		references: [REFERENCE],
		payload: { data: { body: 'x', metadata: { order: 1 } }, copies: [{ metadata: { order: 1 } }] },
	});
});

it.each([
	['a text', { body: `{"n8nReplyTo":"${REFERENCE}"}` }],
	['a text that reads like the field', { body: '"n8nReplyTo"' }],
	['nothing', undefined],
])('leaves %s as it is', (_, payload) => {
	expect(extractReferences(payload)).toEqual({ payload, references: [] });
});

it.each([
	`https://n8n.example/${REFERENCE}`,
	`../${REFERENCE}`,
	`${REFERENCE}\n`,
	REFERENCE.replace('/', '%2f'),
	REFERENCE.replace('231', ''),
	REFERENCE.replace('231', '0x1'),
	REFERENCE.replace(/signature=.*/, `signature=${'b'.repeat(31)}`),
	REFERENCE.replace(/&signature=.*/, ''),
	REFERENCE.replace(/question=[^&]*&/, ''),
	REFERENCE.replace('repeated=0&', ''),
	REFERENCE.replace('question=', 'question=0'),
	REFERENCE.replace('&repeated', '0&repeated'),
	REFERENCE.replace('repeated=0', 'repeated=x0'),
	REFERENCE.replace('repeated=0', 'repeated=1000'),
	`${REFERENCE}&repeated=9`,
	`${REFERENCE}#x`,
	`${REFERENCE}&host=//evil.example`,
	`${REFERENCE}&x=${'y'.repeat(3_000)}`,
	...NEXT_REFERENCES.flatMap((reference) => [
		reference.replace('0b5e7c1a', '0b5e7c1g'),
		reference.replace(STEP, 'step'),
		reference.replace(/token=[^&]*/, 'token='),
		reference.replace(/&?token=[^&]*/, ''),
	]),
	'',
	7,
	null,
	[REFERENCE],
])('takes out %j and does not use it', (value) => {
	expect(extractReferences({ metadata: { n8nReplyTo: value } })).toEqual({
		references: [],
		payload: { metadata: {} },
	});
});

it.each([
	['2,048 characters', `${REFERENCE}&x=`.padEnd(2_048, 'y'), 1],
	['2,049 characters', `${REFERENCE}&x=`.padEnd(2_049, 'y'), 0],
	['a proof of 32 characters', REFERENCE.replace(/signature=.*/, `signature=${'b'.repeat(32)}`), 1],
])('sets the limits at %s', (_, n8nReplyTo, count) => {
	expect(extractReferences({ metadata: { n8nReplyTo } }).references).toHaveLength(count);
});

it.each([
	['metadata of another sender', '{"order":1}'],
	['metadata that is no JSON', 'n8nReplyTo'],
])('leaves %s as it is beside a reference', (_, metadata) => {
	const quoted = { metadata: { n8nReplyTo: REFERENCE } };
	expect(extractReferences({ metadata, quoted })).toEqual({
		payload: { metadata, quoted: { metadata: {} } },
		references: [REFERENCE],
	});
});

it('takes the reference out of metadata that is echoed as JSON text', () => {
	const metadata = JSON.stringify({ n8nReplyTo: REFERENCE, order: 1 });
	expect(extractReferences({ data: { body: 'x', metadata } })).toEqual({
		references: [REFERENCE],
		payload: { data: { body: 'x', metadata: '{"order":1}' } },
	});
});

it('knows different references in the order of the payload, up to ten', () => {
	const other = REFERENCE.replace('231', '230');
	const quoted = { metadata: { n8nReplyTo: other } };
	const metadata = { n8nReplyTo: REFERENCE };
	expect(extractReferences({ quoted, metadata, data: { metadata } }).references).toEqual([other, REFERENCE]);
	const many = Array.from({ length: 30 }, (_, index) => ({
		n8nReplyTo: REFERENCE.replace('231', String(index)),
	}));
	expect(extractReferences({ many }).references).toHaveLength(10);
});

it('accepts nothing that leads out of the waiting webhook', () => {
	const parts = [
		'7',
		STEP,
		'..',
		'.',
		'',
		'/',
		'\\',
		'%2e%2e',
		'@evil.example',
		'node',
		':9',
		'?',
		'#',
		'\n',
		'\t',
	];
	const addresses = parts.flatMap((a) => parts.flatMap((b) => [`${a}${b}`, `${a}/${b}`, `${a}/${b}/${a}`]));
	const candidates = addresses.flatMap((address) => [
		`${address}?${QUESTION}&token=${TOKEN}`,
		`${address}&${QUESTION}&token=${TOKEN}`,
	]);
	const accepted = candidates.filter(
		(one) => extractReferences({ metadata: { n8nReplyTo: one } }).references.length > 0,
	);
	expect(new Set(accepted.map((one) => one.split('?', 1)[0]))).toEqual(
		new Set([`7/7`, `7/${STEP}`, '7/node', STEP, `${STEP}/7`, `${STEP}/${STEP}`, `${STEP}/node`]),
	);
	for (const base of BASES) {
		for (const one of accepted) expect(new URL(one, base).href).toBe(`${base}${one}`);
	}
});
