import { referenceIn, replyIn } from '../../../../../nodes/shared/wire/replyReference';

const REFERENCE = `231/8c1d-f0?question=${'0a'.repeat(16)}&repeated=0&signature=${'b1'.repeat(32)}`;

it.each(['https://n8n.example/webhook-waiting/', 'http://127.0.0.1:5678/a/path/webhook-waiting/'])(
	'knows the reference in a resume URL at %s',
	(base) => {
		expect(referenceIn(`${base}${REFERENCE}`)).toBe(REFERENCE);
	},
);

it('knows none in a URL without a question', () => {
	expect(referenceIn('https://n8n.example/webhook-waiting/7/n1?signature=ab')).toBeUndefined();
});

it('takes the reference out of a payload, wherever it is', () => {
	const metadata = { n8nReplyTo: REFERENCE, order: 1 };
	expect(replyIn({ data: { body: 'x', metadata }, copies: [{ metadata }] })).toEqual({
		references: [REFERENCE],
		payload: { data: { body: 'x', metadata: { order: 1 } }, copies: [{ metadata: { order: 1 } }] },
	});
});

it.each([
	['a text', { body: `{"n8nReplyTo":"${REFERENCE}"}` }],
	['the name of the field as a value', { body: 'n8nReplyTo' }],
	['a text that reads like the field', { body: '"n8nReplyTo"' }],
	['no payload', 'n8nReplyTo'],
	['nothing', undefined],
])('leaves %s as it is', (_, payload) => {
	expect(replyIn(payload)).toEqual({ payload, references: [] });
});

it.each([
	`https://n8n.example/${REFERENCE}`,
	`../${REFERENCE}`,
	`1/../${REFERENCE}`,
	`${REFERENCE}\n`,
	REFERENCE.replace('/', '%2f'),
	REFERENCE.replace('231', ''),
	REFERENCE.replace('231', 'x'),
	REFERENCE.replace('231', '0x1'),
	'',
	7,
	null,
	[REFERENCE],
])('takes out %j and does not use it', (value) => {
	expect(replyIn({ metadata: { n8nReplyTo: value } })).toEqual({
		references: [],
		payload: { metadata: {} },
	});
});

it('takes the reference out of metadata that is echoed as JSON text', () => {
	const metadata = JSON.stringify({ n8nReplyTo: REFERENCE, order: 1 });
	expect(replyIn({ data: { body: 'x', metadata } })).toEqual({
		references: [REFERENCE],
		payload: { data: { body: 'x', metadata: '{"order":1}' } },
	});
});

it('knows different references in the order of the payload, up to ten', () => {
	const other = REFERENCE.replace('231', '230');
	const quoted = { metadata: { n8nReplyTo: other } };
	const metadata = { n8nReplyTo: REFERENCE };
	expect(replyIn({ quoted, metadata, data: { metadata } }).references).toEqual([other, REFERENCE]);
	const many = Array.from({ length: 30 }, (_, index) => ({
		n8nReplyTo: REFERENCE.replace('231', String(index)),
	}));
	expect(replyIn({ many }).references).toHaveLength(10);
});
