import { replyTextIn } from '../../../../../../../nodes/VoiceAgent/operations/message/sendAndWait/replyText';

it.each([
	['body', { event: 'chatapp.received', data: { id: '1', body: 'Yes' } }],
	['text', { text: 'Yes', from: '1' }],
	['a message with a text', { message: { id: '1', text: 'Yes' } }],
	['deep in lists', { entry: [{ changes: [{ value: { messages: [{ text: { body: 'Yes' } }] } }] }] }],
	[
		'beside metadata with the same names',
		{ metadata: { text: 'Shall we?' }, data: { message: { body: 'Yes' } } },
	],
])('finds the text under %s', (_, payload) => {
	expect(replyTextIn(payload, '')).toBe('Yes');
});

it.each([
	[{}],
	[{ data: { media: [{ url: 'x' }] } }],
	[{ body: 7 }],
	[null],
	['Yes'],
	[{ metadata: { body: 'No' } }],
])('finds none in %j', (payload) => {
	expect(replyTextIn(payload, '')).toBe('');
});

it('takes the one that an account names', () => {
	const payload = { body: 'No', answer: { words: 'Yes' } };
	expect(replyTextIn(payload, 'answer.words')).toBe('Yes');
	expect(replyTextIn(payload, 'answer')).toBe('');
});
