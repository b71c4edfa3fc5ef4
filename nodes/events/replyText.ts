import { isRecord } from '../text/json';
import { isSameText } from '../text/normalForm';
import { readEventRecord } from './eventRecord';
import { CHAT_APP_RECEIVED } from './events';
import type { FieldPaths } from './fieldReader';
import { findPayloadFields } from './payloadFields';

/** The text that a person wrote or tapped in reply to a question. */
interface ReplyText {
	/** Empty if there is none, as with a photo or a reaction to another message, or if it is not certain. */
	text: string;
	/** The reason why the text is not certain, as a clause. */
	reason?: string;
}

/**
 * Reads the text of a reply from the payload of its event. A reaction's emoji counts if it reacts to the
 * question.
 * @param path The path of the text field, if the account names it differently; otherwise empty.
 * @param questionIds The IDs of the messages that asked the question.
 */
export function readReplyText(payload: unknown, path: string, questionIds: readonly string[]): ReplyText {
	const paths: FieldPaths = path === '' ? {} : { 'message.text': path };
	const { record = {}, unclearFields = [] } = readEventRecord(CHAT_APP_RECEIVED, payload, paths) ?? {};
	const text = typeof record.text === 'string' ? record.text : '';
	if (path !== '') return { text };
	const reason = unclearFields.find(({ field }) => field === 'message.text')?.reason;
	if (reason !== undefined) return { text: '', reason };
	const reactions = findPayloadFields(payload, 'message')
		.flat()
		.filter(({ normalizedName }) => REACTION_NAMES.includes(normalizedName))
		.flatMap(({ value }) => toReactions(value));
	const allReactToQuestion = reactions.every(({ ids }) => ids.some((id) => questionIds.includes(id)));
	// An event with a reaction may repeat its emoji as the text.
	const [first = '', ...others] = [text, ...reactions.map(({ emoji }) => emoji)].filter((one) => one !== '');
	if (!allReactToQuestion) return { text: '' };
	if (others.every((other) => isSameText(other, first))) return { text: first };
	return { text: '', reason: 'the text and the reaction differ' };
}

/** The names of fields with a reaction to a message. They hold the ID of that message beside the emoji. */
const REACTION_NAMES = ['reaction', 'reactions', 'reaction message', 'message reaction'];

/** A reaction to a message, with every value that could be that message's ID. */
interface Reaction {
	emoji: string;
	ids: string[];
}

/** Returns the reactions in a reaction field. A withdrawn reaction has no emoji. */
function toReactions(field: unknown): Reaction[] {
	if (Array.isArray(field)) return field.flatMap(toReactions);
	const { emoji = isRecord(field) ? field.text : field, ...others } = isRecord(field) ? field : {};
	if (typeof emoji !== 'string' || emoji.trim() === '') return [];
	const inner = Object.values(others).flatMap((one) => (isRecord(one) ? Object.values(one) : [one]));
	return [{ emoji, ids: inner.filter((one): one is string => typeof one === 'string' && one !== '') }];
}
