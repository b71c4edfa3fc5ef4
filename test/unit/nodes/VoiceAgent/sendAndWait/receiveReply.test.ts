import { parseReply } from '../../../../../nodes/VoiceAgent/sendAndWait/receiveReply';

/** Reads the text of a reply to a question with these IDs. */
function read(payload: unknown, path = '', questionIds: string[] = []) {
	const { text } = parseReply(payload, path, questionIds);
	return text.ok ? { text: text.value } : { text: '', reason: text.problem };
}

/** A list of messages as WhatsApp's Cloud API puts it into an event. */
const cloud = (message: object, more: object = {}) => ({
	entry: [{ changes: [{ value: { messages: [message], ...more } }] }],
});

it.each([
	['body', { event: 'chatapp.received', data: { id: '1', body: 'Yes' } }],
	['text', { text: 'Yes', from: '1' }],
	['deep in lists', cloud({ type: 'text', text: { body: 'Yes' } })],
	['beside metadata with the same names', { metadata: { text: 'Shall we?' }, data: { body: 'Yes' } }],
	['beside a list of files', { data: { body: 'Yes', media: [{ url: 'x', content_type: 'image/png' }] } }],
	['beside the same text elsewhere', { text: 'Yes\n', message: { text: 'Yes' }, content: { body: 'Yes' } }],
	['in the record, beside another around it', { text: 'No', data: { body: 'Yes' } }],
	[
		'beside those of other things',
		{ data: { body: 'Yes', profile: { text: 'No' }, media: [{ text: 'No' }] } },
	],
	['in the record, beside a thread', { data: { body: 'Yes', thread: { messages: [{ text: 'No' }] } } }],
	['beside empty fields', { body: '', text: ' ', data: { content: null, message: { text: 'Yes' } } }],
	['beside a translation', { data: { body: 'Yes', translation: { text: 'Sí' } } }],
])('finds the text under %s', (_, payload) => {
	expect(read(payload)).toEqual({ text: 'Yes' });
});

it.each([
	['the ends of lines', 'Yes\r\nplease', 'Yes\nplease'],
	['the form of a letter', 'sch\u00f6n', 'scho\u0308n'],
])('takes two texts for the same that differ only in %s', (_, body, text) => {
	expect(read({ data: { body, text } })).toEqual({ text: body });
});

describe('a text that the person did not write now', () => {
	const quote = { id: 'm0', body: 'yes' };

	it.each([
		['context', { context: { from: '1', id: 'm0', body: 'yes' } }],
		['context_info', { context_info: { message: { body: 'yes' } } }],
		['quoted', { quoted: quote }],
		['quote', { quote: { content: 'yes' } }],
		['reply_to', { reply_to: quote }],
		['replied_to', { replied_to: [quote] }],
		['InReplyTo', { InReplyTo: quote }],
		['parent', { parent: { content: 'yes' } }],
		['referral', { referral: { headline: 'Lamps', body: 'yes' } }],
	])('under %s does not count', (_, other) => {
		for (const payload of [
			{ ...other, data: { body: 'No' } },
			{ data: { body: 'No', ...other } },
			{ data: { ...other, text: { body: 'No', ...other } } },
			cloud({ type: 'text', text: { body: 'No' }, ...other }, other),
		]) {
			expect(read(payload)).toEqual({ text: 'No' });
		}
		expect(read({ data: other })).toEqual({ text: '' });
	});
});

it.each([
	[{ body: 'No', text: 'yes' }, ['body', 'text']],
	[{ data: { body: 'No', content: { text: 'yes' } } }, ['data.body', 'data.content.text']],
])('takes none of the texts in %j, and names them', (payload, differing) => {
	expect(read(payload)).toEqual({ text: '', reason: `${differing.join(' and ')} differ` });
	// Each of the paths can be entered as Reply Text Field.
	expect(differing.map((path) => read(payload, path).text)).not.toContain('');
});

it.each([
	[{}],
	[{ data: { media: [{ url: 'x' }] } }],
	[{ body: 7, text: ['Yes'] }],
	[null],
	['Yes'],
	[{ metadata: { body: 'No' } }],
	[{ messages: [{ body: 'No' }, { body: 'yes' }] }],
])('finds none in %j', (payload) => {
	expect(read(payload)).toEqual({ text: '' });
});

it('takes the one that an account names', () => {
	const payload = { body: 'No', answer: { words: 'Yes' }, context: { text: 'Perhaps' } };
	expect(read(payload, 'answer.words')).toEqual({ text: 'Yes' });
	expect(read(payload, 'context.text')).toEqual({ text: 'Perhaps' });
	expect(read(payload, 'answer')).toEqual({ text: '' });
});

describe('an answer that is tapped or sent with a photo', () => {
	const button_reply = { id: '1', title: 'Yes' };
	const list_reply = { id: 'yes', title: 'Yes', description: 'We come at 10' };

	it.each([
		['a button', { type: 'interactive', interactive: { type: 'button_reply', button_reply } }],
		['an entry of a list', { interactive: { type: 'list_reply', list_reply } }],
		['a button of a template', { type: 'button', button: { payload: 'Yes-Button', text: 'Yes' } }],
		['the caption of a photo', { type: 'image', image: { id: '7', caption: 'Yes' } }],
		['a button in another spelling', { buttonReply: { id: 'x', title: 'Yes' } }],
	])('is the text of %s', (_, message) => {
		expect(read(cloud(message))).toEqual({ text: 'Yes' });
		expect(read({ data: { message } })).toEqual({ text: 'Yes' });
		expect(read(cloud({ ...message, context: { id: 'q', body: 'No' } }))).toEqual({
			text: 'Yes',
		});
	});

	it('is none of a button that a quoted message has', () => {
		const quoted = { interactive: { button_reply } };
		expect(read({ data: { quoted, body: 'No' } })).toEqual({ text: 'No' });
		expect(read({ data: { quoted } })).toEqual({ text: '' });
	});

	it('is unclear beside another text', () => {
		expect(read({ data: { interactive: { button_reply }, body: 'No' } }).text).toBe('');
		expect(read({ data: { image: { caption: 'Yes' }, body: 'No' } }).text).toBe('');
	});

	it('is not the caption of a file where the message has a text', () => {
		const media = [
			{ kind: 'image', caption: 'The blue one' },
			{ kind: 'image', caption: 'The red one' },
		];
		expect(read({ data: { media, body: 'Which one?' } })).toEqual({ text: 'Which one?' });
		expect(read({ data: { media: media.slice(1), body: '' } })).toEqual({
			text: 'The red one',
		});
		expect(read({ data: { media, body: '' } })).toEqual({ text: 'The blue one\nThe red one' });
	});

	it('is no title of anything else', () => {
		expect(read({ data: { title: 'Yes', document: { title: 'Yes' } } })).toEqual({ text: '' });
	});
});

describe('a reaction', () => {
	const ASKED = ['wamid.question', 'm1'];

	it.each([
		['the question', { reaction: { message_id: 'wamid.question', emoji: '👍' } }],
		['the question by its stored ID', { reaction: { message_id: 'm1', emoji: '👍' } }],
		['the question, as other clients write it', { reactionMessage: { key: { id: 'm1' }, text: '👍' } }],
		['the question, beside the same text', { body: '👍', reaction: { message_id: 'm1', emoji: '👍' } }],
	])('to %s counts', (_, data) => {
		expect(read({ data }, '', ASKED)).toEqual({ text: '👍' });
		expect(read(cloud(data), '', ASKED)).toEqual({ text: '👍' });
	});

	it.each([
		['another message', { reaction: { message_id: 'wamid.other', emoji: '👍' } }],
		['another message, beside the same text', { body: '👍', reaction: { message_id: 'm2', emoji: '👍' } }],
		['an unknown message', { reaction: { emoji: '👍' } }],
		['an unknown message, as a text', { reaction: '👍' }],
		['the question, taken back', { reaction: { message_id: 'm1', emoji: '' } }],
		['two messages', { reactions: ['m1', 'm2'].map((message_id) => ({ message_id, emoji: '👍' })) }],
	])('to %s does not count', (_, data) => {
		expect(read({ data }, '', ASKED).text).toBe('');
		expect(read(cloud(data), '', ASKED).text).toBe('');
	});

	it('to the question beside another text is not certain, and the reason says so', () => {
		const data = { body: 'No', reaction: { message_id: 'm1', emoji: '👍' } };
		expect(read({ data }, '', ASKED)).toEqual({
			text: '',
			reason: 'the text and the reaction differ',
		});
	});

	it.each([
		['as a text', { body: 'Yes', reaction: '' }],
		['as an empty list', { body: 'Yes', reactions: [null] }],
		['as an object', { body: 'Yes', reaction: { message_id: 'm2', emoji: '' } }],
	])('that was taken back, %s, does not hide the text', (_, data) => {
		expect(read({ data }, '', ASKED)).toEqual({ text: 'Yes' });
	});

	it('names no message by an empty ID', () => {
		expect(read({ reaction: { message_id: '', emoji: '👍' } }, '', ['', 'm1'])).toEqual({
			text: '',
		});
	});
});
