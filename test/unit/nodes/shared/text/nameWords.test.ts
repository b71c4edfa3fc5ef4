import { toNameWords } from '../../../../../nodes/shared/text/nameWords';

it.each(['call_id', 'callId', 'CallId', 'CALL_ID', 'call-id', 'call id', '_call.id_'])(
	'reads %s as the words "call id"',
	(name) => {
		expect(toNameWords(name)).toBe('call id');
	},
);

it.each([
	['recordingUrl', 'recording url'],
	['recordingURL', 'recording url'],
	['text', 'text'],
	['', ''],
	['1', ''],
])('reads %j as the words %j', (name, words) => {
	expect(toNameWords(name)).toBe(words);
});
