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
import type { ListedMessage } from '../../../../shared/wire/records';
import type { FetchedRecords, FetchRecords } from '../../../operation';

/** Which conversation is read, and how it is put out. */
interface ConversationOutput extends Omit<ConversationQuery, 'width'> {
	timeZone: string;
	isOnePerMessage: boolean;
}

/**
 * The fetching of a conversation: its message if one is given, then the lists of
 * the person's number in each of its forms.
 */
export const fetchConversation =
	({ isOnePerMessage, timeZone, ...query }: ConversationOutput): FetchRecords =>
	async (ask, { wanted, width }) => {
		const reader = await ConversationReader.open(ask, { ...query, width });
		const records = await reader.read(wanted);
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
		messages: records.map(toMessage),
	};
	return {
		records: [record],
		...(replyWindow.canReply === null && {
			hint: `'canReply' is empty, since the service does not say when ${conversation.contact} last wrote by chat app.`,
		}),
	};
}

/** The fields that name the conversation; those of an empty one are as they were given. */
function describeNames({ threadId, contact, our }: ConversationReader, records: readonly ListedMessage[]) {
	const newest = records.at(-1);
	if (!newest) return { threadId: threadId ?? null, channel: null, contact, ourNumber: our ?? null };
	const conversation = describeConversation(newest, readConversationChannel(records));
	return { ...conversation, threadId: threadId ?? conversation.threadId };
}
