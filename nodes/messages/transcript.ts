import { LINE_BREAK } from '../text/normalForm';
import { listCaptions, type Message, type Writer } from './message';

const NAMES: Record<Writer, string> = { contact: 'Contact', agent: 'Agent', us: 'Us' };

/** The words that people use for the kinds of files that chat apps send. */
const MEDIA_NAMES = new Map([
	['image', 'photo'],
	['audio', 'voice note'],
]);

/** The text and the files of a message. */
type MessageContent = Pick<Message, 'text' | 'media'>;

/**
 * Formats messages as text for a language model, such as `Contact (14:02): ...`, with the date wherever the day
 * changes. Further lines of a message are indented, so that none of them can pass for a message of its own.
 * @param messages The oldest first.
 * @param timeZone The zone of the dates and times, by its IANA name.
 */
export function formatTranscript(messages: readonly Message[], timeZone: string): string {
	const localTime = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone });
	const lines: string[] = [];
	let lastDay = '';
	for (const message of messages) {
		const { at, writer, failed } = message;
		const [day = '', clock = ''] = at === undefined ? [] : localTime.format(at).split(' ');
		if (day !== '' && day !== lastDay) lines.push(day);
		if (day !== '') lastDay = day;
		const notes = [clock, failed ? 'not delivered' : ''].filter((note) => note !== '');
		const words = describeContent(message).replace(LINE_BREAK, '\n  ');
		lines.push(`${NAMES[writer]}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}: ${words}`);
	}
	return lines.join('\n');
}

/**
 * Returns the text of the messages alone, for a prompt, each message on lines of its own. A file without a caption is
 * named, such as `[photo]`, so that the prompt is not empty.
 */
export const joinTexts = (messages: readonly MessageContent[]): string =>
	messages
		.map((message) => message.text || describeContent(message))
		.filter((words) => words !== '')
		.join('\n');

/**
 * Returns the field in which n8n's AI Agent looks for its prompt: the words of the person, if they have written any of
 * the messages.
 */
export function toChatInput(messages: ReadonlyArray<MessageContent & Pick<Message, 'direction'>>): {
	chatInput?: string;
} {
	const chatInput = joinTexts(messages.filter(({ direction }) => direction === 'inbound'));
	return chatInput === '' ? {} : { chatInput };
}

/** Returns the files of a message with their captions, and its text unless a caption repeats it. */
export function describeContent({ text, media = [] }: MessageContent): string {
	const files = media.map(({ kind, caption }) => {
		const name = typeof kind === 'string' ? (MEDIA_NAMES.get(kind) ?? kind) : 'file';
		return { name, caption: typeof caption === 'string' ? caption.trim() : '' };
	});
	const captions = listCaptions(media);
	const isCaption = [...captions, captions.join('\n')].includes(text.trim());
	return [...files.map(({ name, caption }) => `[${name}] ${caption}`.trim()), ...(isCaption ? [] : [text])]
		.filter((part) => part !== '')
		.join(' ');
}
