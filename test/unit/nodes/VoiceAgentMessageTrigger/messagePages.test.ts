import { readTime } from '../../../../nodes/VoiceAgentMessageTrigger/messagePages';

const NOON = Date.parse('2026-05-31T12:00:00Z');

it.each([
	['2026-05-31T12:00:00Z', NOON],
	['2026-05-31T12:00:00', NOON],
	['2026-05-31 12:00:00', NOON],
	['2026-05-31 12:00:00.250123+00', NOON + 250],
	['2026-05-31T14:00:00.5+02:00', NOON + 500],
	['2026-05-31T14:00+0200', NOON],
	['2026-05-31', NOON - 43_200_000],
])('%s is a time', (text, time) => {
	expect(readTime(text)).toBe(time);
});

it.each(['', 'soon', '2026', '31.05.2026 12:00', '2026-13-31T12:00:00Z', 'message 1', null, undefined, NOON])(
	'%p is none',
	(value) => {
		expect(readTime(value)).toBeUndefined();
	},
);
