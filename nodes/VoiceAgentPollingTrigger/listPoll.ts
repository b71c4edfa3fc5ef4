import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { groupByConversation, toConversationItem } from '../conversation/conversationItem';
import { readListedMessage } from '../events/eventRecord';
import { writeLog, getNodeKey } from '../n8n/node';
import { type Send, createSend } from '../service/send';
import { VoiceAgentClient } from '../service/client';
import { SIMPLIFIED_LISTED_MESSAGE, simplify } from '../service/records';
import { type ListedRow, MessageReading } from './messageReading';
import { readSettings, type Settings } from './settings';
import { hashAccount, type State } from './state';

/** The most items that one poll hands over; the next polls hand over the others. */
export const MAX_ITEMS = 1_000;

const MAX_POLL_RETRIES = 4;

/** The messages that a poll hands over, oldest first. */
export interface FoundMessages {
	rows: ListedRow[];
	/** True if the next poll can hand over further messages without reading the list again. */
	hasMoreBuffered: boolean;
}

/** A poll with everything that it needs for the search. */
export interface ListPoll {
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
	/** The time from which it reads. If n8n has gone back to an older state, more of the list is needed. */
	position: number;
}

/**
 * Reads the panel and the credential before the first request: a poll that overlaps this one
 * ends the evaluation of expressions for both.
 * @param endAt The time by which the poll has to end, in milliseconds since 1970.
 * @param memory Has the reading of earlier polls, if there is any, and gets that of this one.
 * @throws InvalidParameterError for a value of the panel that cannot work; NodeOperationError for a credential that
 * cannot; the error of n8n for an expression that fails.
 */
export async function openListPoll(
	context: IPollFunctions,
	endAt: number,
	memory: { keptReading?: KeptReading } = {},
	state?: State,
): Promise<ListPoll> {
	const settings = readSettings(context);
	const client = await VoiceAgentClient.open(context, settings.authentication);
	const account = hashAccount(client, getNodeKey(context));
	const { filters, triggersOnFailedDeliveries, sentWithinHours } = settings;
	const key = JSON.stringify([account, filters, triggersOnFailedDeliveries && sentWithinHours]);
	const position = state ? ('cursor' in state ? state.cursor.floor : state.search.searchedAt) : 0;
	if (memory.keptReading?.key !== key || memory.keptReading.position > position) {
		memory.keptReading = { key, position, reading: new MessageReading(filters) };
	}
	return {
		settings,
		account,
		send: createSend(client, {
			idempotent: true,
			surface: 'polling',
			maxRetries: MAX_POLL_RETRIES,
			endAt,
		}),
		reading: memory.keptReading.reading,
		log: (level, text) => writeLog(context, level, text),
	};
}

/**
 * Makes one item per message, or per conversation if the trigger waits for pauses, in the given order, the oldest
 * first. A field of a message that the service left out stays absent.
 */
export function toPollItems(
	context: IPollFunctions,
	{ pauseMs, simplify: isSimplified }: Settings,
	rows: ListedRow[],
): INodeExecutionData[] {
	if (pauseMs === undefined) {
		return rows.map(({ message }) => ({
			json: {
				...(isSimplified ? simplify(message, SIMPLIFIED_LISTED_MESSAGE) : message),
				message: readListedMessage(message),
			},
		}));
	}
	const timeZone = context.getTimezone();
	return groupByConversation(rows).map(([first, ...others]) => ({
		json: toConversationItem([first.message, ...others.map(({ message }) => message)], timeZone),
	}));
}
