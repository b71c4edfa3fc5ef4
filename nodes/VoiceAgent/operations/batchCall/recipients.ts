import type { IDataObject } from 'n8n-workflow';

import { parseJson } from '../../../shared/json';
import { valueAt } from '../../../shared/fieldPath';
import type { ItemInput } from '../../execution/itemInput';
import { e164 } from '../../execution/phoneNumber';

export interface Recipient extends IDataObject {
	/** E.164. */
	phone_number: string;
	name?: string;
}

/** Somebody who cannot be called, and why. */
export interface Rejected extends IDataObject {
	/** Place in the list, counted from 1. */
	position: number;
	phone_number: string;
	reason: string;
}

export interface RecipientList {
	recipients: Recipient[];
	rejected: Rejected[];
	duplicates: number;
}

/**
 * Sorts out whom to call: numbers in E.164, each once, in the order given. The first entry of a number counts.
 * @param entries With the fields `phone_number` and, optionally, `name`.
 */
export function sortOut(entries: IDataObject[], input: ItemInput): RecipientList {
	const byNumber = new Map<string, Recipient>();
	const rejected: Rejected[] = [];
	let duplicates = 0;
	for (const [index, entry] of entries.entries()) {
		const typed = input.textOf(entry.phone_number);
		const number = e164(typed);
		if (!number) {
			rejected.push({ position: index + 1, phone_number: typed, reason: reasonFor(typed) });
		} else if (byNumber.has(number)) {
			duplicates++;
		} else {
			const name = input.textOf(entry.name);
			byNumber.set(number, { phone_number: number, ...(name && { name }) });
		}
	}
	return { recipients: [...byNumber.values()], rejected, duplicates };
}

function reasonFor(typed: string): string {
	if (typed === '') return 'The phone number is missing';
	if (!typed.startsWith('+')) return 'The number does not begin with + and a country code';
	return 'This is not a phone number';
}

/** The entries that the parameters give: from all input items, from JSON, or from fields. */
export function entriesOf(input: ItemInput, gathered: ItemInput[]): IDataObject[] {
	switch (input.text('recipientsFrom')) {
		case 'json':
			return entriesFromJson(input);
		case 'fields': {
			const { recipient = [] } = input.value('recipients') as { recipient?: IDataObject[] };
			return recipient;
		}
		default:
			return gathered.map((item) => entryFromItem(item, input));
	}
}

function entryFromItem(item: ItemInput, first: ItemInput): IDataObject {
	const { json } = item.context.getInputData()[item.index] ?? { json: {} };
	return {
		phone_number: fieldOf(json, first.text('phoneNumberField')) as string,
		name: fieldOf(json, first.text('nameField')) as string,
	};
}

/** A field by its name, which may hold dots itself, or by its path. */
const fieldOf = (json: IDataObject, path: string): unknown =>
	Object.hasOwn(json, path) ? json[path] : valueAt(json, path);

function entriesFromJson(input: ItemInput): IDataObject[] {
	const value = input.value('recipientsJson');
	const parsed = typeof value === 'string' ? parseJson(value) : value;
	const isEntry = (entry: unknown) => typeof entry === 'object' && entry !== null && !Array.isArray(entry);
	if (Array.isArray(parsed) && parsed.every(isEntry)) return parsed as IDataObject[];
	throw input.refusal(
		'Recipients is not a JSON list of recipients',
		'Enter a list, e.g. [{ "phone_number": "+14155550123", "name": "Ada" }].',
	);
}
