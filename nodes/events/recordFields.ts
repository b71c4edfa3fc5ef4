import { METADATA_FIELD } from '../service/undocumentedNames';
import { type ValueType, VALUE_TYPES } from './eventValues';

/** The types of records that events have. */
export type RecordType = 'call' | 'message' | 'chat';

/** A field of a call, a message or a chat as the triggers output it. */
export interface RecordField {
	/** Its name in the panel, in Title Case. */
	label: string;
	valueType: ValueType;
	/**
	 * The names that events may give it, in words: `call id` means `call_id`, `callId`, and `id` in an object
	 * `call`. A name that begins with `own` counts in the record itself only, since the objects around it may have such a
	 * field, too. A later list counts only if nothing was found under the earlier ones.
	 */
	names: ReadonlyArray<readonly string[]>;
}

/** @param names Lists of names with commas between them. */
const field = (label: string, valueType: ValueType, ...names: string[]): RecordField => ({
	label,
	valueType,
	names: names.map(toList),
});

const toList = (names: string): string[] => names.split(', ');

/** The field names for the sender's and the recipient's number. The direction tells which of them is the person. */
export const FROM_NAMES = toList(
	'from, from number, from phone number, sender, caller, caller number, caller phone',
);
export const TO_NAMES = toList(
	'to, to number, to phone number, recipient, recipient number, recipient phone number, called, called number, callee',
);

/** The field names for text, which may be in an object of the message, such as `text.body` and `image.caption`. */
const TEXT_NAMES = toList('body, text, message, content, caption');
const TEXT_HOLDERS = toList('text, message, content, button, image, video, document, audio, sticker');
const TEXT_FIELD_NAMES = [
	...TEXT_NAMES,
	...TEXT_HOLDERS.flatMap((holder) => TEXT_NAMES.map((name) => `${holder} ${name}`)),
].join(', ');

/** The field names for the text of a button or an entry of a list that the person tapped. */
const TAPPED_TEXT_FIELD_NAMES =
	'button reply title, list reply title, interactive button reply title, interactive list reply title';

/**
 * The field names for a duration, the most precise first. A name without a unit does not count, since its value could be
 * minutes.
 */
const DURATION_FIELD_NAMES = toList('ms, milliseconds, seconds, secs, sec')
	.flatMap((unit) => [`duration ${unit}`, `call duration ${unit}`])
	.join(', ');

const { direction, id, metadata, object, objects, phoneNumber, duration, text, time, transcript, url } =
	VALUE_TYPES;

const NUMBER_FIELDS = {
	contact: field(
		'Contact',
		phoneNumber,
		'contact number, contact phone, contact phone number, customer number, customer phone, customer phone number, user phone number, wa id',
	),
	ourNumber: field(
		'Your Number',
		phoneNumber,
		'our number, service number, agent number, agent phone number',
		'phone number id',
	),
};

/** The fields of each type of record, in the order of the output. */
export const RECORD_FIELDS = {
	call: {
		id: field('ID', id, 'own id, call id, call sid, call uuid'),
		direction: field('Direction', direction, 'direction, call direction, call type, type'),
		...NUMBER_FIELDS,
		agentId: field('Agent ID', id, 'agent id, assistant id'),
		startedAt: field('Started At', time, 'started at, start time, start timestamp, call started at'),
		endedAt: field('Ended At', time, 'ended at, end time, end timestamp, call ended at'),
		seconds: field('Seconds', duration, DURATION_FIELD_NAMES),
		outcome: field('Outcome', text, 'outcome, call outcome, disposition'),
		summary: field('Summary', text, 'summary, call summary, transcript summary'),
		transcript: field('Transcript', transcript, 'transcript, call transcript'),
		extracted: field('Extracted', object, 'extracted, extracted data, custom analysis data, structured data'),
		batchId: field('Batch ID', id, 'batch id, batch call id, campaign id'),
		recordingUrl: field('Recording URL', url, 'recording url, call recording url'),
	},
	message: {
		id: field('ID', id, 'own id', 'message id'),
		direction: field('Direction', direction, 'direction'),
		...NUMBER_FIELDS,
		text: field('Text', text, `${TEXT_FIELD_NAMES}, ${TAPPED_TEXT_FIELD_NAMES}`),
		media: field('Media', objects, 'media, attachments'),
		metadata: field('Metadata', metadata, METADATA_FIELD),
		// `created_at` is when the service stored the message, which may differ from when it was sent.
		at: field('Time', time, 'own created at', 'own timestamp, own received at'),
		threadId: field('Thread ID', id, 'thread id'),
	},
	chat: {
		id: field('ID', id, 'own id, chat id, session id, chat session id'),
		startedAt: field('Started At', time, 'started at, start time, start timestamp, opened at'),
		endedAt: field('Ended At', time, 'ended at, end time, end timestamp, closed at'),
		transcript: field('Transcript', transcript, 'transcript, messages'),
		visitor: field('Visitor', text, 'visitor name'),
	},
} satisfies Record<RecordType, Record<string, RecordField>>;
