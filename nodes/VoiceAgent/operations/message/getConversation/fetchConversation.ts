import type { IDataObject } from 'n8n-workflow';

import {
	describeConversation,
	readConversationChannel,
	toMessage,
} from '../../../../shared/conversation/conversation';
import {
	type ConversationQuery,
	ConversationReader,
} from '../../../../shared/conversation/conversationReader';
import { readReplyWindow } from '../../../../shared/conversation/replyWindow';
import { formatTranscript } from '../../../../shared/conversation/transcript';
import { withUnreadLast } from '../../../../shared/conversation/unread';
import type { ListedMessage } from '../../../../shared/wire/records';
import type { FetchedRecords, FetchRecords } from '../../../operation';

/** Which conversation is read, and how it is put out. */
interface ConversationOutput extends ConversationQuery {
	additionalBodyFields: IDataObject;
	timeZone: string;
	isOnePerMessage: boolean;
	/** True if nothing is put out once the person has written after the message that names the conversation. */
	onlyIfNewest: boolean;
}

const HINT_NOT_NEWEST =
	"The person has written again after this message, so no item comes out: 'Only If Newest' is on.";

/**
 * The fetching of a conversation: its message if one is given, then the lists of
 * the person's number in each of its forms.
 */
export const fetchConversation =
	(query: ConversationOutput): FetchRecords =>
	async (ask, { wanted, width }) => {
		const { additionalBodyFields, isOnePerMessage, onlyIfNewest, timeZone } = query;
		const reader = await ConversationReader.open(ask, query, { additionalBodyFields, width });
		const inOrder = await reader.read(wanted);
		if (onlyIfNewest && (await reader.hasNewerInbound())) return { records: [], hint: HINT_NOT_NEWEST };
		// The execution of another message may have answered without having read this one.
		const records = onlyIfNewest ? withUnreadLast(inOrder) : inOrder;
		return isOnePerMessage
			? { records: describeEach(reader, records) }
			: await describeWhole(reader, records, timeZone);
	};

/** One record for each message. */
function describeEach(reader: ConversationReader, records: readonly ListedMessage[]) {
	const conversation = describeNames(reader, records);
	return records.map((record) => ({ ...conversation, ...toMessage(record) }));
}

/** One record for all messages; an agent that reads only its beginning sees what counts most. */
async function describeWhole(
	reader: ConversationReader,
	records: readonly ListedMessage[],
	timeZone: string,
): Promise<FetchedRecords> {
	const conversation = describeNames(reader, records);
	const replyWindow = await readReplyWindow(reader, conversation.channel);
	const record = {
		...conversation,
		text: formatTranscript(records, timeZone),
		...replyWindow,
		newMessages: countNew(records),
		messages: records.map(toMessage),
	};
	return {
		records: [record],
		...(replyWindow.canReply === null && {
			hint: `'canReply' is empty, since the service does not say when ${conversation.contact} last wrote by chat app.`,
		}),
	};
}

/** Counts the messages of the person since the last one that went out; they are the last ones of the conversation. */
const countNew = (records: readonly ListedMessage[]): number =>
	records.length - 1 - records.findLastIndex(({ direction }) => direction !== 'inbound');

/** The fields that name the conversation; those of an empty one are as they were given. */
function describeNames({ threadId, contact, our }: ConversationReader, records: readonly ListedMessage[]) {
	const newest = records.at(-1);
	if (!newest) return { threadId: threadId ?? null, channel: null, contact, ourNumber: our ?? null };
	const conversation = describeConversation(newest, readConversationChannel(records));
	return { ...conversation, threadId: threadId ?? conversation.threadId };
}
