import type { IDataObject } from 'n8n-workflow';

import { LINE_BREAK } from '../../../../shared/text/comparableText';
import { isRecord } from '../../../../shared/text/json';
import { readTime } from '../../../../shared/wire/time';

/** The writer of a message: the person, the AI agent, or a person or workflow of the account. */
type Writer = 'contact' | 'agent' | 'us';

/** A message of a conversation as the node puts it out; `at` is ISO 8601. */
export interface ConversationMessage extends IDataObject {
	role: Writer;
	text: string;
	at: string;
	id: string;
	media: IDataObject[];
}

const NAMES: Record<Writer, string> = { contact: 'Contact', agent: 'Agent', us: 'Us' };

/** The words that people use for the kinds of files that chat apps send. */
const MEDIA_NAMES: Record<string, string> = { image: 'photo', audio: 'voice note' };

/**
 * The conversation as a text for a language model, such as `Contact (14:02): ...`, with
 * the date wherever the day changes. Further lines of a message are indented, so that none
 * of them can pass for a message of its own.
 * @param messages The oldest first.
 * @param undelivered The IDs of messages that did not arrive.
 */
export function formatTranscript(
	messages: readonly ConversationMessage[],
	undelivered: ReadonlySet<unknown>,
	timeZone: string,
): string {
	const { format } = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone });
	const lines: string[] = [];
	let lastDay = '';
	for (const message of messages) {
		const time = readTime(message.at);
		const [day = '', clock = ''] = time === undefined ? [] : format(time).split(' ');
		if (day !== '' && day !== lastDay) lines.push(day);
		if (day !== '') lastDay = day;
		const notes = [clock, undelivered.has(message.id) ? 'not delivered' : ''].filter((note) => note !== '');
		const words = describeContent(message).replace(LINE_BREAK, '\n  ');
		lines.push(`${NAMES[message.role]}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}: ${words}`);
	}
	return lines.join('\n');
}

/** The files of a message with their captions, and its text where no caption repeats it. */
function describeContent({ text, media }: ConversationMessage): string {
	const files = media.filter(isRecord).map(({ kind, caption }) => {
		const name = typeof kind === 'string' ? (MEDIA_NAMES[kind] ?? kind) : 'file';
		return { name, caption: typeof caption === 'string' ? caption.trim() : '' };
	});
	const isCaption = files.some(({ caption }) => caption === text.trim());
	return [...files.map(({ name, caption }) => `[${name}] ${caption}`.trim()), ...(isCaption ? [] : [text])]
		.filter((part) => part !== '')
		.join(' ');
}
