import type { Ask } from '../client/ask';
import { ServiceError } from '../client/errors';
import { readRecord } from '../client/record';
import type { ServiceRequest } from '../client/serviceRequest';
import { InvalidParameterError } from '../parameters/invalidParameterError';
import { conversationEnds, readChannel } from '../wire/channel';
import { comparableNumber, isSameNumber } from '../wire/comparableNumber';
import type { ListedMessage } from '../wire/records';
import { compareTimes, readTime } from '../wire/time';
import { isUnread } from './unread';
import { ContactMessages, type ContactListReading, type MessageTest } from './contactMessages';

/** What names a conversation: a message of it, or the numbers. */
export interface ConversationQuery {
	/** Asks for a message of the conversation; without it, the numbers name the conversation. */
	request?: ServiceRequest | undefined;
	/** The number of the person, in any of its forms. */
	contact?: string | undefined;
	/** The number of the account; undefined if the person has written with one only. */
	our?: string | undefined;
}

/** Reads the messages between a person and one number of the account. */
export class ConversationReader {
	/** The messages of the person, also those with other numbers of the account. */
	readonly contactMessages: ContactMessages;

	private constructor(
		ask: Ask,
		reading: ContactListReading,
		/** The number of the person, as it was given or as the message has it. */
		readonly contact: string,
		/** The number of the account; undefined if none was given. */
		readonly our: string | undefined,
		/** Undefined if the conversation was named by its numbers, or the service does not say it. */
		readonly threadId: string | undefined,
		/** The message that names the conversation, if one does. */
		private readonly message?: ListedMessage,
	) {
		this.contactMessages = new ContactMessages(ask, contact, reading);
	}

	/**
	 * Finds out which conversation it is, with one request if a message names it.
	 * @throws ServiceError if the service does not give the message.
	 */
	static async open(
		ask: Ask,
		query: ConversationQuery,
		reading: ContactListReading,
	): Promise<ConversationReader> {
		const { request, contact = '', our } = query;
		if (!request) return new ConversationReader(ask, reading, contact, our, undefined);
		const form = { wrapper: 'message', recordFields: ['thread_id', 'from_number', 'to_number'] };
		const { body } = await ask(request, (answer) => readRecord(answer, form));
		const message = body as ListedMessage;
		const { own, other } = conversationEnds(message);
		const { thread_id: thread } = message;
		const threadId = typeof thread === 'string' && thread !== '' ? thread : undefined;
		return new ConversationReader(ask, reading, other, own, threadId, message);
	}

	/**
	 * Reads the newest messages, up to the wanted ones, the oldest first.
	 * @throws InvalidParameterError if the person has written with several numbers of the account, and none was
	 * named; ServiceError if the service does not answer.
	 */
	async read(wanted: number): Promise<ListedMessage[]> {
		return await this.readNewest(wanted, this.belongs);
	}

	/**
	 * Reads the newest messages before the one that names the conversation, up to the wanted ones, the oldest first; if
	 * its numbers name it, the newest of all. What went out right after that message, and so without an answer to it,
	 * comes before it as well.
	 * @throws InvalidParameterError; ServiceError. See `read`.
	 */
	async readBefore(wanted: number): Promise<ListedMessage[]> {
		const { message: named } = this;
		if (!named) return await this.read(wanted);
		if (readTime(named.created_at) === undefined) throw NO_MESSAGE_TIME;
		const isBefore = (message: ListedMessage) =>
			message.id !== named.id &&
			(compareAge(message, named) < 0 || (message.direction === 'outbound' && isUnread(named, message)));
		return await this.readNewest(wanted, (message) => this.belongs(message) && isBefore(message));
	}

	private async readNewest(wanted: number, isWanted: MessageTest): Promise<ListedMessage[]> {
		const found = await this.contactMessages.readNewest(wanted, isWanted);
		this.refuseSeveralNumbers();
		// The sort keeps the order of the list within a time; the list has the newest first.
		const newestFirst = found.sort((one, other) => compareTimes(other.created_at, one.created_at));
		return newestFirst.slice(0, wanted).reverse();
	}

	/**
	 * Tells whether the person has written in the conversation after the message that names it. Of two messages, the
	 * same one is newer for everybody who asks, also if they are of the same second. To be called after `read`.
	 * @throws ServiceError if the service does not answer.
	 */
	async hasNewerInbound(): Promise<boolean> {
		const { message: named, contactMessages } = this;
		if (!named) return false;
		// The list may give the time in another form than get-message does, so that only times of the list are compared.
		const self = contactMessages.seen.find(({ id }) => id === named.id) ?? named;
		const newer = await contactMessages.findInbound(
			(message) => this.belongs(message) && compareAge(message, self) > 0,
			({ created_at: at }) => (readTime(at) ?? Infinity) < messageTime(self),
		);
		return newer.length > 0;
	}

	/** Tells whether a message belongs to the conversation. */
	readonly belongs = (message: ListedMessage): boolean => {
		const { thread_id: threadId } = message;
		if (this.threadId !== undefined && typeof threadId === 'string') return threadId === this.threadId;
		const { own, other } = conversationEnds(message);
		return isSameNumber(other, this.contact) && (this.our === undefined || isSameNumber(own, this.our));
	};

	/**
	 * To be called whenever more was read.
	 * @throws InvalidParameterError if the person has written with several numbers of the account, and none was named.
	 */
	refuseSeveralNumbers(): void {
		if (this.our !== undefined) return;
		const numbers = new Map<string, string>();
		for (const message of this.contactMessages.seen.filter(this.belongs)) {
			const { own } = conversationEnds(message);
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

/** Without the time of a message, nobody knows which ones came before it. */
const NO_MESSAGE_TIME = new ServiceError({
	message: 'The service does not say when the message was written',
	description:
		"So it is not known what was written before it. Set 'Find By' to 'Contact Number' to read the newest messages.",
});

/** Milliseconds since 1970; a message without a readable time comes before all others. */
const messageTime = ({ created_at: at }: ListedMessage): number => readTime(at) ?? 0;

/** Compares two messages by their times, then by their IDs, for an order with the oldest first. */
function compareAge(one: ListedMessage, other: ListedMessage): number {
	const [id, otherId] = [String(one.id), String(other.id)];
	return messageTime(one) - messageTime(other) || (id < otherId ? -1 : id > otherId ? 1 : 0);
}
