import type { IDataObject } from 'n8n-workflow';

import { type Message, parseListedMessage } from '../../nodes/messages/message';
import type { DatedMessage } from '../../nodes/VoiceAgentPollingTrigger/messageSearch';

/** Some noon. */
export const START = Date.parse('2026-05-31T12:00:00.000Z');

/** A message of a list, with these fields of its record. */
export const listedMessage = (more: IDataObject = {}): Message =>
	parseListedMessage({
		id: 'm1',
		from_number: '+14155550123',
		to_number: '+14155550100',
		direction: 'inbound',
		created_at: '2026-05-31T12:00:00.000Z',
		...more,
	});

/** A message from a number, so many milliseconds after that noon, with other fields of the record. */
export function rowFrom(from_number: string, milliseconds: number, more: IDataObject = {}): DatedMessage {
	const id = `at-${milliseconds}`;
	const created_at = new Date(START + milliseconds).toISOString();
	const message = listedMessage({ id, from_number, created_at, ...more });
	return { ...message, id: message.id ?? id, at: message.at ?? 0, record: undefined };
}

/** A message of so many milliseconds after that noon. */
export const rowAt = (milliseconds: number, id = `at-${milliseconds}`): DatedMessage =>
	rowFrom('+14155550123', milliseconds, { id });
