import type { IDataObject, INodeListSearchItems } from 'n8n-workflow';

import type { Send } from '../service/send';
import { post } from '../service/serviceRequest';
import { readOffsetPages, readValue, type ListPage, createListSearch } from './listSearch';
import { isSameNumber, toChatAppNumber } from '../numbers/spellings';
import { readParties, readChannel, toMessage, CHAT_APP_WINDOW_MS } from '../conversation/conversation';
import type { ListedMessage } from '../service/records';
import { truncate } from '../text/strings';
import { formatLocalTime, readTime } from '../text/time';
import { readText } from '../parameters/readers';

/** The longest text that fits into a line of the list, in characters. */
const MAX_LINE_LENGTH = 80;

const describeNewest = (count: string): string => `newest ${count} messages`;

/** Lists the messages of the account, the newest first. */
export const searchMessages = createListSearch((context) => ({
	readEntries: (offset, send) =>
		readOffsetPages(
			offset,
			send,
			(range) => post('list-messages', range),
			['messages'],
			(record) => {
				const value = readValue(record.id);
				return value === undefined
					? undefined
					: {
							name: formatPartyAndTime(record as ListedMessage, context.getTimezone()),
							value,
							description: formatTextPreview(record as ListedMessage),
						};
			},
		),
	describeSearched: describeNewest,
}));

function formatPartyAndTime(message: ListedMessage, timeZone: string): string {
	const { other } = readParties(message);
	const whose = message.direction === 'outbound' ? `Outbound to ${other}` : `Inbound from ${other}`;
	const time = readTime(message.created_at);
	return time === undefined ? whose : `${whose}, ${formatLocalTime(time, timeZone)}`;
}

/** Returns the text of a message in one line, or the kinds of its files if it has none. */
function formatTextPreview(message: ListedMessage): string {
	const { text: written, media } = toMessage(message);
	const text = written.replace(/\s+/g, ' ').trim();
	if (text !== '') return truncate(text, MAX_LINE_LENGTH);
	return media.map(({ kind }) => `[${String(kind)}]`).join(' ');
}

/**
 * Lists the people who wrote by chat app in the last 24 hours, and so may be sent a free-form
 * message: to the chosen business number, or to any if none is known.
 */
export const searchRecipients = createListSearch((context) => {
	const chosen = readText(context.getCurrentNodeParameter('phoneNumberId'));
	// An expression is not known before the node runs.
	const isNumberChosen = /^\d+$/.test(chosen);
	return {
		async *readEntries(offset, send) {
			let reachedWindowStart = false;
			const pages = readChatAppPages(offset, send, { direction: 'inbound' }, (message, now) => {
				const time = readTime(message.created_at);
				if (time === undefined) return undefined;
				const isBeforeWindow = time < now - CHAT_APP_WINDOW_MS;
				if (isBeforeWindow) reachedWindowStart = true;
				const { own, other } = readParties(message);
				if (isBeforeWindow || (isNumberChosen && !isSameNumber(own, chosen))) return undefined;
				const recipient = toChatAppNumber(other);
				return { name: recipient, value: recipient, description: formatTextPreview(message) };
			});
			for await (const page of pages) {
				// Messages come newest first, so that all further ones are older.
				yield reachedWindowStart ? { entries: page.entries } : page;
				if (reachedWindowStart) return;
			}
		},
		describeSearched: describeNewest,
	};
});

/** Lists the business numbers of the newest chat-app messages: no endpoint lists the numbers themselves. */
export const searchBusinessNumbers = createListSearch(() => ({
	readEntries: (offset, send) =>
		readChatAppPages(offset, send, {}, (message) => {
			const number = readParties(message).own;
			return { name: number, value: number, description: formatTextPreview(message) };
		}),
	describeSearched: describeNewest,
}));

/** Reads pages of list-messages and makes entries of their chat-app messages. */
const readChatAppPages = (
	offset: number,
	send: Send,
	filters: { direction?: string },
	toEntry: (message: ListedMessage, now: number) => INodeListSearchItems | undefined,
): AsyncIterable<ListPage> =>
	readOffsetPages(
		offset,
		send,
		(range) => post('list-messages', { ...filters, ...range }),
		['messages'],
		(record: IDataObject, now) => {
			const message = record as ListedMessage;
			const hasNumbers = [message.from_number, message.to_number].every(readValue);
			return hasNumbers && readChannel(message) === 'chatapp' ? toEntry(message, now) : undefined;
		},
	);
