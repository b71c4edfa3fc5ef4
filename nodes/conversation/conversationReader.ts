import type { Send } from '../service/send';
import { ServiceError } from '../service/errors';
import { readRecord } from '../service/response';
import { post } from '../service/serviceRequest';
import { InvalidParameterError } from '../parameters/invalidParameterError';
import { readParties, readChannel, isOfConversation, readThreadId } from './conversation';
import { comparableNumber, isSameNumber } from '../numbers/spellings';
import { type ListedMessage, hasFailed } from '../service/records';
import { readTime } from '../text/time';
import { ContactMessages, type ContactListReading, type MessageTest } from './contactMessages';

/** Identifies a conversation by one of its messages, or by the two numbers. */
export interface ConversationQuery {
	/** The ID of one of its messages; without it, the numbers identify the conversation. */
	messageId?: string | undefined;
	/** The number of the person, in any of its forms. */
	contact?: string | undefined;
	/** The number of the account; undefined if the person has written with one only. */
	ourNumber?: string | undefined;
}

/** Reads the messages between a person and one number of the account. */
export class ConversationReader {
	/** The messages of the person, also those with other numbers of the account. */
	readonly contactMessages: ContactMessages;

	private constructor(
		send: Send,
		reading: ContactListReading | undefined,
		/** The number of the person, as it was given or as the message has it. */
		readonly contact: string,
		/** The number of the account; undefined if none was given. */
		readonly ourNumber: string | undefined,
		/** Undefined if the conversation was named by its numbers, or the service does not say it. */
		readonly threadId: string | undefined,
		/** The message that names the conversation, if one does. */
		private readonly message?: ListedMessage,
	) {
		this.contactMessages = new ContactMessages(send, contact, reading);
	}

	/**
	 * Opens a conversation. If a message identifies it, that takes one request.
	 * @throws ServiceError if the service does not give the message.
	 */
	static async open(
		send: Send,
		query: ConversationQuery,
		reading?: ContactListReading,
	): Promise<ConversationReader> {
		const { messageId, contact = '', ourNumber } = query;
		if (messageId === undefined) {
			return new ConversationReader(send, reading, contact, ourNumber, undefined);
		}
		return ConversationReader.of(await fetchMessage(messageId, send), send, reading);
	}

	/** Returns the reader of the conversation that a message belongs to. */
	static of(message: ListedMessage, send: Send, reading?: ContactListReading): ConversationReader {
		const { own, other } = readParties(message);
		return new ConversationReader(send, reading, other, own, readThreadId(message), message);
	}

	/**
	 * Reads the newest messages, at most `wanted`, the oldest first.
	 * @throws InvalidParameterError if the person has written with several numbers of the account, and none was
	 * named; ServiceError if the service does not answer.
	 */
	async read(wanted: number): Promise<ListedMessage[]> {
		return await this.readNewest(wanted, this.belongs);
	}

	/**
	 * Reads the newest messages before the one that names the conversation, at most `wanted`, the oldest first; if its
	 * numbers name it, the newest of all. A message that went out too soon after that one to be its answer counts as one
	 * before it.
	 * @throws InvalidParameterError; ServiceError. See `read`.
	 */
	async readBefore(wanted: number): Promise<ListedMessage[]> {
		const { message: named } = this;
		if (!named) return await this.read(wanted);
		if (readTime(named.created_at) === undefined) throw NO_MESSAGE_TIME;
		const isBefore = (message: ListedMessage) =>
			message.id !== named.id &&
			(compareAge(message, named) < 0 ||
				(message.direction === 'outbound' && isTooSoonToAnswer(named, message)));
		return await this.readNewest(wanted, (message) => this.belongs(message) && isBefore(message));
	}

	private async readNewest(wanted: number, isWanted: MessageTest): Promise<ListedMessage[]> {
		const newestFirst = await this.contactMessages.readNewest(wanted, isWanted);
		this.refuseSeveralNumbers();
		return newestFirst.reverse();
	}

	/**
	 * Tells whether the person has written in the conversation after the message that names it. For two messages of the
	 * same second, the order is arbitrary but always the same.
	 * @throws ServiceError if the service does not answer.
	 */
	async hasNewerInbound(): Promise<boolean> {
		return (await this.readSince()).inbound.length > 0;
	}

	/**
	 * Reads the messages in the conversation after the one that names it: those of the person, and those that went out
	 * at the same time or later. `listedMessage` is that message as the list has it, whose times may have another format than
	 * those of get-message.
	 * @param sender A number of the account, whose messages to the person count as well.
	 * @throws ServiceError if the service does not answer.
	 */
	async readSince(
		sender?: string,
	): Promise<{ listedMessage?: ListedMessage; inbound: ListedMessage[]; outbound: ListedMessage[] }> {
		const { message: named, contactMessages } = this;
		if (!named) return { inbound: [], outbound: [] };
		const earliest = messageTime(named) - TIME_PRECISION_MS;
		await contactMessages.readUntil(({ created_at: at }) => (readTime(at) ?? Infinity) < earliest);
		const listedMessage = contactMessages.messages.find(({ id }) => id === named.id) ?? named;
		const others = contactMessages.messages.filter(
			(message) => message.id !== named.id && (this.belongs(message) || this.isFrom(sender, message)),
		);
		return {
			listedMessage,
			inbound: others.filter(
				(other) => other.direction === 'inbound' && compareAge(other, listedMessage) > 0,
			),
			outbound: others.filter(
				(other) => other.direction === 'outbound' && messageTime(other) >= messageTime(listedMessage),
			),
		};
	}

	private isFrom(sender: string | undefined, message: ListedMessage): boolean {
		if (sender === undefined || message.direction !== 'outbound') return false;
		const { own, other } = readParties(message);
		return isSameNumber(own, sender) && isSameNumber(other, this.contact);
	}

	/** Tells whether a message belongs to the conversation. */
	readonly belongs = (message: ListedMessage): boolean => isOfConversation(message, this);

	/**
	 * Checks what was read so far; callers call it whenever more was read.
	 * @throws InvalidParameterError if the person has written with several numbers of the account, and none was named.
	 */
	refuseSeveralNumbers(): void {
		if (this.ourNumber !== undefined) return;
		const numbers = new Map<string, string>();
		for (const message of this.contactMessages.messages.filter(this.belongs)) {
			const { own } = readParties(message);
			const channel = readChannel(message) === 'sms' ? 'SMS' : 'chat app';
			const number = comparableNumber(own);
			if (!numbers.has(number)) numbers.set(number, `${own} (${channel})`);
		}
		if (numbers.size < 2) return;
		throw new InvalidParameterError(
			`${this.contact} has conversations with several of your numbers`,
			`Enter one of them as 'Your Number': ${[...numbers.values()].join(', ')}.`,
		);
	}
}

/** Services may give times in whole seconds, in milliseconds. */
const TIME_PRECISION_MS = 1_000;

/**
 * Calls get-message.
 * @throws ServiceError if the service does not give the message.
 */
export async function fetchMessage(messageId: string, send: Send): Promise<ListedMessage> {
	const form = { wrapper: 'message', recordFields: ['thread_id', 'from_number', 'to_number', 'status'] };
	const { body } = await send(post('get-message', { message_id: messageId }), (answer) =>
		readRecord(answer, form),
	);
	return body as ListedMessage;
}

/** Without the time of a message, nobody knows which ones came before it. */
const NO_MESSAGE_TIME = new ServiceError({
	message: 'The service does not say when the message was written',
	description:
		"So it is not known what was written before it. Set 'Find By' to 'Contact Number' to read the newest messages.",
});

/** Returns the time of a message in milliseconds since 1970; one without a readable time comes before all others. */
const messageTime = ({ created_at: at }: ListedMessage): number => readTime(at) ?? 0;

/** Compares two messages by their times, then by their IDs, for an order with the oldest first. */
export function compareAge(one: ListedMessage, other: ListedMessage): number {
	const [id, otherId] = [String(one.id), String(other.id)];
	return messageTime(one) - messageTime(other) || (id < otherId ? -1 : id > otherId ? 1 : 0);
}

/**
 * Nobody reads and answers a message in less time, in milliseconds, also where the service tells times in whole
 * seconds. An automation can, but one that waits for a pause before it answers does not. A workflow takes less from its
 * last look at the conversation until its answer is stored.
 */
const MIN_ANSWER_TIME_MS = 3_000;

/**
 * Tells whether a message of the account went out too soon to answer a message of the person. The AI agents of the
 * service need no time.
 */
function isTooSoonToAnswer(inbound: ListedMessage, outbound: ListedMessage): boolean {
	if (outbound.is_ai_generated === true) return false;
	const [from, to] = [readTime(inbound.created_at), readTime(outbound.created_at)];
	return from !== undefined && to !== undefined && from <= to && to - from < MIN_ANSWER_TIME_MS;
}

/**
 * Tells whether a later message of the account answers a message of the person. One that does not arrive, or was
 * written before that could be read, does not.
 */
export const isAnswer = (inbound: ListedMessage, outbound: ListedMessage): boolean =>
	!hasFailed(outbound) && !isTooSoonToAnswer(inbound, outbound);

/**
 * Puts the person's messages that have no answer behind the last message of the account, since they wait for one.
 * @param records The oldest first.
 */
export function moveUnansweredToEnd(records: readonly ListedMessage[]): ListedMessage[] {
	const isInbound = ({ direction }: ListedMessage) => direction === 'inbound';
	const end = records.findLastIndex((record) => !isInbound(record)) + 1;
	const isUnanswered = (record: ListedMessage, index: number) =>
		isInbound(record) &&
		records.slice(index, end).every((later) => isInbound(later) || !isAnswer(record, later));
	const before = records.slice(0, end);
	return [
		...before.filter((record, index) => !isUnanswered(record, index)),
		...before.filter(isUnanswered),
		...records.slice(end),
	];
}
