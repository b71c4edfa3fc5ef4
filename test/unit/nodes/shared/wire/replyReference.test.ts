import { replyIn, resumeUrlOf } from '../../../../../nodes/shared/wire/replyReference';

const REFERENCE = `231/8c1d-f0?question=${'0a'.repeat(16)}&repeated=0&signature=${'b1'.repeat(32)}`;

it.each(['https://n8n.example/webhook-waiting/', 'http://127.0.0.1:5678/a/path/webhook-waiting/'])(
	'takes a resume URL at %s apart',
	(base) => {
		expect(resumeUrlOf(`${base}${REFERENCE}`)).toEqual({ base, reference: REFERENCE });
	},
);

it('knows the base of a URL without a question', () => {
	expect(resumeUrlOf('https://n8n.example/webhook-waiting/7/n1?signature=ab')).toEqual({
		base: 'https://n8n.example/webhook-waiting/',
		reference: undefined,
	});
});

it('takes the reference out of a payload, wherever it is', () => {
	const metadata = { n8nReplyTo: REFERENCE, order: 1 };
	expect(replyIn({ data: { body: 'x', metadata }, copies: [{ metadata }] })).toEqual({
		reference: REFERENCE,
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
	expect(replyIn(payload)).toEqual({ payload, reference: undefined });
});

it.each([
	`https://n8n.example/${REFERENCE}`,
	`../${REFERENCE}`,
	`1/../${REFERENCE}`,
	`${REFERENCE}\n`,
	REFERENCE.replace('/', '%2f'),
	REFERENCE.replace('231', ''),
	'',
	7,
	null,
	[REFERENCE],
])('takes out %j and does not use it', (value) => {
	expect(replyIn({ metadata: { n8nReplyTo: value } })).toEqual({
		reference: undefined,
		payload: { metadata: {} },
	});
});
