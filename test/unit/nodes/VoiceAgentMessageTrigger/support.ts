import type { ListedRow } from '../../../../nodes/VoiceAgentMessageTrigger/messagePages';

/** Some noon. */
export const START = Date.parse('2026-05-31T12:00:00.000Z');

/** A message of so many milliseconds after that noon. */
export const rowAt = (milliseconds: number, id = `at-${milliseconds}`): ListedRow => ({
	id,
	time: START + milliseconds,
	offset: 0,
	message: {
		id,
		from_number: '+14155550123',
		to_number: '+14155550100',
		direction: 'inbound',
		created_at: new Date(START + milliseconds).toISOString(),
	},
});
