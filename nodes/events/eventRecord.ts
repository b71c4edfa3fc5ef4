import type { IDataObject } from 'n8n-workflow';

import { orderParties, readChannel, type Channel, readContent } from '../conversation/conversation';
import type { ListedMessage } from '../service/records';
import { isRecord } from '../text/json';
import { readOptOut } from '../words/optOut';
import { MESSAGE_EVENTS, type Direction } from './events';
import { FieldReader, type FieldPaths, type UnclearField } from './fieldReader';
import { findPayloadFields, listFields } from './payloadFields';
import { FROM_NAMES, type RecordType, TO_NAMES } from './recordFields';
import { VALUE_TYPES } from './eventValues';

/** The call, the message or the chat that an event is about. */
interface EventRecord {
	recordType: RecordType;
	/** Its fields; one that is not certain is absent. */
	record: IDataObject;
	/** The fields that are absent although the event has something that may belong in them. */
	unclearFields: UnclearField[];
}

/**
 * Reads the record that an event is about. The fields of events are not documented, so each is looked up under its
 * usual names, and only in the places where records keep their fields. Two values that differ leave the field absent.
 * @param eventType The type of the event.
 * @param payload The parsed body of the event.
 * @param paths The paths that the account has named.
 * @returns undefined if the type is unknown.
 */
export function readEventRecord(
	eventType: string,
	payload: unknown,
	paths: FieldPaths = {},
): EventRecord | undefined {
	const read = (recordType: RecordType, readRecord: (reader: FieldReader) => IDataObject): EventRecord => {
		const reader = new FieldReader(recordType, findPayloadFields(payload, recordType), { payload, paths });
		return { recordType, record: readRecord(reader), unclearFields: reader.unclearFields };
	};
	if (eventType === 'call.completed') return read('call', readCallRecord);
	if (eventType === 'chat.session.completed') return read('chat', (reader) => reader.readAll({}));
	const message = MESSAGE_EVENTS.get(eventType);
	return message && read('message', (reader) => readMessageRecord(reader, message));
}

/** Reads the fields of a message as list-messages shows it, in the form that records of events have. */
export const readListedMessage = (message: ListedMessage): IDataObject =>
	readMessageRecord(new FieldReader('message', [listFields({ fields: message, steps: [] }, true)]), {
		channel: readChannel(message),
	});

/**
 * Reads the phone call in which an agent calls a function, if the service identifies it. The fields are not documented:
 * they are taken from the fields next to `arguments` if that is an object, otherwise from the object `call`.
 * @param body The body of the request.
 * @param parameters The names of the function's parameters, which the agent fills.
 * @returns undefined if nothing is known about the call.
 */
export function readCallInProgress(body: unknown, parameters: readonly string[]): IDataObject | undefined {
	if (!isRecord(body)) return undefined;
	const { arguments: given, ...siblingFields } = body;
	const callFields = isRecord(given) ? siblingFields : { call: body.call };
	const fields = Object.fromEntries(
		Object.entries(callFields).filter(([name]) => !parameters.includes(name)),
	);
	const call = readCallRecord(new FieldReader('call', findPayloadFields(fields, 'call')));
	return Object.keys(call).length > 0 ? call : undefined;
}

function readCallRecord(reader: FieldReader): IDataObject {
	const id = reader.noteAndGetValue('id', reader.find('id'));
	const direction = reader.noteAndGetValue('direction', reader.find('direction')) as Direction | undefined;
	return reader.readAll({ id, direction, ...readPartyFields(reader, direction) });
}

/** @param known What the event type, or list-messages, tells about the message. */
function readMessageRecord(
	reader: FieldReader,
	known: { channel: Channel; direction?: Direction },
): IDataObject {
	const id = reader.noteAndGetValue('id', reader.find('id'));
	const direction = readMessageDirection(reader, known.direction);
	const parties = readPartyFields(reader, direction);
	const media = reader.noteAndGetValue('media', reader.find('media')) as IDataObject[] | undefined;
	const found = reader.find('text');
	const canUseCaptions = found.reason === undefined && found.isAtConfiguredPath !== true;
	// A message without text of its own gets the captions of its files.
	const text = canUseCaptions ? readContent(found.value, media ?? []) || undefined : found.value;
	reader.noteAndGetValue('text', found);
	const message = reader.readAll({ id, channel: known.channel, direction, ...parties, text, media });
	const optOut = direction === 'inbound' && typeof text === 'string' ? readOptOut(text) : undefined;
	return { ...message, ...(optOut && { optOut }) };
}

/** Reads the direction, which the event type tells. If the payload says otherwise, it is absent. */
function readMessageDirection(reader: FieldReader, known?: Direction): Direction | undefined {
	const found = reader.find('direction');
	if (known === undefined || found.value === undefined || found.value === known) {
		return (reader.noteAndGetValue('direction', found) as Direction | undefined) ?? known;
	}
	reader.noteAndGetValue('direction', { reason: `the kind of the event and ${found.path} differ` });
	return undefined;
}

/**
 * Finds the numbers of the person and of the account, by their own field names or by sender, recipient and direction.
 * Where these do not agree, it is not known which is which, and both are absent.
 */
function readPartyFields(reader: FieldReader, direction: Direction | undefined): IDataObject {
	const names = direction && orderParties(direction, FROM_NAMES, TO_NAMES);
	const parties = {
		contact: reader.find('contact', names?.other),
		ourNumber: reader.find('ourNumber', names?.own),
	};
	const { contact, ourNumber } = parties;
	const isSame =
		contact.value !== undefined && VALUE_TYPES.phoneNumber.isSame(contact.value, ourNumber.value);
	const reason =
		[contact, ourNumber].find((party) => party.reason !== undefined && !party.isAtConfiguredPath)?.reason ??
		(isSame ? `${contact.path} and ${ourNumber.path} are the same number` : undefined);
	const numbers = Object.entries(parties).map(([name, party]) => [
		name,
		reader.noteAndGetValue(name, reason === undefined || party.isAtConfiguredPath ? party : { reason }),
	]);
	return Object.fromEntries(numbers) as IDataObject;
}
