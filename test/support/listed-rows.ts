import type { IDataObject } from 'n8n-workflow';

import type { DatedMessage } from '../../nodes/VoiceAgentPollingTrigger/messageReading';

/** Some noon. */
export const START = Date.parse('2026-05-31T12:00:00.000Z');

/** A message of so many milliseconds after that noon. */
export const rowAt = (milliseconds: number, id = `at-${milliseconds}`): DatedMessage => ({
	id,
	time: START + milliseconds,
	message: {
		id,
		from_number: '+14155550123',
		to_number: '+14155550100',
		direction: 'inbound',
		created_at: new Date(START + milliseconds).toISOString(),
	},
});

/** A message from a number at a time like that of `rowAt`, with other fields of the record. */
export const rowFrom = (from_number: string, milliseconds: number, more: IDataObject = {}): DatedMessage => {
	const row = rowAt(milliseconds);
	return { ...row, message: { ...row.message, from_number, ...more } };
};
