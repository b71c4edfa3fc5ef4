import type { INodeProperties } from 'n8n-workflow';

import { humanOnlyOption } from '../fields/humanOnly';

/** An example of 'Recipients (JSON or Table)'. */
export const LIST_EXAMPLE = '[{ "phone_number": "+14155550123", "name": "Ada" }]';

/** The fields that say where the recipients come from. */
export const recipientListFields: INodeProperties[] = [
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
			{
				name: 'From Fields Below',
				value: 'fields',
				description: 'People you enter here; one batch call for each item',
			},
			{
				name: 'From JSON or Table',
				value: 'json',
				description: 'A list, such as from a spreadsheet; one batch call for each item',
			},
		],
		description:
			"Where to take the recipients from. Items and tables need a field such as phone_number or Phone, and may have one called name. For other names, set 'Phone Number Field' and 'Name Field' in the options.",
	},
	{
		displayName: 'Recipients (JSON or Table)',
		name: 'recipientsJson',
		type: 'string',
		typeOptions: { rows: 4 },
		required: true,
		// n8n asks for a value here too if 'Recipients' is an expression.
		default: '[]',
		displayOptions: { show: { recipientsFrom: ['json'] } },
		placeholder: `e.g. ${LIST_EXAMPLE}`,
		description: 'A list of objects in JSON, or a table that was pasted from a spreadsheet or a CSV file',
		hint: "Replace [] with your list. The first line of a table names the columns, such as 'phone_number' and 'name'.",
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
];

/** The number of people beyond which a batch call is not created, unless the option says otherwise. */
export const DEFAULT_MAX_RECIPIENTS = 1_000;

/** The options that say how the recipients are read, and how many there may be. */
export const recipientOptions: INodeProperties[] = [
	{
		displayName: 'Phone Number Field',
		name: 'phoneNumberField',
		type: 'string',
		default: 'phone_number',
		displayOptions: { show: { '/recipientsFrom': ['items', 'json'] } },
		placeholder: 'e.g. phone_number',
		description:
			'Name of the field or column that holds the number of the recipient. Without it, a field called phone number or phone does, in any spelling such as phone_number.',
		requiresDataPath: 'single',
	},
	{
		displayName: 'Name Field',
		name: 'nameField',
		type: 'string',
		default: 'name',
		displayOptions: { show: { '/recipientsFrom': ['items', 'json'] } },
		placeholder: 'e.g. name',
		description:
			'Name of the field or column that holds the name of the recipient. Without it, a field called name does.',
		requiresDataPath: 'single',
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
