import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeListSearchItems,
} from 'n8n-workflow';

import type { Ask } from '../client/ask';
import { post } from '../client/serviceRequest';
import { isRecord } from '../text/json';
import { readOffsetPage, readValue, searchList, type ListPage } from './listSearch';
import { comparableNumber, isSameNumber } from '../wire/comparableNumber';
import { conversationEnds, readChannel } from '../wire/channel';
import type { ListedMessage } from '../wire/records';
import { CHAT_APP_WINDOW_MS } from '../wire/limits';
import { readTime } from '../wire/time';
import { readText } from '../parameters/readers';

/** The longest text that fits into a line of the list, in characters. */
const MAX_LINE_LENGTH = 80;

/** Lists the messages of the account, the newest first. */
export async function searchMessages(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchList(
		this,
		{ filter, paginationToken },
		{
			readEntries: async (offset, ask) =>
				await readOffsetPage(
					offset,
					ask,
					(range) => post('list-messages', range),
					['messages'],
					(record) => {
						const value = readValue(record.id);
						return value === undefined
							? undefined
							: {
									name: describeMessage(record as ListedMessage, this.getTimezone()),
									value,
									description: formatMessage(record),
								};
					},
				),
			describeSearched: (count) => `newest ${count} messages`,
		},
	);
}

function describeMessage(message: ListedMessage, timeZone: string): string {
	const { other } = conversationEnds(message);
	const whose = message.direction === 'outbound' ? `Outbound to ${other}` : `Inbound from ${other}`;
	const time = readTime(message.created_at);
	if (time === undefined) return whose;
	const { format } = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone });
	return `${whose}, ${format(time)}`;
}

/** Returns the text of a message in one line, or the kinds of its files if it has no text. */
export function formatMessage({ body, media }: IDataObject): string {
	const text = String(body ?? '')
		.replace(/\s+/g, ' ')
		.trim();
	if (text !== '') return text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}...` : text;
	const files = Array.isArray(media) ? media.filter(isRecord) : [];
	return files.map(({ kind }) => `[${String(kind)}]`).join(' ');
}

/**
 * Lists the people who wrote by chat app in the last 24 hours, and so may be sent a free-form message
 * (interface section 8): to the chosen business number, or to any if none is known.
 */
export async function searchRecipients(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const chosen = readText(this.getCurrentNodeParameter('phoneNumberId'));
	// An expression is not known before the node runs.
	const isKnown = /^\d+$/.test(chosen);
	const since = Date.now() - CHAT_APP_WINDOW_MS;
	return await searchList(
		this,
		{ filter, paginationToken },
		{
			async readEntries(offset, ask) {
				let isPast = false;
				const page = await readChatAppPage(offset, ask, { direction: 'inbound' }, (message) => {
					const time = readTime(message.created_at);
					if (time === undefined) return undefined;
					if (time < since) isPast = true;
					const { own, other } = conversationEnds(message);
					if (time < since || (isKnown && !isSameNumber(own, chosen))) return undefined;
					const recipient = comparableNumber(other);
					return { name: recipient, value: recipient, description: formatMessage(message) };
				});
				// Messages come newest first, so that all further ones are older.
				return isPast ? { entries: page.entries } : page;
			},
			describeSearched: (count) => `newest ${count} messages`,
		},
	);
}

/** Lists the business numbers of the newest chat-app messages: no endpoint lists the numbers themselves. */
export async function searchBusinessNumbers(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchList(
		this,
		{ filter, paginationToken },
		{
			readEntries: async (offset, ask) =>
				await readChatAppPage(offset, ask, {}, (message) => {
					const number = conversationEnds(message).own;
					return { name: number, value: number, description: formatMessage(message) };
				}),
			describeSearched: (count) => `newest ${count} messages`,
		},
	);
}

/** Reads a page of list-messages and makes entries of its chat-app messages. */
const readChatAppPage = async (
	offset: number,
	ask: Ask,
	filters: { direction?: string },
	toEntry: (message: ListedMessage) => INodeListSearchItems | undefined,
): Promise<ListPage> =>
	await readOffsetPage(
		offset,
		ask,
		(range) => post('list-messages', { ...filters, ...range }),
		['messages'],
		(record: IDataObject) => {
			const message = record as ListedMessage;
			const hasNumbers = [message.from_number, message.to_number].every(readValue);
			return hasNumbers && readChannel(message) === 'chatapp' ? toEntry(message) : undefined;
		},
	);
