import type { IDataObject } from 'n8n-workflow';

import { isRecord, parseJson } from '../text/json';
import { type Direction, orderParties } from './events';
import { type FieldLookup, FieldFinder, type FieldPaths, type UnclearField } from './fieldFinder';
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
 * Creates the finder of the record that an event is about. The fields of events are not documented, so each is looked
 * up under its usual names, and only in the places where records keep their fields. Two values that differ leave the
 * field absent.
 * @param payload The parsed body of the event.
 * @param paths The paths that the account has named.
 */
export const createFieldFinder = (
	recordType: RecordType,
	payload: unknown,
	paths: FieldPaths = {},
): FieldFinder => new FieldFinder(recordType, findPayloadFields(payload, recordType), { payload, paths });

/** Parses the call that an event is about. */
export function parseCall(payload: unknown, paths?: FieldPaths): EventRecord {
	const finder = createFieldFinder('call', payload, paths);
	return { recordType: 'call', record: findCallFields(finder), unclearFields: finder.unclearFields };
}

/** Parses the website chat that an event is about. */
export function parseChat(payload: unknown, paths?: FieldPaths): EventRecord {
	const finder = createFieldFinder('chat', payload, paths);
	return { recordType: 'chat', record: finder.findAll({}), unclearFields: finder.unclearFields };
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
	const isWrapped = isRecord(typeof given === 'string' ? parseJson(given) : given);
	const callFields = isWrapped ? siblingFields : { call: body.call };
	const fields = Object.fromEntries(
		Object.entries(callFields).filter(([name]) => !parameters.includes(name)),
	);
	const { record } = parseCall(fields);
	return Object.keys(record).length > 0 ? record : undefined;
}

function findCallFields(finder: FieldFinder): IDataObject {
	const id = finder.valueOrNoteWhyAbsent('id', finder.find('id'));
	const direction = finder.valueOrNoteWhyAbsent('direction', finder.find('direction')) as
		Direction | undefined;
	return finder.findAll({ id, direction, ...findPartyFields(finder, direction) });
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
	finder: FieldFinder,
	direction: Direction | undefined,
	canHaveName = false,
): PartyFields {
	const names = direction && orderParties(direction, FROM_NAMES, TO_NAMES);
	const contact = findContact(finder, names?.other, canHaveName);
	const ourNumber = finder.find('ourNumber', names?.own);
	const isSame =
		contact.value !== undefined && VALUE_TYPES.phoneNumber.isSame(contact.value, ourNumber.value);
	const reason =
		[contact, ourNumber].find((party) => party.reason !== undefined && !party.isAtConfiguredPath)?.reason ??
		(isSame ? `${contact.path} and ${ourNumber.path} are the same number` : undefined);
	const noteAndGet = (name: string, party: FieldLookup) =>
		finder.valueOrNoteWhyAbsent(
			name,
			reason === undefined || party.isAtConfiguredPath ? party : { reason },
		) as string | undefined;
	return { contact: noteAndGet('contact', contact), ourNumber: noteAndGet('ourNumber', ourNumber) };
}

/** Finds the number of the person. If there is none, a name may stand in its place, such as that of a bank. */
function findContact(
	finder: FieldFinder,
	names: readonly string[] | undefined,
	canHaveName: boolean,
): FieldLookup {
	const number = finder.find('contact', names);
	if (!canHaveName || number.value !== undefined) return number;
	if (number.reason !== undefined && !number.isAtConfiguredPath) return number;
	const name = finder.find('contact', names, VALUE_TYPES.senderName);
	return name.value === undefined ? number : name;
}
