import type { IDataObject } from 'n8n-workflow';

import { post, type ServiceRequest } from '../../../shared/client/serviceRequest';
import { isLastPage, readPage } from '../../../shared/client/page';
import { comparableText, isSameText } from '../../../shared/text/comparableText';
import { isRecord } from '../../../shared/text/json';
import { PAGE_SIZE } from '../../../shared/wire/limits';
import { comparableNumber, isSameNumber } from '../../../shared/wire/comparableNumber';
import { readLatestTime } from '../../../shared/wire/time';
import type { Ask } from '../../../shared/client/ask';
import type { FoundRecord, OutcomeFinder } from '../../operation';
import { askEachSpelling } from '../../../shared/conversation/askEachSpelling';
import { fetchMessage } from './fetchMessage';

/** Returns the ID that get-message takes, of a message that was sent; undefined if the answer has none. */
export function readStoredId({ stored }: IDataObject): string | undefined {
	const id = isRecord(stored) ? stored.id : undefined;
	return typeof id === 'string' && id !== '' ? id : undefined;
}

/**
 * Finds the message that send-chatapp-message has stored although no
 * answer says so (interface sections 2 and 4).
 */
export const findSentMessage: OutcomeFinder = {
	recordKey(request) {
		const { sender, recipient, text } = readSent(request);
		return JSON.stringify([sender, recipient, comparableText(text)]);
	},
	readId: readStoredId,
	async listRecords(request, ask, isOlder) {
		const { recipient } = readSent(request);
		const lists = await askEachSpelling(recipient, (spelling) => listNewest(spelling, ask, isOlder));
		const messages = lists.flatMap((list) => list.messages).filter((message) => isFrom(request, message));
		const found = new Map(messages.map((message) => [message.id, toFoundRecord(message)]));
		return {
			records: [...found.values()],
			isComplete: lists.every(({ isComplete }) => isComplete),
			count: Math.max(...lists.map((list) => list.messages.length)),
		};
	},
	async buildResponse({ path }, id, ask) {
		const { body, direction, status, sent_at, message_sid, delivery_error } = await fetchMessage(id, ask);
		const channel = /^send-(.+)-message$/.exec(path)?.[1];
		const stored = { id, content: body, direction, status, channel, sent_at };
		return {
			success: true,
			...(typeof message_sid === 'string' && { message_id: message_sid }),
			stored: { ...stored, ...(isRecord(delivery_error) && { delivery_error: delivery_error.reason }) },
		};
	},
	describeSearch: (request) => `the messages to ${readSent(request).recipient} for one with this text`,
};

interface Sent {
	sender: string;
	recipient: string;
	text: string;
}

/** Reads what a request sends, as it goes out with the Additional Body Fields. */
const readSent = ({ body }: ServiceRequest): Sent => ({
	sender: comparableNumber(body.phone_number_id),
	recipient: comparableNumber(body.recipient_wa_id),
	text: typeof body.message === 'string' ? body.message : '',
});

/** The most pages of messages to one spelling of a number that are read. */
const MAX_LOST_SEND_PAGES = 10;

/** The newest messages to a number. */
interface NewestMessages {
	messages: IDataObject[];
	/** True if the list ends with them, or they go back to the time before the request. */
	isComplete: boolean;
}

/** Reads the newest messages to a number, page by page, until one is older than the request. */
async function listNewest(
	number: string,
	ask: Ask,
	isOlder: (record: FoundRecord) => boolean,
): Promise<NewestMessages> {
	const messages: IDataObject[] = [];
	for (let pages = 0; pages < MAX_LOST_SEND_PAGES; pages++) {
		const range = { offset: messages.length, limit: PAGE_SIZE };
		const filters = { direction: 'outbound', phone_number: number, ...range };
		const { body: page } = await ask(post('list-messages', filters), (body) => readPage(body, ['messages']));
		messages.push(...page.records);
		const isPast = page.records.some((message) => isOlder(toFoundRecord(message)));
		if (isPast || isLastPage(page, range) === true) return { messages, isComplete: true };
	}
	return { messages, isComplete: false };
}

const toFoundRecord = ({ id, created_at: createdAt }: IDataObject): FoundRecord => ({
	id: String(id),
	createdAt: readLatestTime(createdAt) ?? NaN,
});

/** An AI agent may write the same as a workflow; that is another message. */
function isFrom(request: ServiceRequest, message: IDataObject): boolean {
	const { sender, recipient, text } = readSent(request);
	return (
		message.direction === 'outbound' &&
		message.is_ai_generated !== true &&
		typeof message.id === 'string' &&
		isSameNumber(message.from_number, sender) &&
		isSameNumber(message.to_number, recipient) &&
		isSameText(String(message.body ?? ''), text)
	);
}
