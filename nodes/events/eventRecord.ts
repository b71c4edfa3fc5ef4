import type { IDataObject } from 'n8n-workflow';

import { isRecord, parseJson } from '../text/json';
import { type Direction, orderParties } from './events';
import { VALUE_TYPES } from './eventValues';
import { type EventRecord, FieldFinder, type FieldPaths, type FieldLookup } from './fieldFinder';
import { FROM_NAMES, TO_NAMES } from './recordFields';

/** Parses the call that an event is about. */
export function parseCall(payload: unknown, paths?: FieldPaths): EventRecord {
	const finder = new FieldFinder('call', payload, paths);
	const direction = finder.find('direction');
	return finder.toRecord({ direction, ...findParties(finder, getDirection(direction)) });
}

/** Parses the website chat that an event is about. */
export const parseChat = (payload: unknown, paths?: FieldPaths): EventRecord =>
	new FieldFinder('chat', payload, paths).toRecord();

/** Returns the direction that was found, if one was. */
export const getDirection = (lookup: FieldLookup): Direction | undefined =>
	lookup.ok ? (lookup.value?.value as Direction | undefined) : undefined;

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

/**
 * Finds the numbers of the person and of the account, as they are written, by their own field names or by sender,
 * recipient and direction. Where these do not agree, it is not known which is which, and both are unclear, unless the
 * account has configured their paths.
 * @param canHaveName True if a name can stand for the number of the person, as for senders of SMS.
 */
export function findParties(
	finder: FieldFinder,
	direction: Direction | undefined,
	canHaveName = false,
): { contact: FieldLookup; ourNumber: FieldLookup } {
	const names = direction && orderParties(direction, FROM_NAMES, TO_NAMES);
	const number = finder.find('contact', names?.other);
	const isMissing = number.ok ? number.value === undefined : finder.configuredPath('contact') !== undefined;
	const name = isMissing && canHaveName && finder.find('contact', names?.other, VALUE_TYPES.senderName);
	const contact = name && name.ok && name.value ? name : number;
	const ourNumber = finder.find('ourNumber', names?.own);
	const problem = findDisagreement(finder, contact, ourNumber);
	const unlessUnclear = (field: string, lookup: FieldLookup): FieldLookup =>
		problem === undefined || finder.configuredPath(field) !== undefined ? lookup : { ok: false, problem };
	return { contact: unlessUnclear('contact', contact), ourNumber: unlessUnclear('ourNumber', ourNumber) };
}

/** Finds the reason why it is not known who the parties are. */
function findDisagreement(
	finder: FieldFinder,
	contact: FieldLookup,
	ourNumber: FieldLookup,
): string | undefined {
	if (!contact.ok && finder.configuredPath('contact') === undefined) return contact.problem;
	if (!ourNumber.ok && finder.configuredPath('ourNumber') === undefined) return ourNumber.problem;
	const [person, own] = [contact, ourNumber].map((lookup) => (lookup.ok ? lookup.value : undefined));
	return person && own && VALUE_TYPES.phoneNumber.isSame(person.value, own.value)
		? `${person.path} and ${own.path} are the same number`
		: undefined;
}
