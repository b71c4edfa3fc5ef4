import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../text/json';
import { conversationEnds, readChannel, type Channel } from '../wire/channel';
import { comparableNumber } from '../wire/comparableNumber';
import type { ListedMessage } from '../wire/records';

/** The writer of a message: the person, the AI agent, or a person or workflow of the account. */
export type Writer = 'contact' | 'agent' | 'us';

/** A message of a conversation as the nodes put it out; `at` is ISO 8601. */
export interface ConversationMessage extends IDataObject {
	role: Writer;
	text: string;
	at: string;
	id: string;
	media: IDataObject[];
}

/** The fields that say which conversation it is, as the nodes put them out. */
export interface ConversationFields extends IDataObject {
	/** Null where the service does not say it. */
	threadId: string | null;
	channel: Channel;
	/** The number of the person: in E.164 for SMS, digits alone for the chat app (interface section 2). */
	contact: string;
	/** The number of the account, in the same form. */
	ourNumber: string;
}

/** Converts a listed message (interface section 2, the subset) into one of a conversation. */
export function toMessage(record: ListedMessage): ConversationMessage {
	const { direction, is_ai_generated: isFromAgent, body, created_at: at, id, media } = record;
	return {
		role: direction === 'inbound' ? 'contact' : isFromAgent === true ? 'agent' : 'us',
		text: typeof body === 'string' ? body : '',
		at,
		id,
		media: Array.isArray(media) ? (media.filter(isRecord) as IDataObject[]) : [],
	};
}

/** The channel of a conversation: the chat app if any of its messages is one of it. */
export const readConversationChannel = (records: readonly ListedMessage[]): Channel =>
	records.some((record) => readChannel(record) === 'chatapp') ? 'chatapp' : 'sms';

/** Says which conversation a message belongs to. */
export function describeConversation(newest: ListedMessage, channel: Channel): ConversationFields {
	const { own, other } = conversationEnds(newest);
	const written = (number: string) => (channel === 'chatapp' ? comparableNumber(number) : number);
	return {
		threadId: (newest.thread_id as string | undefined) ?? null,
		channel,
		contact: written(other),
		ourNumber: written(own),
	};
}
