import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { searchList, type Ask } from '../../shared/methods/listSearch';
import { recordsIn } from '../../shared/service/recordsIn';
import { channelOf, endsOf } from '../../shared/wire/channel';
import { CHAT_APP_WINDOW_HOURS, PAGE_SIZE } from '../../shared/wire/limits';
import type { ListedMessage } from '../../shared/wire/records';
import { readText } from '../execution/readers/text';
import { lineOf } from './searchMessages';

/** How many pages of messages are looked through for people and business numbers. */
const MOST_PAGES = 10;

const MINUTE = 60_000;

const WINDOW = CHAT_APP_WINDOW_HOURS * 60 * MINUTE;

/**
 * Who wrote by chat app in the last 24 hours, and so may be sent a free-form message (interface section 8): to the business number
 * that is chosen, or to any.
 */
export async function searchRecipients(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const chosen = readText(this.getCurrentNodeParameter('phoneNumberId'));
	// An expression is not known before the node runs.
	const isKnown = /^\d+$/.test(chosen);
	return await searchList(this, { filter }, async (_, ask) => {
		const since = Date.now() - WINDOW;
		const messages = await chatAppMessages(ask, { direction: 'inbound' }, since);
		const entries = firstOfEach(
			messages.filter((message) => !isKnown || endsOf(message).own === chosen),
			(message) => endsOf(message).other.replace(/^\+/, ''),
			(recipient, message) =>
				`${recipient}, ${timeLeft(Date.parse(message.created_at) - since)} left: ${lineOf(message)}`,
		);
		return { entries };
	});
}

/** The business numbers that the newest chat-app messages came to or went out from: no endpoint lists them. */
export async function searchBusinessNumbers(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await searchList(this, { filter }, async (_, ask) => {
		const entries = firstOfEach(
			await chatAppMessages(ask, {}, -Infinity),
			(message) => endsOf(message).own,
			(number, message) => `${number}, last message: ${lineOf(message)}`,
		);
		return { entries };
	});
}

/** The newest chat-app messages, as far back as that time; list-messages gives the newest first. */
async function chatAppMessages(
	ask: Ask,
	filters: { direction?: string },
	since: number,
): Promise<ListedMessage[]> {
	const found: ListedMessage[] = [];
	for (let page = 0; page < MOST_PAGES; page++) {
		const body = { ...filters, limit: PAGE_SIZE, offset: page * PAGE_SIZE };
		const messages = recordsIn(await ask('list-messages', body), ['messages']) as ListedMessage[];
		const recent = messages.filter(({ created_at: at }) => !(Date.parse(at) < since));
		found.push(...recent.filter((message) => channelOf(message) === 'chatapp'));
		if (messages.length < PAGE_SIZE || recent.length < messages.length) break;
	}
	return found;
}

/** One entry for all messages of the same key: that of the first, which is the newest. */
function firstOfEach(
	messages: ListedMessage[],
	keyOf: (message: ListedMessage) => string,
	nameOf: (key: string, message: ListedMessage) => string,
): INodeListSearchItems[] {
	const names = new Map<string, string>();
	for (const message of messages) {
		const key = keyOf(message);
		if (!names.has(key)) names.set(key, nameOf(key, message));
	}
	return [...names].map(([value, name]) => ({ name, value }));
}

/** `22 h 59 min`, rounded down, so that nobody is promised more than there is. */
function timeLeft(milliseconds: number): string {
	const minutes = Math.floor(milliseconds / MINUTE);
	return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
