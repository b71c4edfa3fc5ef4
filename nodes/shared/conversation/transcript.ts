import { LINE_BREAK } from '../text/comparableText';
import { isRecord } from '../text/json';
import { hasFailed, type ListedMessage } from '../wire/records';
import { readTime } from '../wire/time';
import { toMessage, type ConversationMessage, type Writer } from './conversation';

const NAMES: Record<Writer, string> = { contact: 'Contact', agent: 'Agent', us: 'Us' };

/** The words that people use for the kinds of files that chat apps send. */
const MEDIA_NAMES: Record<string, string> = { image: 'photo', audio: 'voice note' };

/**
 * The conversation as a text for a language model, such as `Contact (14:02): ...`, with
 * the date wherever the day changes. Further lines of a message are indented, so that none
 * of them can pass for a message of its own.
 * @param records The oldest first.
 * @param timeZone The zone of the dates and times, by its IANA name.
 */
export function formatTranscript(records: readonly ListedMessage[], timeZone: string): string {
	const { format } = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone });
	const lines: string[] = [];
	let lastDay = '';
	for (const record of records) {
		const message = toMessage(record);
		const time = readTime(message.at);
		const [day = '', clock = ''] = time === undefined ? [] : format(time).split(' ');
		if (day !== '' && day !== lastDay) lines.push(day);
		if (day !== '') lastDay = day;
		const notes = [clock, hasFailed(record) ? 'not delivered' : ''].filter((note) => note !== '');
		const words = describeContent(message).replace(LINE_BREAK, '\n  ');
		lines.push(`${NAMES[message.role]}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}: ${words}`);
	}
	return lines.join('\n');
}

/** The files of a message with their captions, and its text where no caption repeats it. */
export function describeContent({ text, media }: ConversationMessage): string {
	const files = media.filter(isRecord).map(({ kind, caption }) => {
		const name = typeof kind === 'string' ? (MEDIA_NAMES[kind] ?? kind) : 'file';
		return { name, caption: typeof caption === 'string' ? caption.trim() : '' };
	});
	const isCaption = files.some(({ caption }) => caption === text.trim());
	return [...files.map(({ name, caption }) => `[${name}] ${caption}`.trim()), ...(isCaption ? [] : [text])]
		.filter((part) => part !== '')
		.join(' ');
}
