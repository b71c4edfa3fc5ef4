import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../text/json';
import { readOptOut } from '../text/optOut';
import { orderEnds, readChannel, type Channel } from './channel';
import { VALUE_KINDS } from './eventValues';
import { UNSIGNED_EVENT, type VoiceAgentEvent } from './events';
import { FieldSearch, type Candidate, type FieldPaths, type UnclearField } from './fieldSearch';
import { readMessageText } from './messageText';
import type { RecordKind } from './recordPlaces';
import type { ListedMessage } from './records';
import { CALL_NAMES, CHAT_NAMES, END_NAMES, MESSAGE_NAMES, type FieldNames } from './undocumentedNames';

type Direction = 'inbound' | 'outbound';

/** The call, the message or the chat that an event is about. */
export interface EventRecord {
	kind: RecordKind;
	/** Its fields; one that is not certain is absent. */
	record: IDataObject;
	/** The fields that are absent although the event has something that may belong in them. */
	unclear: UnclearField[];
}

/** The messages of an event: its kind decides which way they go, and on which channel (section 6). */
export const MESSAGE_EVENTS: ReadonlyMap<string, { direction: Direction; channel: Channel }> = new Map<
	VoiceAgentEvent,
	{ direction: Direction; channel: Channel }
>([
	[UNSIGNED_EVENT, { direction: 'inbound', channel: 'chatapp' }],
	['sms.received', { direction: 'inbound', channel: 'sms' }],
	['sms.sent', { direction: 'outbound', channel: 'sms' }],
]);

/**
 * Reads what an event is about, of which the interface shows no fields (section 6): each field stands under its usual
 * names, only where records have their fields. Two values that differ, and a value of another kind, leave the field
 * absent.
 * @param event The kind of the event.
 * @param payload The parsed body of the event.
 * @param paths The paths that the account has named.
 * @returns undefined if the kind is unknown.
 */
export function readEventRecord(
	event: string,
	payload: unknown,
	paths: FieldPaths = {},
): EventRecord | undefined {
	if (event === 'call.completed') {
		const search = new FieldSearch(payload, 'call', paths);
		return { kind: 'call', record: readCallRecord(search), unclear: search.unclear };
	}
	if (event === 'chat.session.completed') {
		const search = new FieldSearch(payload, 'chat', paths);
		return { kind: 'chat', record: readChatRecord(search), unclear: search.unclear };
	}
	const message = MESSAGE_EVENTS.get(event);
	if (!message) return undefined;
	const search = new FieldSearch(payload, 'message', paths);
	const record = readMessageRecord(search, payload, message.channel, message.direction);
	return { kind: 'message', record, unclear: search.unclear };
}

/** Reads the fields of a message as list-messages shows it (section 2) in the form in which events have them. */
export function readListedMessage(message: ListedMessage): IDataObject {
	const search = new FieldSearch(message, 'message', {}, [{ fields: message, steps: [], isRecord: true }]);
	return readMessageRecord(search, message, readChannel(message));
}

/**
 * Reads the phone call in which an agent calls a function, as far as the service says which it is (section 4 shows no
 * fields): the object `call` in the body of the request, or the fields beside the object `arguments`.
 * @param body The body of the request.
 * @param parameters The names of the function's parameters, which the agent fills.
 * @returns undefined if nothing is known of it.
 */
export function readCallInProgress(body: unknown, parameters: readonly string[]): IDataObject | undefined {
	if (!isRecord(body)) return undefined;
	const { arguments: given, ...beside } = body;
	const said = isRecord(given) ? beside : { call: body.call };
	const fields = Object.fromEntries(Object.entries(said).filter(([name]) => !parameters.includes(name)));
	const call = readCallRecord(new FieldSearch(fields, 'call', {}));
	return Object.keys(call).length > 0 ? call : undefined;
}

function readCallRecord(search: FieldSearch): IDataObject {
	const direction = search.find('direction', CALL_NAMES.direction) as Direction | undefined;
	return withoutAbsent({
		id: findRecordId(search, CALL_NAMES.id),
		direction,
		...readEnds(search, direction),
		agentId: search.find('agentId', CALL_NAMES.agentId),
		startedAt: search.find('startedAt', CALL_NAMES.startedAt),
		endedAt: search.find('endedAt', CALL_NAMES.endedAt),
		seconds: search.find('seconds', CALL_NAMES.seconds),
		outcome: search.find('outcome', CALL_NAMES.outcome),
		summary: search.find('summary', CALL_NAMES.summary),
		transcript: search.find('transcript', CALL_NAMES.transcript),
		extracted: search.find('extracted', CALL_NAMES.extracted),
		batchId: search.find('batchId', CALL_NAMES.batchId),
		recordingUrl: search.find('recordingUrl', CALL_NAMES.recordingUrl),
	});
}

/**
 * @param payload The object that is searched for the text.
 * @param known The direction, if the kind of the event tells it.
 */
function readMessageRecord(
	search: FieldSearch,
	payload: unknown,
	channel: Channel,
	known?: Direction,
): IDataObject {
	const direction = findMessageDirection(search, known);
	const text = findText(search, payload);
	return withoutAbsent({
		id: findRecordId(search, MESSAGE_NAMES.id, MESSAGE_NAMES.idElsewhere),
		channel,
		direction,
		...readEnds(search, direction),
		text,
		media: search.find('media', MESSAGE_NAMES.media),
		metadata: search.find('metadata', MESSAGE_NAMES.metadata),
		at: search.find('at', MESSAGE_NAMES.at, MESSAGE_NAMES.atElsewhere),
		threadId: search.find('threadId', MESSAGE_NAMES.threadId),
		optOut: direction === 'inbound' && text !== undefined ? readOptOut(text) : undefined,
	});
}

const readChatRecord = (search: FieldSearch): IDataObject =>
	withoutAbsent({
		id: findRecordId(search, CHAT_NAMES.id),
		startedAt: search.find('startedAt', CHAT_NAMES.startedAt),
		endedAt: search.find('endedAt', CHAT_NAMES.endedAt),
		transcript: search.find('transcript', CHAT_NAMES.transcript),
		visitor: search.find('visitor', CHAT_NAMES.visitor),
	});

/** In a call or a message, the `id` of what is around the record may be that of the event. */
function findRecordId(search: FieldSearch, ...names: FieldNames[]): unknown {
	const id = search.find('id', ...names);
	const isUnexplained = id === undefined && !search.isNamed('id') && !search.isUnclear('id');
	const [outer] = isUnexplained ? search.candidates('id', { anywhere: ['id'] }) : [];
	if (outer) search.note('id', `${outer.path} may be the ID of the event`);
	return id;
}

/** The text that was written or tapped; undefined if there is none. */
function findText(search: FieldSearch, payload: unknown): string | undefined {
	if (search.isNamed('text')) return search.find('text') as string | undefined;
	const { text, differing } = readMessageText(payload, '');
	if (differing) search.note('text', `${differing.join(' and ')} differ`);
	return text === '' ? undefined : text;
}

/** The kind of an event tells the direction of its message, and the payload must not say otherwise. */
function findMessageDirection(search: FieldSearch, known?: Direction): Direction | undefined {
	const told = search.candidates('direction', MESSAGE_NAMES.direction, VALUE_KINDS.direction);
	const byKind = known === undefined ? [] : [{ value: known, path: 'the kind of the event' }];
	return search.choose('direction', [...byKind, ...told]) as Direction | undefined;
}

/** The numbers of the person and of the account: by names of their own, or by sender, recipient and direction. */
function readEnds(search: FieldSearch, direction: Direction | undefined): IDataObject {
	const numbers = (names: FieldNames): Candidate[] =>
		search.candidates('contact', names, VALUE_KINDS.phoneNumber);
	const ends: { own: Candidate[]; other: Candidate[] } =
		direction === undefined
			? { own: [], other: [] }
			: orderEnds(direction, numbers(END_NAMES.from), numbers(END_NAMES.to));
	return {
		contact: search.choose('contact', [...numbers(END_NAMES.contact), ...ends.other]),
		ourNumber: search.choose('ourNumber', [...numbers(END_NAMES.ourNumber), ...ends.own]),
	} as IDataObject;
}

const withoutAbsent = (fields: Record<string, unknown>): IDataObject =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as IDataObject;
