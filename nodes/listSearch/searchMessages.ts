import type { INodeListSearchItems } from 'n8n-workflow';

import type { Send } from '../service/request';
import { type ListPage, createListSearch } from './listSearch';
import { comparableNumber, toChatAppNumber } from '../numbers/spellings';
import { CHAT_APP_WINDOW_MS } from '../messages/conversation';
import type { Message } from '../messages/message';
import { fetchMessagePages } from '../messages/messageList';
import { truncate } from '../text/strings';
import { formatLocalTime } from '../text/time';
import { toPlainText } from '../parameters/parseValue';

/** The longest text that fits into a line of the list, in characters. */
const MAX_LINE_LENGTH = 80;

const describeNewest = (count: string): string => `newest ${count} messages`;

/** Lists the messages of the account, the newest first. */
export const searchMessages = createListSearch((context) => ({
	fetchEntries: (offset, send) =>
		fetchEntryPages(offset, send, (message) => {
			const { id } = message;
			if (id === undefined) return undefined;
			const name = formatPartyAndTime(message, context.getTimezone());
			return { name, value: id, description: formatTextPreview(message) };
		}),
	describeSearched: describeNewest,
}));

function formatPartyAndTime({ direction, contact, at }: Message, timeZone: string): string {
	const words = direction === 'outbound' ? ['Outbound', 'to'] : ['Inbound', 'from'];
	const whose = contact ? [...words, contact.written].join(' ') : 'Message';
	return at === undefined ? whose : `${whose}, ${formatLocalTime(at, timeZone)}`;
}

/** Returns the text of a message in one line, or the kinds of its files if it has none. */
function formatTextPreview({ text: written, media = [] }: Pick<Message, 'text' | 'media'>): string {
	const text = written.replace(/\s+/g, ' ').trim();
	if (text !== '') return truncate(text, MAX_LINE_LENGTH);
	return media.map(({ kind }) => `[${toPlainText(kind)}]`).join(' ');
}

/**
 * Lists the people who wrote by chat app in the last 24 hours, and so may be sent a free-form
 * message: to the chosen business number, or to any if none is known.
 */
export const searchRecipients = createListSearch((context) => {
	const chosen = toPlainText(context.getCurrentNodeParameter('phoneNumberId'));
	// An expression is not known before the node runs.
	const isNumberChosen = /^\d+$/.test(chosen);
	return {
		async *fetchEntries(offset, send) {
			const pages = fetchMessagePages(send, { fields: { direction: 'inbound' }, offset });
			for await (const { messages, next, clock } of pages) {
				const windowStart = clock.now - CHAT_APP_WINDOW_MS;
				const entries = messages.flatMap(({ at, channel, contact, ourNumber, ...message }) => {
					if (at === undefined || at < windowStart || channel !== 'chatapp' || !contact) return [];
					if (isNumberChosen && ourNumber?.comparable !== comparableNumber(chosen)) return [];
					const recipient = toChatAppNumber(contact.written);
					return { name: recipient, value: recipient, description: formatTextPreview(message) };
				});
				// Messages come newest first, so that all further ones are older.
				const isEnd = messages.some(({ at = Infinity }) => at < windowStart);
				yield { entries, next: isEnd ? undefined : next };
			}
		},
		describeSearched: describeNewest,
		isRepetitive: true,
		typedMode: 'Number',
	};
});

/** Lists the business numbers of the newest chat-app messages: no endpoint lists the numbers themselves. */
export const searchBusinessNumbers = createListSearch(() => ({
	fetchEntries: (offset, send) =>
		fetchEntryPages(offset, send, (message) => {
			const { channel, contact, ourNumber } = message;
			if (channel !== 'chatapp' || !contact || !ourNumber) return undefined;
			const number = ourNumber.written;
			return { name: number, value: number, description: formatTextPreview(message) };
		}),
	describeSearched: describeNewest,
	isRepetitive: true,
}));

/**
 * Fetches pages of messages and makes entries of them.
 * @param toEntry Makes the entry for a message; returns undefined if there is none.
 */
async function* fetchEntryPages(
	offset: number,
	send: Send,
	toEntry: (message: Message) => INodeListSearchItems | undefined,
): AsyncGenerator<ListPage, void> {
	for await (const { messages, next } of fetchMessagePages(send, { offset })) {
		yield { entries: messages.flatMap((message) => toEntry(message) ?? []), next };
	}
}
