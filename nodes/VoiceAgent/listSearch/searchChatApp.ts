import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import {
	readOffsetPage,
	readValue,
	searchList,
	type Ask,
	type ListPage,
} from '../../shared/listSearch/listSearch';
import { readChannel, conversationEnds } from '../../shared/wire/channel';
import { CHAT_APP_WINDOW_HOURS } from '../../shared/wire/limits';
import type { ListedMessage } from '../../shared/wire/records';
import { readText } from '../parameters/text';
import { formatMessage } from './searchMessages';

const WINDOW_MS = CHAT_APP_WINDOW_HOURS * 3_600_000;

/**
 * Who wrote by chat app in the last 24 hours, and so may be sent a free-form message (interface section 8): to the business number
 * that is chosen, or to any.
 */
export async function searchRecipients(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const chosen = readText(this.getCurrentNodeParameter('phoneNumberId'));
	// An expression is not known before the node runs.
	const isKnown = /^\d+$/.test(chosen);
	const since = Date.now() - WINDOW_MS;
	return await searchList(
		this,
		{ filter, paginationToken },
		{
			async readPage(offset, ask) {
				let isPast = false;
				const page = await readChatAppPage(offset, ask, { direction: 'inbound' }, (message) => {
					const time = Date.parse(message.created_at);
					if (time < since) isPast = true;
					if (!(time >= since) || (isKnown && conversationEnds(message).own !== chosen)) return undefined;
					const recipient = conversationEnds(message).other.replace(/^\+/, '');
					return { name: recipient, value: recipient, description: formatMessage(message) };
				});
				// Messages come newest first, so that all behind are older.
				return isPast ? { entries: page.entries } : page;
			},
			describeSearched: (count) => `newest ${count} messages`,
		},
	);
}

/** The business numbers that the newest chat-app messages came to or went out from: no endpoint lists them. */
export async function searchBusinessNumbers(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchList(
		this,
		{ filter, paginationToken },
		{
			readPage: async (offset, ask) =>
				await readChatAppPage(offset, ask, {}, (message) => {
					const number = conversationEnds(message).own;
					return { name: number, value: number, description: formatMessage(message) };
				}),
			describeSearched: (count) => `newest ${count} messages`,
		},
	);
}

/** Reads a page of list-messages; the entries are of the messages of the chat-app channel, one for each value. */
const readChatAppPage = async (
	offset: number,
	ask: Ask,
	filters: { direction?: string },
	toEntry: (message: ListedMessage) => INodeListSearchItems | undefined,
): Promise<ListPage> =>
	await readOffsetPage(
		offset,
		async (page) => await ask('list-messages', { ...filters, ...page }),
		['messages'],
		(record: IDataObject) => {
			const message = record as ListedMessage;
			const hasNumbers = [message.from_number, message.to_number].every(readValue);
			return hasNumbers && readChannel(message) === 'chatapp' ? toEntry(message) : undefined;
		},
	);
