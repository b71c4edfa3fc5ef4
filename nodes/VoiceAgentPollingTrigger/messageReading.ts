import type { IDataObject } from 'n8n-workflow';

import type { ListedMessage, Message } from '../messages/message';
import { MessageList } from '../messages/messageList';
import type { Send } from '../service/request';
import { ServiceError } from '../service/failure';
import { matchesFilters, type Settings } from './settings';

/** The number of pages that are asked for at the same time. */
const MAX_PAGES_IN_FLIGHT = 5;

/** A message that has an ID and a time; without them, it could not be identified or put in order. */
export interface DatedMessage extends Message {
	id: string;
	at: number;
	/** The record of the service; undefined if the message does not start the workflow. */
	record: IDataObject | undefined;
}

/**
 * The messages from the top of the list down to where there are enough. A poll that has no time for all of them leaves
 * the reading to the next one, which continues where it stopped.
 */
export type MessageReading = MessageList<DatedMessage>;

export function createReading({ filters, triggersOnFailedDeliveries }: Settings): MessageReading {
	const { direction, phoneNumber } = filters;
	const startsWorkflow = (message: Message) =>
		matchesFilters(filters, message) && (!triggersOnFailedDeliveries || message.failed);
	const keep = ({ record, ...message }: ListedMessage): DatedMessage | undefined => {
		const { id, at } = message;
		if (id === undefined || at === undefined) return undefined;
		return { ...message, id, at, record: startsWorkflow(message) ? record : undefined };
	};
	return new MessageList(
		{
			number: phoneNumber === '' ? undefined : phoneNumber,
			fields: direction === 'any' ? {} : { direction },
			maxInFlight: MAX_PAGES_IN_FLIGHT,
		},
		keep,
	);
}

/**
 * Reads further pages until each list has reached a message from before a time, or ends.
 * @param findEarliest Returns that time, in milliseconds since 1970.
 * @throws ServiceError if the service does not answer, or the list cannot be used.
 */
export async function readDownTo(
	reading: MessageReading,
	send: Send,
	findEarliest: () => number,
): Promise<void> {
	await reading.read(send, ({ kept, added }) => {
		if (added.length > 0 && kept.length === 0) throw NO_ID_OR_TIME_ERROR;
		const oldest = kept.at(-1);
		return oldest !== undefined && oldest.at < findEarliest();
	});
}

/** Returns the messages that were read, oldest first; those of the same time are in the reversed order of the list. */
export const toOldestFirst = (reading: MessageReading): DatedMessage[] =>
	reading.messages.toReversed().sort((one, other) => one.at - other.at);

/** Returns the time of the newest message; one that is dated in the future counts as sent now. */
export const findNewestTime = ({ messages, firstAnswer }: MessageReading): number =>
	Math.min(messages[0]?.at ?? 0, firstAnswer?.latest ?? 0);

const NO_ID_OR_TIME_ERROR = new ServiceError({
	message: 'The service lists messages without a readable ID or time',
	description: 'So it is not known which of them are new. Report this to the service.',
});

/** The most items that one poll hands over; the next polls hand over the others. */
export const MAX_ITEMS = 1_000;

/** The messages that a poll hands over, oldest first. */
export interface FoundMessages {
	rows: DatedMessage[];
	/** True if the next poll can hand over further messages without reading the list again. */
	hasMoreBuffered: boolean;
}

/** Holds the settings, the account and the messages read so far of one poll. */
export interface PollRun {
	settings: Settings;
	/** The account that the credential leads to. */
	account: string;
	send: Send;
	reading: MessageReading;
	log(level: 'info' | 'warn', text: string): void;
}

/** A reading that the next poll continues. */
export interface KeptReading {
	reading: MessageReading;
	/** The list and the settings with which it is read. */
	key: string;
	/** The time from which it reads. If n8n has gone back to an older state, the reading is discarded. */
	position: number;
}
