import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { comparableNumber } from '../../numbers/spellings';
import { parsePhoneNumber } from '../../numbers/parsePhoneNumber';
import { InvalidParameterError, quote } from '../../parameters/invalidParameterError';
import { parseCallingCode, isTextual, toPlainText } from '../../parameters/parseValue';
import { humanOnlyOption } from '../fields/humanOnly';
import type { Item } from '../fields/item';
import type { RecipientEntry } from './recipientList';

/** A person to call. */
export interface Recipient {
	/** The place in the list as it was given, counted from 1. */
	position: number;
	/** E.164. */
	phoneNumber: string;
	name?: string;
	/** The input item or the row that the person comes from. */
	source: IDataObject;
}

/** The reasons for skipping a recipient, as workflows read them. */
export type SkipReason = 'invalid' | 'doNotCall' | 'optedOut' | 'mayHaveOptedOut' | 'outsideLocalHours';

/** The reason for skipping a recipient, and more about it for the output. */
export interface SkipDetails extends IDataObject {
	reason: SkipReason;
	/** Says what is wrong, where the reason alone does not. */
	explanation?: string;
}

/** A skipped recipient, as the node outputs it. */
interface SkippedRecipient extends SkipDetails {
	/** The place in the list as it was given, counted from 1. */
	position: number;
	phone_number: string;
	name?: string;
}

/** Returns the reason for skipping a recipient; undefined if there is none. */
export type SkipRule = (recipient: Recipient) => SkipDetails | undefined;

/** The people of a list. Each entry is called, is skipped, or repeats a person. */
export interface Recipients {
	/** The number of entries that were given. */
	entryCount: number;
	toCall: Recipient[];
	/** In the order of the list. */
	skipped: SkippedRecipient[];
	/** The number of entries that repeat a person. */
	duplicateCount: number;
}

export const defaultCountryCodeField: INodeProperties = {
	displayName: 'Default Country Code',
	name: 'defaultCountryCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. +44',
	description:
		'Country code for numbers that have none. Leave empty to refuse such numbers. A prefix that is dialed only inside the country, such as a leading 0, is removed.',
};

/** The number of recipients beyond which a batch call is not created, unless the option says otherwise. */
const DEFAULT_MAX_RECIPIENTS = 1_000;

export const recipientOptions: INodeProperties[] = [
	{
		displayName: 'Invalid Numbers',
		name: 'invalidNumbers',
		type: 'options',
		default: 'fail',
		options: [
			{ name: 'Do Not Create the Batch Call', value: 'fail' },
			{ name: 'Skip and Report', value: 'skip' },
		],
		description: 'What to do when a recipient has no number with a country code',
	},
	humanOnlyOption({
		displayName: 'Max Recipients',
		name: 'maximumRecipients',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_MAX_RECIPIENTS,
		description:
			'Max number of recipients, to protect against unexpected costs. A batch call with more is not created.',
	}),
];

/** The parameters that decide which recipients a batch call may have. */
interface RecipientRules {
	/** The country code to use for numbers entered without one, as digits. */
	defaultCountryCode: string | undefined;
	skipsInvalid: boolean;
	maximum: number;
}

/** @throws InvalidParameterError for a country code that does not exist, and for another value that cannot be read. */
export const readRecipientRules = ({ parameters, options }: Item): RecipientRules => ({
	defaultCountryCode: parameters.has('defaultCountryCode')
		? parameters.read('defaultCountryCode', parseCallingCode)
		: undefined,
	skipsInvalid: options.isAdded('invalidNumbers') && options.choice('invalidNumbers') === 'skip',
	maximum: options.isAdded('maximumRecipients')
		? options.integer('maximumRecipients')
		: DEFAULT_MAX_RECIPIENTS,
});

/** Returns the people of a list with their numbers in E.164. Of several entries for a person, the first counts. */
export function toRecipients(list: RecipientEntry[], defaultCountryCode?: string): Recipients {
	const known = new Set<string>();
	const toCall: Recipient[] = [];
	const skipped: SkippedRecipient[] = [];
	for (const [index, { phoneNumber: rawNumber, name: rawName, source }] of list.entries()) {
		const position = index + 1;
		const typed = toPlainText(rawNumber);
		const { number, problem } = parsePhoneNumber(typed, { defaultCountryCode });
		const name = isTextual(rawName) ? toPlainText(rawName) : undefined;
		if (number === undefined || name === undefined) {
			const explanation = problem ?? `The name ${quote(rawName)} is not text`;
			const person = { phone_number: typed, ...(name && { name }) };
			skipped.push({ position, ...person, reason: 'invalid', explanation });
		} else if (!known.has(comparableNumber(number))) {
			known.add(comparableNumber(number));
			toCall.push({ position, phoneNumber: number, ...(name && { name }), source });
		}
	}
	const duplicateCount = list.length - toCall.length - skipped.length;
	return { entryCount: list.length, toCall, skipped, duplicateCount };
}

/** Skips each recipient that a rule gives a reason to skip. The output names the reason of the first such rule. */
export function skipRecipients(
	recipients: Recipients,
	rules: ReadonlyArray<SkipRule | undefined>,
): Recipients {
	const toCall: Recipient[] = [];
	const skipped = [...recipients.skipped];
	for (const recipient of recipients.toCall) {
		let details: SkipDetails | undefined;
		for (const rule of rules) details ??= rule?.(recipient);
		if (details) skipped.push({ position: recipient.position, ...toWireRecipient(recipient), ...details });
		else toCall.push(recipient);
	}
	return { ...recipients, toCall, skipped: skipped.sort((one, other) => one.position - other.position) };
}

/** Returns a recipient as the service takes it. */
export const toWireRecipient = ({
	phoneNumber,
	name,
}: Recipient): Pick<SkippedRecipient, 'phone_number' | 'name'> => ({
	phone_number: phoneNumber,
	...(name !== undefined && { name }),
});

/** Creates the error for recipients with numbers that cannot be called; undefined if there are none. */
export function createInvalidRecipientError(
	{ skipped }: Recipients,
	{ parameters }: Item,
): InvalidParameterError | undefined {
	const [first, ...others] = skipped.filter(({ reason }) => reason === 'invalid');
	if (!first) return undefined;
	const more = others.length > 0 ? ` (and ${others.length} more)` : '';
	const isFromItems = parameters.choice('recipientsFrom') === 'items';
	return new InvalidParameterError(
		`Recipient ${first.position} cannot be called: ${quote(first.phone_number)}${more}`,
		`${first.explanation}. ${more && "Turn on 'Preview Only' to list them all. "}Enter numbers like +14155550123, set 'Default Country Code', or set 'Invalid Numbers' in the options to skip such recipients. No calls were made.`,
		isFromItems ? first.position - 1 : undefined,
	);
}

/** @throws InvalidParameterError for more recipients than are allowed. */
export function requireWithinMaximum({ toCall }: Recipients, maximum: number): void {
	if (toCall.length <= maximum) return;
	throw new InvalidParameterError(
		`${toCall.length} recipients are more than 'Max Recipients' allows (${maximum})`,
		"Raise 'Max Recipients' in the options if you really want to call that many people. No calls were made.",
	);
}
