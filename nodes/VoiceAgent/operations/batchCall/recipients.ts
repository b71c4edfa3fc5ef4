import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { humanOnly } from '../../parameters/humanOnly';
import { InvalidParameterError, quoted } from '../../../shared/parameters/invalidParameterError';
import { readJsonList } from '../../../shared/parameters/jsonObject';
import type { ParameterGroup } from '../../../shared/parameters/parameterGroup';
import type { Item } from '../../parameters/item';
import { e164, readCountryCode } from '../../../shared/parameters/phoneNumber';
import { describeFields, findDraggedField, readField } from './itemFields';
import type { RecipientList } from './recipientList';

/** The fields for the recipients of a batch call. */
export const recipientFields: INodeProperties[] = [
	{
		displayName: 'Recipients',
		name: 'recipientsFrom',
		type: 'options',
		default: 'items',
		options: [
			{
				name: 'From All Input Items',
				value: 'items',
				description: 'One batch call for all items: each item is one recipient',
			},
			{ name: 'From Fields Below', value: 'fields', description: 'One batch call for each item' },
			{ name: 'From JSON', value: 'json', description: 'One batch call for each item' },
		],
		description: 'Where to take the recipients from',
	},
	{
		displayName: 'Phone Number Field',
		name: 'phoneNumberField',
		type: 'string',
		default: 'phone_number',
		displayOptions: { show: { recipientsFrom: ['items'] } },
		placeholder: 'e.g. phone_number',
		description: 'Name of the input field that holds the number of the recipient, with + and country code',
		requiresDataPath: 'single',
	},
	{
		displayName: 'Name Field',
		name: 'nameField',
		type: 'string',
		default: 'name',
		displayOptions: { show: { recipientsFrom: ['items'] } },
		placeholder: 'e.g. name',
		description: 'Name of the input field that holds the name of the recipient',
		requiresDataPath: 'single',
	},
	{
		displayName: 'Recipients (JSON)',
		name: 'recipientsJson',
		type: 'json',
		required: true,
		default: '[]',
		displayOptions: { show: { recipientsFrom: ['json'] } },
		placeholder: 'e.g. [{ "phone_number": "+14155550123", "name": "Ada" }]',
		description: "A JSON list of objects with 'phone_number' and, optionally, 'name'",
	},
	{
		displayName: 'Recipient List',
		name: 'recipients',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Recipient',
		default: {},
		displayOptions: { show: { recipientsFrom: ['fields'] } },
		options: [
			{
				displayName: 'Recipient',
				name: 'recipient',
				values: [
					{
						displayName: 'Phone Number',
						name: 'phone_number',
						type: 'string',
						default: '',
						placeholder: 'e.g. +14155550123',
						description: 'Number with + and country code',
					},
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. Ada Lovelace',
						description: 'Name of the recipient',
					},
				],
			},
		],
		description: 'The people to call',
	},
	...humanOnly({
		displayName: 'Max Recipients',
		name: 'maximumRecipients',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1000,
		description:
			'Max number of recipients, to protect against unexpected costs. A batch call with more is not created.',
	}),
];

/** The options for numbers that cannot be called as they are. */
export const recipientOptions: INodeProperties[] = [
	{
		displayName: 'Default Country Code',
		name: 'defaultCountryCode',
		type: 'string',
		default: '',
		placeholder: 'e.g. +44',
		description:
			'Country code for numbers that have none. Leave empty to refuse such numbers. A prefix that is dialed only inside the country, such as a leading 0, is removed.',
	},
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
];

/**
 * Reads the recipients as they were given: from all input items, from JSON, or from fields.
 * @throws InvalidParameterError for JSON that is not a list, and for a field that no item has.
 */
export function readRecipients(item: Item, items: Item[]): IDataObject[] {
	const { parameters } = item;
	switch (parameters.choice('recipientsFrom')) {
		case 'json':
			return readJsonList(
				parameters.requireValue('recipientsJson'),
				parameters.label('recipientsJson'),
				'[{ "phone_number": "+14155550123", "name": "Ada" }]',
			);
		case 'fields':
			return parameters
				.rows('recipients')
				.map((row) => ({ phone_number: row.value('phone_number'), name: row.value('name') }) as IDataObject);
		default:
			return readFromItems(item, items);
	}
}

/**
 * Returns what each of the recipients comes from: the input item, or the object in the JSON, where a field of it can
 * say more about the recipient.
 * @param entries The recipients as they were given.
 */
export function readSources(item: Item, items: Item[], entries: IDataObject[]): IDataObject[] {
	switch (item.parameters.choice('recipientsFrom')) {
		case 'json':
			return entries;
		case 'fields':
			return entries.map(() => item.json);
		default:
			return items.map(({ json }) => json);
	}
}

function readFromItems(first: Item, items: Item[]): IDataObject[] {
	const rows = items.map(({ json }) => json);
	const numberField =
		readFieldName(first, 'phoneNumberField') ||
		first.parameters.requiredText('phoneNumberField', `Enter the name of a field. ${describeFields(rows)}`);
	const nameField = readFieldName(first, 'nameField');
	const entries = rows.map((row) => ({
		phone_number: readField(row, numberField) as string,
		name: readField(row, nameField) as string,
	}));
	if (entries.some((entry) => entry.phone_number !== undefined)) return entries;
	if (e164(numberField)) {
		throw new InvalidParameterError(
			`${first.parameters.label('phoneNumberField')} ${quoted(numberField)} is a phone number`,
			`Enter the name of the field that holds the numbers. ${describeFields(rows)} No calls were made.`,
		);
	}
	throw new InvalidParameterError(
		`The items have no field ${quoted(numberField)}`,
		`${describeFields(rows)} Set 'Phone Number Field'. No calls were made.`,
	);
}

/**
 * Reads the name or path of a field; a field that was dragged in as an
 * expression stands for its name, not its value.
 */
const readFieldName = ({ parameters, context }: Item, name: string): string =>
	findDraggedField(context.getNode().parameters[name]) ?? parameters.text(name);

/**
 * Reads the country code as digits; undefined if it is empty.
 * @throws InvalidParameterError for anything else.
 */
export const readDefaultCountryCode = (options: ParameterGroup): string | undefined =>
	options.has('defaultCountryCode')
		? readCountryCode(options.value('defaultCountryCode'), options.label('defaultCountryCode'))
		: undefined;

/**
 * Creates the error for recipients that cannot be called; undefined if
 * there are none, or if they are to be skipped.
 */
export function createInvalidRecipientError(
	rejected: RecipientList['rejected'],
	{ parameters, options }: Pick<Item, 'parameters' | 'options'>,
): InvalidParameterError | undefined {
	const [first, ...others] = rejected;
	const skips = options.isAdded('invalidNumbers') && options.choice('invalidNumbers') === 'skip';
	if (!first || skips) return undefined;
	const more = others.length > 0 ? ` (and ${others.length} more)` : '';
	const isItem = parameters.choice('recipientsFrom') === 'items';
	return new InvalidParameterError(
		`Recipient ${first.position} cannot be called: ${quoted(first.phone_number)}${more}`,
		`${first.explanation}. ${more && "Turn on 'Preview Only' to list them all. "}Enter numbers like +14155550123, or set 'Invalid Numbers' in the options to skip such recipients. No calls were made.`,
		isItem ? first.position - 1 : undefined,
	);
}

/** @throws InvalidParameterError for a list without recipients. */
export function requireRecipients({ recipients }: RecipientList): void {
	if (recipients.length > 0) return;
	throw new InvalidParameterError(
		'There are no recipients',
		'Check where the recipients come from. No calls were made.',
	);
}

/** @throws InvalidParameterError for a list longer than 'Max Recipients'. */
export function requireWithinMaximum({ recipients }: RecipientList, parameters: ParameterGroup): void {
	const most = parameters.integer('maximumRecipients');
	if (recipients.length <= most) return;
	throw new InvalidParameterError(
		`${recipients.length} recipients are more than 'Max Recipients' allows (${most})`,
		"Raise 'Max Recipients' if you really want to call that many people. No calls were made.",
	);
}
