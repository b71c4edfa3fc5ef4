import { parseEventMessage } from '../../../../nodes/messages/eventMessage';

const photo = { kind: 'image', caption: ' My lamp ' };
const parse = (data: object, event = 'chatapp.received', paths = {}) =>
	parseEventMessage({ event, payload: { event, data: { id: 'm1', ...data } } }, paths);

it.each<[string, object, object]>([
	['its text', { body: 'Hi', media: [photo] }, { text: 'Hi', chatInput: 'Hi' }],
	['its captions', { body: '', media: [photo, photo] }, { text: 'My lamp', chatInput: 'My lamp' }],
	['the names of its files', { media: [{ kind: 'image' }] }, { text: undefined, chatInput: '[photo]' }],
	['nothing', { body: '' }, { text: undefined, chatInput: undefined }],
])('has for an agent %s', (_, data, { text, chatInput }: { text?: string; chatInput?: string }) => {
	const message = parse(data);
	expect([message?.record.text, message?.chatInput]).toEqual([text, chatInput]);
});

it('has no words of a person if it went out, or if its direction is not certain', () => {
	expect(parse({ body: 'Hi' }, 'sms.sent')).not.toHaveProperty('chatInput');
	expect(parse({ body: 'STOP', direction: 'outbound' }, 'sms.received')).not.toHaveProperty('chatInput');
});

it('takes no caption where a path names the text', () => {
	const paths = { 'message.text': 'data.words' };
	expect(parse({ media: [photo], words: '' }, 'chatapp.received', paths)?.record).not.toHaveProperty('text');
});

it('has a channel and a direction behind its ID', () => {
	expect(Object.keys(parse({ body: 'Hi' })?.record ?? {}).slice(0, 3)).toEqual([
		'id',
		'channel',
		'direction',
	]);
});

it('is of no other event', () => {
	expect(parse({}, 'call.completed')).toBeUndefined();
});
