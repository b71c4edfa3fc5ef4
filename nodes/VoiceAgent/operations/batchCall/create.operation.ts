import type { IDataObject } from 'n8n-workflow';

import { DIAL_COST } from '../../../shared/wire/limits';
import { instantOf } from '../../execution/dateTime';
import type { ItemInput } from '../../execution/itemInput';
import { agentLocator, phoneNumberLocator } from '../../panel/locators';
import type { Operation } from '../../execution/operation';
import { e164 } from '../../execution/phoneNumber';
import { entriesOf, sortOut, type RecipientList } from './recipients';

/** batch-calls, action create (interface sections 3, 4 and 8). */
export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create a batch call',
	preview: { parameter: 'previewOnly', action: 'Preview a batch call' },
	description:
		'Start or schedule a call campaign. People are called and each dial costs 0.005 USD besides the minutes; turn on Preview Only to see what would happen.',
	properties: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Appointment reminders, week 23',
			description: 'Name of the campaign',
		},
		phoneNumberLocator({
			displayName: 'Caller',
			name: 'callerId',
			description: 'The active number of your account that people see when they are called',
		}),
		{
			displayName: 'Recipients',
			name: 'recipientsFrom',
			type: 'options',
			default: 'items',
			options: [
				{
					name: 'From All Input Items',
					value: 'items',
					description: 'One campaign for all items: each item is one recipient',
				},
				{ name: 'From Fields Below', value: 'fields', description: 'One campaign for each item' },
				{ name: 'From JSON', value: 'json', description: 'One campaign for each item' },
			],
			description: 'Where the people to call come from',
		},
		{
			displayName: 'Phone Number Field',
			name: 'phoneNumberField',
			type: 'string',
			required: true,
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
			description: 'A JSON list of objects with phone_number and, if you like, name',
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
		{
			displayName: 'Maximum Recipients',
			name: 'maximumRecipients',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1000,
			description: 'A campaign with more people than this is not created, so that a slip does not cost money',
		},
		{
			displayName: 'Send Now',
			name: 'sendNow',
			type: 'boolean',
			default: true,
			description: 'Whether to start calling at once instead of at a later time',
		},
		{
			displayName: 'Scheduled At',
			name: 'scheduledAt',
			type: 'dateTime',
			required: true,
			default: '',
			displayOptions: { show: { sendNow: [false] } },
			description: 'When to start calling, in the time zone of the workflow unless it names one',
		},
		{
			displayName: 'Preview Only',
			name: 'previewOnly',
			type: 'boolean',
			default: false,
			description:
				'Whether to return the request, the counts and an estimate of the dial costs without calling anybody',
		},
	],
	options: [
		agentLocator({
			description: 'The agent that makes the calls. Without one, the agent of the caller number makes them.',
			required: false,
		}),
		{
			displayName: 'Call Window End',
			name: 'windowEndTime',
			type: 'string',
			default: '23:59',
			placeholder: 'e.g. 18:00',
			description: 'Nobody is called after this time of the day',
		},
		{
			displayName: 'Call Window Start',
			name: 'windowStartTime',
			type: 'string',
			default: '00:00',
			placeholder: 'e.g. 09:00',
			description: 'Nobody is called before this time of the day',
		},
		{
			displayName: 'Goal',
			name: 'goal',
			type: 'string',
			typeOptions: { rows: 2 },
			default: '',
			placeholder: 'e.g. Confirm or move the appointment',
			description: 'What the agent should reach in each call',
		},
		{
			displayName: 'Invalid Numbers',
			name: 'invalidNumbers',
			type: 'options',
			default: 'fail',
			options: [
				{ name: 'Do Not Create the Campaign', value: 'fail' },
				{ name: 'Leave Out and Report', value: 'skip' },
			],
			description: 'What to do when a recipient has no number with a country code',
		},
		{
			displayName: 'Purpose',
			name: 'purpose',
			type: 'string',
			typeOptions: { rows: 2 },
			default: '',
			placeholder: 'e.g. Remind of the appointment tomorrow',
			description: 'Why the agent calls',
		},
		{
			displayName: 'Reserved Concurrency',
			name: 'reservedConcurrency',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 5,
			description: 'How many lines stay free for other calls, such as inbound ones',
		},
		{
			displayName: 'Weekdays',
			name: 'windowDays',
			type: 'multiOptions',
			default: [0, 1, 2, 3, 4, 5, 6],
			options: [
				{ name: 'Friday', value: 5 },
				{ name: 'Monday', value: 1 },
				{ name: 'Saturday', value: 6 },
				{ name: 'Sunday', value: 0 },
				{ name: 'Thursday', value: 4 },
				{ name: 'Tuesday', value: 2 },
				{ name: 'Wednesday', value: 3 },
			],
			description: 'The days on which people are called',
		},
	],
	timeout: 'provider',
	repeatable: false,
	howToFindOut: 'Look in the dashboard whether the campaign is there before you create it again.',
	wrapper: 'batch',
	gathers: (first) => first.text('recipientsFrom') === 'items',
	request(input, gathered) {
		const list = checked(sortOut(entriesOf(input, gathered), input), input);
		const body = {
			action: 'create',
			name: input.required('name', 'Name', 'Enter a name for the campaign.'),
			caller_id: callerOf(input),
			recipients: list.recipients,
			...scheduleOf(input),
			...optionsOf(input),
		};
		const remarks = { duplicates_removed: list.duplicates, skipped_recipients: list.rejected };
		if (input.flag('previewOnly')) return { ready: preview(body, list, remarks) };
		return { method: 'POST', path: 'batch-calls', body, remarks };
	},
};

/** @throws NodeOperationError for a list that must not be called. */
function checked(list: RecipientList, input: ItemInput): RecipientList {
	const { recipients, rejected } = list;
	const [first] = rejected;
	if (first && input.collection('options').invalidNumbers !== 'skip') {
		const others = rejected.length > 1 ? ` (and ${rejected.length - 1} more)` : '';
		throw input.refusal(
			`Recipient ${first.position} cannot be called: "${first.phone_number}"${others}`,
			`${first.reason}. Enter numbers like +14155550123, or set Invalid Numbers in the options to leave such recipients out. Nobody was called.`,
		);
	}
	if (recipients.length === 0) {
		throw input.refusal(
			'There is nobody to call',
			'Check where the recipients come from. Nobody was called.',
		);
	}
	const most = Number(input.value('maximumRecipients'));
	if (!(recipients.length <= most)) {
		throw input.refusal(
			`${recipients.length} recipients are more than Maximum Recipients allows (${most})`,
			'Raise Maximum Recipients if you really want to call that many people. Nobody was called.',
		);
	}
	return list;
}

function callerOf(input: ItemInput): string {
	const advice = 'Choose a number from the list or enter it with + and country code, e.g. +14155550100.';
	const typed = input.required('callerId', 'Caller', advice);
	const number = e164(typed);
	if (number) return number;
	throw input.refusal(`Caller "${typed}" is not a phone number with its country code`, advice);
}

function scheduleOf(input: ItemInput): IDataObject {
	if (input.flag('sendNow')) return { send_now: true };
	const scheduledAt = instantOf(input, input.value('scheduledAt'), 'Scheduled At');
	if (Date.parse(scheduledAt) <= Date.now()) {
		throw input.refusal(
			'Scheduled At is in the past',
			'Enter a later time, or turn on Send Now. The service would start calling at once.',
		);
	}
	return { send_now: false, scheduled_at: scheduledAt };
}

function optionsOf(input: ItemInput): IDataObject {
	const options = input.collection('options');
	const agent = input.textOf(options.agentId);
	const purpose = input.textOf(options.purpose);
	const goal = input.textOf(options.goal);
	return {
		...(agent && { agent_id: agent }),
		...('windowStartTime' in options && { window_start_time: timeOfDay(input, 'windowStartTime', 'Start') }),
		...('windowEndTime' in options && { window_end_time: timeOfDay(input, 'windowEndTime', 'End') }),
		...('windowDays' in options && { window_days: weekdays(input) }),
		...('reservedConcurrency' in options && { reserved_concurrency: reserved(input) }),
		...(purpose && { purpose }),
		...(goal && { goal }),
	};
}

function timeOfDay(input: ItemInput, name: string, which: string): string {
	const time = input.textOf(input.collection('options')[name]);
	if (/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return time;
	throw input.refusal(
		`Call Window ${which} "${time}" is not a time of the day`,
		'Enter hours and minutes from 00:00 to 23:59, e.g. 09:30.',
	);
}

function weekdays(input: ItemInput): number[] {
	const days = [input.collection('options').windowDays].flat().map(Number);
	if (days.length > 0 && days.every((day) => Number.isInteger(day) && day >= 0 && day <= 6)) {
		return [...new Set(days)].sort();
	}
	throw input.refusal(
		'Weekdays holds no weekday',
		'Choose at least one day, or give numbers from 0 (Sunday) to 6.',
	);
}

function reserved(input: ItemInput): number {
	const lines = Number(input.collection('options').reservedConcurrency);
	if (Number.isInteger(lines) && lines >= 0) return lines;
	throw input.refusal('Reserved Concurrency is out of range', 'Enter a whole number from 0 up.');
}

function preview(request: IDataObject, { recipients }: RecipientList, remarks: IDataObject): IDataObject {
	return {
		preview: true,
		total_recipients: recipients.length,
		...remarks,
		// Rounded to a tenth of a cent, since 0.005 has no exact binary form.
		dial_cost_estimate_usd: Math.round(recipients.length * DIAL_COST * 1000) / 1000,
		request,
	};
}
