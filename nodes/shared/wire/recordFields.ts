import { type ValueKind, VALUE_KINDS } from './eventValues';
import type { RecordKind } from './recordPlaces';

/** A field of a call, a message or a chat as the triggers put it out. */
interface RecordField {
	/** Its name in the output. */
	name: string;
	/** Its name in the panel, in Title Case. */
	label: string;
	kind: ValueKind;
}

const ID_FIELD = { name: 'id', label: 'ID', kind: VALUE_KINDS.id };
const CONTACT_FIELD = { name: 'contact', label: 'Contact', kind: VALUE_KINDS.phoneNumber };
const OUR_NUMBER_FIELD = { name: 'ourNumber', label: 'Your Number', kind: VALUE_KINDS.phoneNumber };
const STARTED_AT_FIELD = { name: 'startedAt', label: 'Started At', kind: VALUE_KINDS.time };
const ENDED_AT_FIELD = { name: 'endedAt', label: 'Ended At', kind: VALUE_KINDS.time };
const TRANSCRIPT_FIELD = { name: 'transcript', label: 'Transcript', kind: VALUE_KINDS.transcript };

/** The fields of each kind of record whose place in the payload an account can name. */
export const RECORD_FIELDS: Readonly<Record<RecordKind, readonly RecordField[]>> = {
	call: [
		ID_FIELD,
		{ name: 'direction', label: 'Direction', kind: VALUE_KINDS.direction },
		CONTACT_FIELD,
		OUR_NUMBER_FIELD,
		{ name: 'agentId', label: 'Agent ID', kind: VALUE_KINDS.id },
		STARTED_AT_FIELD,
		ENDED_AT_FIELD,
		{ name: 'seconds', label: 'Seconds', kind: VALUE_KINDS.seconds },
		{ name: 'outcome', label: 'Outcome', kind: VALUE_KINDS.text },
		{ name: 'summary', label: 'Summary', kind: VALUE_KINDS.text },
		TRANSCRIPT_FIELD,
		{ name: 'extracted', label: 'Extracted', kind: VALUE_KINDS.object },
		{ name: 'batchId', label: 'Batch ID', kind: VALUE_KINDS.id },
		{ name: 'recordingUrl', label: 'Recording URL', kind: VALUE_KINDS.webAddress },
	],
	message: [
		ID_FIELD,
		CONTACT_FIELD,
		OUR_NUMBER_FIELD,
		{ name: 'text', label: 'Text', kind: VALUE_KINDS.text },
		{ name: 'media', label: 'Media', kind: VALUE_KINDS.objects },
		{ name: 'metadata', label: 'Metadata', kind: VALUE_KINDS.object },
		{ name: 'at', label: 'Time', kind: VALUE_KINDS.time },
		{ name: 'threadId', label: 'Thread ID', kind: VALUE_KINDS.id },
	],
	chat: [
		ID_FIELD,
		STARTED_AT_FIELD,
		ENDED_AT_FIELD,
		TRANSCRIPT_FIELD,
		{ name: 'visitor', label: 'Visitor', kind: VALUE_KINDS.text },
	],
};
