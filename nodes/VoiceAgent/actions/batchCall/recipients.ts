import type { IDataObject } from 'n8n-workflow';

import type { ItemInput } from '../itemInput';
import { e164 } from '../phone';

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
		phone_number: valueAt(json, first.text('phoneNumberField')) as string,
		name: valueAt(json, first.text('nameField')) as string,
	};
}

/** A field by its name, or by a path such as `contact.phone`. */
function valueAt(json: IDataObject, path: string): unknown {
	if (Object.hasOwn(json, path)) return json[path];
	let value: unknown = json;
	for (const name of path.split('.')) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
		value = (value as IDataObject)[name];
	}
	return value;
}

function entriesFromJson(input: ItemInput): IDataObject[] {
	const value = input.value('recipientsJson');
	const parsed = typeof value === 'string' ? parse(value) : value;
	const isEntry = (entry: unknown) => typeof entry === 'object' && entry !== null && !Array.isArray(entry);
	if (Array.isArray(parsed) && parsed.every(isEntry)) return parsed as IDataObject[];
	throw input.refusal(
		'Recipients is not a JSON list of recipients',
		'Enter a list, e.g. [{ "phone_number": "+14155550123", "name": "Ada" }].',
	);
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
