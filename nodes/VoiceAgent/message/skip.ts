import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { CHAT_APP_WINDOW_MS } from '../../messages/conversation';
import { ConversationReader, isAnswer, type MessageTest } from '../../messages/conversationReader';
import { type Message, toParty } from '../../messages/message';
import { MessageList } from '../../messages/messageList';
import { toKeyRow } from '../../n8n/keyRow';
import { writeLog } from '../../n8n/node';
import type { ParameterGroup } from '../../parameters/parameterGroup';
import { toPlainText } from '../../parameters/parseValue';
import { getProcessedKeys } from '../../service/processedKeys';
import { isSameText } from '../../text/normalForm';
import type { SkipCheck } from './chatAppMessage';

/** The option Do Not Send If of a reply. Without it, both conditions count. */
export const skipReplyOption: INodeProperties = {
	displayName: 'Do Not Send If',
	name: 'skipIf',
	type: 'multiOptions',
	options: [
		{
			name: 'The Message Was Answered',
			value: 'answered',
			description: 'By your AI agent, another workflow or your team',
		},
		{
			name: 'The Person Has Written Again',
			value: 'newerMessage',
			description: 'Then the execution of the newer message answers both',
		},
	],
	default: ['answered', 'newerMessage'],
	description:
		'When not to send the reply. Both are on without this option. The node looks right before it sends; what is not sent has no output item.',
};

/** The option Do Not Send If of other messages. Without it, nothing keeps a message from being sent. */
export const skipSendOption: INodeProperties = {
	displayName: 'Do Not Send If',
	name: 'skipIf',
	type: 'multiOptions',
	options: [
		{
			name: 'The Same Text Was Sent',
			value: 'sameText',
			description: 'To this person, within the last 24 hours',
		},
	],
	default: ['sameText'],
	description:
		'When not to send the message, so that the node can be run again. It looks right before it sends; what is not sent has no output item.',
};

/**
 * Creates the check that the option Do Not Send If of a message asks for; undefined if it asks for none.
 * @throws InvalidParameterError for values that the panel does not offer.
 */
export function createSameTextCheck(options: ParameterGroup): SkipCheck | undefined {
	if (!options.isAdded('skipIf') || options.choices('skipIf').length === 0) return undefined;
	return {
		async findReason({ body: { recipient_wa_id: recipient, message: text } }, send) {
			const person = toParty(toPlainText(recipient));
			const list = new MessageList({ number: person.written }, ({ record: _, ...message }) => message);
			const isTooOld: MessageTest = ({ at = Infinity }) => at < list.now - CHAT_APP_WINDOW_MS;
			// The service may match numbers loosely, and list the messages of others as well.
			const isSame: MessageTest = (message) =>
				!isTooOld(message) &&
				message.contact?.comparable === person.comparable &&
				isSentWithText(message, toPlainText(text));
			await list.fetchUntil(send, ({ kept }) => kept.some((one) => isSame(one) || isTooOld(one)));
			if (!list.messages.some(isSame)) return undefined;
			return `The same text was sent to ${person.written} within the last 24 hours, so it was not sent again.`;
		},
	};
}

/**
 * Reads the conditions under which a reply is not sent.
 * @throws InvalidParameterError for values that the panel does not offer.
 */
export const readReplyConditions = (options: ParameterGroup): string[] =>
	options.has('skipIf') ? options.choices('skipIf') : (skipReplyOption.default as string[]);

/** The number of messages that n8n remembers for a node as tried to answer. */
const MAX_TRIED_MESSAGES = 1_000;

/**
 * Notes in n8n's store that a message is about to be answered, for all processes and for a later run of the node.
 * @returns true if a run has tried to answer it before: it may have sent an answer.
 */
async function noteTry(context: IExecuteFunctions, messageId: string): Promise<boolean> {
	try {
		const row = toKeyRow(context, MAX_TRIED_MESSAGES);
		return (await getProcessedKeys(context).recordInAnyCase(`a:${messageId}`, row)).length === 0;
	} catch (error) {
		const what = 'n8n could not note that a message is about to be answered';
		writeLog(context, 'warn', `${what}: ${(error as Error).message}`);
		return false;
	}
}

/**
 * Creates the check of the conversation that runs right before a reply is sent.
 * @param messageToAnswer The message that the reply answers.
 */
export function createReplyCheck(
	context: IExecuteFunctions,
	conditions: readonly string[],
	messageToAnswer: Message & { id: string },
): SkipCheck {
	let wasTried: Promise<boolean> | undefined;
	return {
		async findReason({ body: { phone_number_id: sender, message: text } }, send) {
			const isTried = conditions.includes('answered')
				? await (wasTried ??= noteTry(context, messageToAnswer.id))
				: false;
			const reader = ConversationReader.of(messageToAnswer, send);
			const {
				listedMessage = messageToAnswer,
				inbound,
				outbound,
			} = await reader.fetchSince(toPlainText(sender));
			if (conditions.includes('newerMessage') && inbound.length > 0) {
				return 'The person has written again after this message, so the reply was not sent.';
			}
			const countsAsAnswer = (message: Message) =>
				isAnswer(listedMessage, message) ||
				(isTried && !message.failed) ||
				isSentWithText(message, toPlainText(text));
			if (!conditions.includes('answered') || !outbound.some(countsAsAnswer)) return undefined;
			return 'The message was answered already, so the reply was not sent.';
		},
	};
}

/** Tells whether a message went out with this text. */
const isSentWithText = ({ direction, failed, text: sent }: Message, text: string): boolean =>
	direction === 'outbound' && !failed && isSameText(sent, text);
