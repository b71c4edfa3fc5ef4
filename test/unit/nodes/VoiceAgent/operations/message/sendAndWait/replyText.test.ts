import { replyTextIn } from '../../../../../../../nodes/VoiceAgent/operations/message/sendAndWait/replyText';

/** A list of messages as WhatsApp's Cloud API puts it into an event. */
const cloud = (message: object, more: object = {}) => ({
	entry: [{ changes: [{ value: { messages: [message], ...more } }] }],
});

it.each([
	['body', { event: 'chatapp.received', data: { id: '1', body: 'Yes' } }],
	['text', { text: 'Yes', from: '1' }],
	['a message with a text', { message: { id: '1', text: 'Yes' } }],
	['deep in lists', cloud({ type: 'text', text: { body: 'Yes' } })],
	['beside metadata with the same names', { metadata: { text: 'Shall we?' }, data: { body: 'Yes' } }],
	['beside a list of files', { data: { body: 'Yes', media: [{ url: 'x', content_type: 'image/png' }] } }],
	['beside the same text elsewhere', { text: 'Yes', message: { text: 'Yes\n' }, content: { body: 'Yes' } }],
	['beside empty fields', { body: '', text: ' ', data: { content: null, message: { text: 'Yes' } } }],
	['beside a translation', { data: { body: 'Yes', translation: { text: 'Sí' } } }],
])('finds the text under %s', (_, payload) => {
	expect(replyTextIn(payload, '')).toEqual({ text: 'Yes' });
});

describe('a text that the person did not write now', () => {
	const quote = { id: 'm0', body: 'yes' };

	it.each([
		['context', { context: { from: '1', id: 'm0', body: 'yes' } }],
		['contextInfo', { contextInfo: { quotedMessage: { text: 'yes' } } }],
		['context_info', { context_info: { message: { body: 'yes' } } }],
		['quoted', { quoted: quote }],
		['quotedMessage', { quotedMessage: quote }],
		['quoted_message', { quoted_message: quote }],
		['quotedMsg', { quotedMsg: quote }],
		['quotedmessage', { quotedmessage: quote }],
		['QUOTED_MESSAGE', { QUOTED_MESSAGE: quote }],
		['quote', { quote: { content: 'yes' } }],
		['reply_to', { reply_to: quote }],
		['replyTo', { replyTo: { message: quote } }],
		['reply_to_message', { reply_to_message: { message_id: 1, text: 'yes' } }],
		['replied_to', { replied_to: [quote] }],
		['repliedMessage', { repliedMessage: quote }],
		['in_reply_to', { in_reply_to: quote }],
		['InReplyTo', { InReplyTo: quote }],
		['inreplyto', { inreplyto: quote }],
		['referenced_message', { referenced_message: quote }],
		['original_message', { original_message: quote }],
		['parent', { parent: { content: 'yes' } }],
		['previousMessage', { previousMessage: quote }],
		['referral', { referral: { headline: 'Lamps', body: 'yes' } }],
	])('under %s does not count', (_, other) => {
		for (const payload of [
			{ ...other, data: { body: 'No' } },
			{ data: { body: 'No', ...other } },
			{ data: { ...other, text: { body: 'No', ...other } } },
			cloud({ type: 'text', text: { body: 'No' }, ...other }, other),
		]) {
			expect(replyTextIn(payload, '')).toEqual({ text: 'No' });
		}
		expect(replyTextIn({ data: other }, '')).toEqual({ text: '' });
	});
});

it.each([
	[{ body: 'No', text: 'yes' }, ['body', 'text']],
	[{ data: { message: { text: 'No' }, last: { body: 'yes' } } }, ['data.message.text', 'data.last.body']],
	[{ text: 'yes', data: { body: 'No' } }, ['text', 'data.body']],
	[{ messages: [{ body: 'No' }, { body: 'yes' }] }, ['messages[0].body', 'messages[1].body']],
	[
		{ data: { body: 'No', thread: { messages: [{ text: 'yes' }] } } },
		['data.body', 'data.thread.messages[0].text'],
	],
	[{ event: { message: 'New message' }, data: { body: 'yes' } }, ['event.message', 'data.body']],
	[{ body: 'Yes', 'a.b': { text: 'No' } }, ['body', "['a.b'].text"]],
])('takes none of the texts in %j, and names them', (payload, differing) => {
	expect(replyTextIn(payload, '')).toEqual({ text: '', differing });
	// Each of the paths can be entered as Reply Text Field.
	expect(differing.map((path) => replyTextIn(payload, path).text)).not.toContain('');
});

it.each([
	[{}],
	[{ data: { media: [{ url: 'x' }] } }],
	[{ body: 7, text: ['Yes'] }],
	[null],
	['Yes'],
	[{ metadata: { body: 'No' } }],
])('finds none in %j', (payload) => {
	expect(replyTextIn(payload, '')).toEqual({ text: '' });
});

it('leaves a text as it was written', () => {
	expect(replyTextIn({ data: { body: ' Yes,\n  please ' } }, '')).toEqual({ text: ' Yes,\n  please ' });
});

it('takes the one that an account names', () => {
	const payload = { body: 'No', answer: { words: 'Yes' }, context: { text: 'Perhaps' } };
	expect(replyTextIn(payload, 'answer.words')).toEqual({ text: 'Yes' });
	expect(replyTextIn(payload, 'context.text')).toEqual({ text: 'Perhaps' });
	expect(replyTextIn(payload, 'answer')).toEqual({ text: '' });
});

it('reads what is nested as deep as a stranger likes', () => {
	let payload: object = { body: 'Yes' };
	for (let depth = 0; depth < 20_000; depth++) payload = { data: payload };
	expect(replyTextIn(payload, '')).toEqual({ text: 'Yes' });
});
