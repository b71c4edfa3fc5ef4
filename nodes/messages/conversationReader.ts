import type { IDataObject } from 'n8n-workflow';

import type { Send } from '../service/request';
import { ServiceError } from '../service/failure';
import { InvalidParameterError } from '../parameters/invalidParameterError';
import { compareAge, isOfConversation, toTimeMs } from './conversation';
import { type Message, type Party, toParty } from './message';
import { fetchMessage, MessageList } from './messageList';

/** Identifies a conversation by one of its messages, or by the two numbers. */
export interface ConversationQuery {
	/** The ID of one of its messages; without it, the numbers identify the conversation. */
	messageId?: string | undefined;
	/** The number of the person, in any of its forms. */
	contact?: string | undefined;
	/** The number of the account; undefined if the person has written with one only. */
	ourNumber?: string | undefined;
}

/** How the list of the person's messages is read. */
interface ConversationReading {
	/** Fields to add to each list request. */
	additionalBodyFields?: IDataObject;
	/** The number of requests that may be in flight; one by default. */
	maxInFlight?: number;
}

/** Tests a message. */
export type MessageTest = (message: Message) => boolean;

/** Fetches the messages between a person and one number of the account. */
export class ConversationReader {
	/** The messages of the person, also those with other numbers of the account. */
	private readonly list: MessageList<Message>;

	private constructor(
		private readonly send: Send,
		{ additionalBodyFields, maxInFlight }: ConversationReading,
		/** The person, as given or as the message has it. */
		readonly contact: Party,
		/** The number of the account; undefined if none was given. */
		readonly ourNumber: Party | undefined,
		/** Undefined if the conversation was named by its numbers, or the service does not say it. */
		readonly threadId: string | undefined,
		/** The message that names the conversation, if one does. */
		private readonly message?: Message,
	) {
		const query = {
			number: contact.written,
			...(additionalBodyFields && { fields: additionalBodyFields }),
			...(maxInFlight !== undefined && { maxInFlight }),
		};
		this.list = new MessageList(query, ({ record: _, ...message }) => message);
	}

	/**
	 * Opens a conversation. If a message identifies it, that takes one request.
	 * @throws ServiceError if the service does not give the message, or not with the person's number.
	 */
	static async open(
		send: Send,
		{ messageId, contact = '', ourNumber }: ConversationQuery,
		reading: ConversationReading = {},
	): Promise<ConversationReader> {
		if (messageId !== undefined) {
			return ConversationReader.of(await fetchMessage(messageId, send), send, reading);
		}
		const own = ourNumber === undefined ? undefined : toParty(ourNumber);
		return new ConversationReader(send, reading, toParty(contact), own, undefined);
	}

	/**
	 * Returns the reader of the conversation that a message belongs to.
	 * @throws ServiceError if the message does not say who the person is.
	 */
	static of(message: Message, send: Send, reading: ConversationReading = {}): ConversationReader {
		const { contact, ourNumber, threadId } = message;
		if (!contact) throw NO_CONTACT;
		return new ConversationReader(send, reading, contact, ourNumber, threadId, message);
	}

	/** The messages of the person that were read, also those with other numbers of the account, the newest first. */
	get messages(): Message[] {
		return this.list.messages;
	}

	/** The time of the service, or of this machine where it does not tell, in milliseconds since 1970. */
	get now(): number {
		return this.list.now;
	}

	/**
	 * Fetches the newest messages, at most `wanted`, the oldest first.
	 * @throws InvalidParameterError if the person has written with several numbers of the account, and none was
	 * named; ServiceError if the service does not answer.
	 */
	async fetchNewest(wanted: number): Promise<Message[]> {
		return await this.fetchNewestThat(wanted, this.isOfThisConversation);
	}

	/**
	 * Fetches the newest messages before the one that names the conversation, at most `wanted`, the oldest first; if its
	 * numbers name it, the newest of all. A message that went out too soon after that one to be its answer counts as one
	 * before it.
	 * @throws InvalidParameterError; ServiceError. See `fetchNewest`.
	 */
	async fetchBefore(wanted: number): Promise<Message[]> {
		const { message: named } = this;
		if (!named) return await this.fetchNewest(wanted);
		if (named.at === undefined) throw NO_MESSAGE_TIME;
		const isBefore = (message: Message) =>
			message.id !== named.id &&
			(compareAge(message, named) < 0 ||
				(message.direction === 'outbound' && isTooSoonToAnswer(named, message)));
		return await this.fetchNewestThat(
			wanted,
			(message) => this.isOfThisConversation(message) && isBefore(message),
		);
	}

	private async fetchNewestThat(wanted: number, isWanted: MessageTest): Promise<Message[]> {
		await this.list.fetchUntil(this.send, ({ kept }) => kept.filter(isWanted).length >= wanted);
		this.refuseSeveralNumbers();
		return this.messages.filter(isWanted).slice(0, wanted).reverse();
	}

	/**
	 * Fetches further pages until the list of each spelling of the number has a message that passes the test, or ends.
	 * @throws InvalidParameterError; ServiceError. See `fetchNewest`.
	 */
	async fetchUntil(isEnough: MessageTest): Promise<void> {
		await this.list.fetchUntil(this.send, ({ kept }) => kept.some(isEnough));
		this.refuseSeveralNumbers();
	}

	/**
	 * Tells whether the person has written in the conversation after the message that names it. For two messages of the
	 * same second, the order is arbitrary but always the same.
	 * @throws ServiceError if the service does not answer.
	 */
	async hasNewerInbound(): Promise<boolean> {
		return (await this.fetchSince()).inbound.length > 0;
	}

	/**
	 * Fetches the messages in the conversation after the one that names it: those of the person, and those that went out
	 * at the same time or later. `listedMessage` is that message as the list has it, whose times may have another format than
	 * those of get-message.
	 * @param sender A number of the account, whose messages to the person count as well.
	 * @throws ServiceError if the service does not answer.
	 */
	async fetchSince(
		sender?: string,
	): Promise<{ listedMessage?: Message; inbound: Message[]; outbound: Message[] }> {
		const { message: named } = this;
		if (!named) return { inbound: [], outbound: [] };
		const earliest = toTimeMs(named) - TIME_PRECISION_MS;
		await this.list.fetchUntil(this.send, ({ kept }) => kept.some(({ at = Infinity }) => at < earliest));
		const listedMessage = this.messages.find(({ id }) => id === named.id) ?? named;
		const from = sender === undefined ? undefined : toParty(sender);
		const isFromSender = (message: Message) =>
			from !== undefined && isOfConversation(message, { contact: this.contact, ourNumber: from });
		const others = this.messages.filter((message) => message.id !== named.id);
		return {
			listedMessage,
			inbound: others.filter(
				(other) =>
					other.direction === 'inbound' &&
					this.isOfThisConversation(other) &&
					compareAge(other, listedMessage) > 0,
			),
			outbound: others.filter(
				(other) =>
					other.direction === 'outbound' &&
					(this.isOfThisConversation(other) || isFromSender(other)) &&
					toTimeMs(other) >= toTimeMs(listedMessage),
			),
		};
	}

	/** Tells whether a message belongs to the conversation. */
	readonly isOfThisConversation = (message: Message): boolean => isOfConversation(message, this);

	/** @throws InvalidParameterError if the person has written with several numbers of the account, and none was named. */
	private refuseSeveralNumbers(): void {
		if (this.ourNumber !== undefined) return;
		const numbers = new Map<string, string>();
		for (const { ourNumber, channel } of this.messages.filter(this.isOfThisConversation)) {
			if (!ourNumber || numbers.has(ourNumber.comparable)) continue;
			numbers.set(ourNumber.comparable, `${ourNumber.written} (${channel === 'sms' ? 'SMS' : 'chat app'})`);
		}
		if (numbers.size < 2) return;
		throw new InvalidParameterError(
			`${this.contact.written} has conversations with several of your numbers`,
			`Enter one of them as 'Your Number': ${[...numbers.values()].join(', ')}.`,
		);
	}
}

/** Services may give times in whole seconds, in milliseconds. */
const TIME_PRECISION_MS = 1_000;

/** Without the time of a message, nobody knows which ones came before it. */
const NO_MESSAGE_TIME = new ServiceError({
	message: 'The service does not say when the message was written',
	description:
		"So it is not known what was written before it. Set 'Find By' to 'Contact Number' to read the newest messages.",
});

const NO_CONTACT = new ServiceError({
	message: 'The service does not say whose message it is',
	description:
		'The record of the message lacks its direction, or the number of the person. Find the conversation by its numbers instead.',
});

/**
 * A message of the account that went out sooner, in milliseconds, was written before that of the person could be read.
 * Some services round times to seconds, and a workflow takes up to a second from its last look at the conversation until
 * its answer is stored.
 */
const MIN_ANSWER_TIME_MS = 3_000;

/**
 * Tells whether a message of the account went out too soon to answer a message of the person. The AI agents of the
 * service need no time.
 */
function isTooSoonToAnswer(inbound: Message, outbound: Message): boolean {
	if (outbound.writer === 'agent') return false;
	const [from, to] = [inbound.at, outbound.at];
	return from !== undefined && to !== undefined && from <= to && to - from < MIN_ANSWER_TIME_MS;
}

/**
 * Tells whether a later message of the account answers a message of the person. One that does not arrive, or was
 * written before that could be read, does not.
 */
export const isAnswer = (inbound: Message, outbound: Message): boolean =>
	!outbound.failed && !isTooSoonToAnswer(inbound, outbound);

/**
 * Puts the person's messages that have no answer behind the last message of the account, since they wait for one.
 * @param messages The oldest first.
 */
export function moveUnansweredToEnd(messages: readonly Message[]): Message[] {
	const isInbound = ({ direction }: Message) => direction === 'inbound';
	const end = messages.findLastIndex((message) => !isInbound(message)) + 1;
	const isUnanswered = (message: Message, index: number) =>
		isInbound(message) &&
		messages.slice(index, end).every((later) => isInbound(later) || !isAnswer(message, later));
	const before = messages.slice(0, end);
	return [
		...before.filter((message, index) => !isUnanswered(message, index)),
		...before.filter(isUnanswered),
		...messages.slice(end),
	];
}
