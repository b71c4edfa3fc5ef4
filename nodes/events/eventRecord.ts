import type { IDataObject } from 'n8n-workflow';

import { isRecord, parseStorableJson } from '../text/json';
import { type Direction, orderParties } from './events';
import { type FieldLookup, FieldReader, type FieldPaths, type UnclearField } from './fieldReader';
import { findPayloadFields } from './payloadFields';
import { FROM_NAMES, type RecordType, TO_NAMES } from './recordFields';
import { VALUE_TYPES } from './eventValues';

/** The call or the chat that an event is about, or the message in the form in which the triggers put it out. */
export interface EventRecord {
	recordType: RecordType;
	/** Its fields; one that is not certain is absent. */
	record: IDataObject;
	/** The fields that are absent although the event has something that may belong in them. */
	unclearFields: UnclearField[];
	/** The words of a person, for an AI agent. */
	chatInput?: string;
}

/**
 * Creates the reader of the record that an event is about. The fields of events are not documented, so each is looked
 * up under its usual names, and only in the places where records keep their fields. Two values that differ leave the
 * field absent.
 * @param payload The parsed body of the event.
 * @param paths The paths that the account has named.
 */
export const createFieldReader = (
	recordType: RecordType,
	payload: unknown,
	paths: FieldPaths = {},
): FieldReader => new FieldReader(recordType, findPayloadFields(payload, recordType), { payload, paths });

/** Parses the call that an event is about. */
export function parseCall(payload: unknown, paths?: FieldPaths): EventRecord {
	const reader = createFieldReader('call', payload, paths);
	return { recordType: 'call', record: findCallFields(reader), unclearFields: reader.unclearFields };
}

/** Parses the website chat that an event is about. */
export function parseChat(payload: unknown, paths?: FieldPaths): EventRecord {
	const reader = createFieldReader('chat', payload, paths);
	return { recordType: 'chat', record: reader.readAll({}), unclearFields: reader.unclearFields };
}

/**
 * Parses the phone call in which an agent calls a function, if the service identifies it. The fields are not
 * documented: they are taken from the fields next to `arguments` if that is an object or the JSON text of one,
 * otherwise from the object `call`.
 * @param body The body of the request.
 * @param parameters The names of the function's parameters, which the agent fills.
 * @returns undefined if nothing is known about the call.
 */
export function parseCallInProgress(body: unknown, parameters: readonly string[]): IDataObject | undefined {
	if (!isRecord(body)) return undefined;
	const { arguments: given, ...siblingFields } = body;
	const isWrapped = isRecord(typeof given === 'string' ? parseStorableJson(given) : given);
	const callFields = isWrapped ? siblingFields : { call: body.call };
	const fields = Object.fromEntries(
		Object.entries(callFields).filter(([name]) => !parameters.includes(name)),
	);
	const { record } = parseCall(fields);
	return Object.keys(record).length > 0 ? record : undefined;
}

function findCallFields(reader: FieldReader): IDataObject {
	const id = reader.noteAndGetValue('id', reader.find('id'));
	const direction = reader.noteAndGetValue('direction', reader.find('direction')) as Direction | undefined;
	return reader.readAll({ id, direction, ...findPartyFields(reader, direction) });
}

/** The numbers of the two parties of a call or message, as they are written; one that is not certain is undefined. */
interface PartyFields {
	contact: string | undefined;
	ourNumber: string | undefined;
}

/**
 * Finds the numbers of the person and of the account, by their own field names or by sender, recipient and direction.
 * Where these do not agree, it is not known which is which, and both are absent.
 * @param canHaveName True if a name can stand for the number of the person, as for senders of SMS.
 */
export function findPartyFields(
	reader: FieldReader,
	direction: Direction | undefined,
	canHaveName = false,
): PartyFields {
	const names = direction && orderParties(direction, FROM_NAMES, TO_NAMES);
	const contact = findContact(reader, names?.other, canHaveName);
	const ourNumber = reader.find('ourNumber', names?.own);
	const isSame =
		contact.value !== undefined && VALUE_TYPES.phoneNumber.isSame(contact.value, ourNumber.value);
	const reason =
		[contact, ourNumber].find((party) => party.reason !== undefined && !party.isAtConfiguredPath)?.reason ??
		(isSame ? `${contact.path} and ${ourNumber.path} are the same number` : undefined);
	const noteAndGet = (name: string, party: FieldLookup) =>
		reader.noteAndGetValue(name, reason === undefined || party.isAtConfiguredPath ? party : { reason }) as
			string | undefined;
	return { contact: noteAndGet('contact', contact), ourNumber: noteAndGet('ourNumber', ourNumber) };
}

/** Finds the number of the person. If there is none, a name may stand in its place, such as that of a bank. */
function findContact(
	reader: FieldReader,
	names: readonly string[] | undefined,
	canHaveName: boolean,
): FieldLookup {
	const number = reader.find('contact', names);
	if (!canHaveName || number.value !== undefined) return number;
	if (number.reason !== undefined && !number.isAtConfiguredPath) return number;
	const name = reader.find('contact', names, VALUE_TYPES.senderName);
	return name.value === undefined ? number : name;
}
