import type { IDataObject } from 'n8n-workflow';

import { phoneNumberLocator } from '../../../shared/panel/locators';
import type { ServiceRequest } from '../../../shared/client/client';
import type { Item, ParameterGroup } from '../../parameters/parameters';
import type { Operation } from '../define';
import { readChoice } from '../../parameters/readers';
import { findCountryCode, readCountryCode } from '../../parameters/phoneNumber';
import { quoted, InvalidParameterError } from '../../parameters/invalidParameterError';
import { AGENT_ADVICE, agentLocator } from '../../parameters/locators';
import { humanOnly } from '../../parameters/humanOnly';
import { checkCaller } from './caller';
import { costHint, effectOfCountryCode, previewHint, previewOutput, type CampaignPreview } from './preview';
import { readRecipients, normalizeRecipients, type RecipientList } from './recipients';

/** From Sunday, which is 0 (interface section 4). */
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** batch-calls, action create (interface sections 3, 4 and 8). */
export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create batch call',
	participle: 'created',
	preview: { parameter: 'previewOnly', action: 'Preview batch call' },
	description:
		'Preview a call campaign or, with Preview Only off, start or schedule it. Each dial costs 0.005 USD plus the minutes.',
	properties: [
		...humanOnly({
			displayName: 'Preview Only',
			name: 'previewOnly',
			type: 'boolean',
			default: true,
			description:
				'Whether to return the request, the counts and an estimate of the dial costs without calling anybody',
		}),
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
			displayName: 'Caller ID',
			name: 'callerId',
			search: 'searchCallers',
			description: 'The number that people see: an active number of your account that can make calls',
		}),
		agentLocator({
			description: 'The agent that makes the calls. Leave empty for the agent of the caller ID.',
			listPlaceholder: 'Agent of the caller ID',
			required: false,
		}),
		{
			displayName: 'Purpose',
			name: 'purpose',
			type: 'string',
			typeOptions: { rows: 2 },
			default: '',
			placeholder: 'e.g. Reminder of an appointment tomorrow',
			description: 'Why the agent is calling',
		},
		{
			displayName: 'Goal',
			name: 'goal',
			type: 'string',
			typeOptions: { rows: 2 },
			default: '',
			placeholder: 'e.g. Confirm or move the appointment',
			description: 'What the agent should achieve in each call',
		},
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
			default: '[]',
			displayOptions: { show: { recipientsFrom: ['json'] } },
			placeholder: 'e.g. [{ "phone_number": "+14155550123", "name": "Ada" }]',
			description: 'A JSON list of objects with phone_number and, optionally, name',
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
			displayName: 'Maximum Recipients',
			name: 'maximumRecipients',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1000,
			description:
				'Max number of recipients, to protect against unexpected costs. A campaign with more is not created.',
		}),
		{
			displayName: 'Start Now',
			name: 'sendNow',
			type: 'boolean',
			default: true,
			description: 'Whether to start calling immediately. Turn off to schedule the campaign.',
		},
		{
			displayName: 'Scheduled At',
			name: 'scheduledAt',
			type: 'dateTime',
			default: '',
			displayOptions: { show: { sendNow: [false] } },
			description: 'When to start calling, in the time zone of the workflow unless the value names another',
		},
	],
	options: [
		{
			displayName: 'Call Window End',
			name: 'windowEndTime',
			type: 'string',
			default: '23:59',
			placeholder: 'e.g. 18:00',
			description:
				'Latest time of day for calls, in the time zone of the service. If it is before the start, the window ends on the next day.',
		},
		{
			displayName: 'Call Window Start',
			name: 'windowStartTime',
			type: 'string',
			default: '00:00',
			placeholder: 'e.g. 09:00',
			description: 'Earliest time of day for calls, in the time zone of the service',
		},
		{
			displayName: 'Default Country Code',
			name: 'defaultCountryCode',
			type: 'string',
			default: '',
			placeholder: 'e.g. +44',
			description:
				'Country code for numbers that have none. Leave empty to refuse such numbers. What is dialled inside the country only, such as a leading 0, is dropped.',
		},
		{
			displayName: 'Invalid Numbers',
			name: 'invalidNumbers',
			type: 'options',
			default: 'fail',
			options: [
				{ name: 'Do Not Create the Campaign', value: 'fail' },
				{ name: 'Skip and Report', value: 'skip' },
			],
			description: 'What to do when a recipient has no number with a country code',
		},
		{
			displayName: 'Reserved Concurrency',
			name: 'reservedConcurrency',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 5,
			description: 'How many lines to keep free for other calls, such as inbound ones',
		},
		{
			displayName: 'Weekdays',
			name: 'windowDays',
			type: 'multiOptions',
			default: [0, 1, 2, 3, 4, 5, 6],
			options: WEEKDAYS.map((name, value) => ({ name, value })),
			description: 'Days on which people are called',
		},
	],
	timeout: 'provider',
	retry: {
		safe: false,
		ifUnknown: 'Look in the dashboard whether the campaign is there before you create it again.',
	},
	answer: { kind: 'record', wrapper: 'batch', recordFields: ['id', 'status', 'total_recipients'] },
	takesAllItems: (first) => first.text('recipientsFrom') === 'items',
	check: checkCaller,
	ifUnchecked: "The number in 'Caller ID' could not be looked up. Nobody was called.",
	guardedFields: {
		action: 'Operation',
		recipients: 'Recipients',
		scheduled_at: 'Scheduled At',
		send_now: 'Start Now',
		window_days: 'Weekdays',
		window_end_time: 'Call Window End',
		window_start_time: 'Call Window Start',
	},
	plan(item, items) {
		const isPreview = item.boolean('previewOnly');
		const callerId = item.phoneNumber('callerId');
		const entries = readRecipients(item, items);
		const defaultCountryCode = readDefaultCountryCode(item.options);
		const list = normalizeRecipients(entries, defaultCountryCode === undefined ? {} : { defaultCountryCode });
		const invalid = refusalOfInvalid(list.rejected, item);
		// A preview lists them all.
		if (invalid && !isPreview) throw invalid;
		if (!invalid) refuseNobody(list);
		refuseTooMany(list, item);
		const body = {
			action: 'create',
			name: item.requiredText('name', 'Enter a name for the campaign.'),
			caller_id: callerId,
			recipients: list.recipients,
			...readCallSettings(item),
			...scheduleOf(item),
			...optionsOf(item.options),
		};
		const planned = {
			request: { method: 'POST' as const, path: 'batch-calls', body },
			extraOutput: { duplicates_removed: list.duplicates, skipped_recipients: list.rejected },
		};
		if (!isPreview) return { ...planned, hint: costHint(list) };
		const code = defaultCountryCode ?? findCountryCode(callerId);
		const preview: CampaignPreview = {
			list,
			wouldBeCreated: invalid === undefined,
			countryCode:
				code === undefined ? undefined : effectOfCountryCode(code, defaultCountryCode !== undefined, entries),
		};
		return {
			...planned,
			preview: (request: ServiceRequest) => previewOutput(preview, request.body),
			hint: previewHint(preview),
		};
	},
};

const readDefaultCountryCode = (options: ParameterGroup): string | undefined =>
	options.text('defaultCountryCode')
		? readCountryCode(options.value('defaultCountryCode'), options.label('defaultCountryCode'))
		: undefined;

/** Why the campaign must not be created with these; undefined where they are left out, or there are none. */
function refusalOfInvalid(
	rejected: RecipientList['rejected'],
	item: Item,
): InvalidParameterError | undefined {
	const { options } = item;
	const [first, ...others] = rejected;
	const skips = options.isSet('invalidNumbers') && options.choice('invalidNumbers') === 'skip';
	if (!first || skips) return undefined;
	const more = others.length > 0 ? ` (and ${others.length} more)` : '';
	const isItem = item.choice('recipientsFrom') === 'items';
	return new InvalidParameterError(
		`Recipient ${first.position} cannot be called: ${quoted(first.phone_number)}${more}`,
		`${first.reason}. ${more && "Turn on 'Preview Only' to list them all. "}Enter numbers like +14155550123, or set 'Invalid Numbers' in the options to skip such recipients. Nobody was called.`,
		isItem ? first.position - 1 : undefined,
	);
}

/** @throws Refusal for an empty list. */
function refuseNobody({ recipients }: RecipientList): void {
	if (recipients.length > 0) return;
	throw new InvalidParameterError(
		'There is nobody to call',
		'Check where the recipients come from. Nobody was called.',
	);
}

/** @throws Refusal for a list that is longer than a person allows. */
function refuseTooMany({ recipients }: RecipientList, item: Item): void {
	const most = item.integer('maximumRecipients');
	if (recipients.length <= most) return;
	throw new InvalidParameterError(
		`${recipients.length} recipients are more than Maximum Recipients allows (${most})`,
		'Raise Maximum Recipients if you really want to call that many people. Nobody was called.',
	);
}

/** Who makes the calls and about what; fields without a value are left out. */
function readCallSettings(item: Item): IDataObject {
	const purpose = item.text('purpose');
	const goal = item.text('goal');
	return {
		...(item.text('agentId') && { agent_id: item.id('agentId', AGENT_ADVICE) }),
		...(purpose && { purpose }),
		...(goal && { goal }),
	};
}

function scheduleOf(item: Item): IDataObject {
	if (item.boolean('sendNow')) return { send_now: true };
	const scheduledAt = item.dateTime('scheduledAt');
	if (Date.parse(scheduledAt) <= Date.now()) {
		throw new InvalidParameterError(
			'Scheduled At is in the past',
			'Enter a later time, or turn on Start Now. The service would start calling at once.',
		);
	}
	return { send_now: false, scheduled_at: scheduledAt };
}

function optionsOf(options: ParameterGroup): IDataObject {
	return {
		...(options.isSet('windowStartTime') && { window_start_time: timeOfDay(options, 'windowStartTime') }),
		...(options.isSet('windowEndTime') && { window_end_time: timeOfDay(options, 'windowEndTime') }),
		...(options.isSet('windowDays') && { window_days: weekdays(options) }),
		...(options.isSet('reservedConcurrency') && {
			reserved_concurrency: options.integer('reservedConcurrency'),
		}),
	};
}

/** Without a value, people could be called at night: the window is never left out by itself. */
function timeOfDay(options: ParameterGroup, name: string): string {
	const time = options.text(name);
	if (/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return time;
	throw new InvalidParameterError(
		time === ''
			? `${options.label(name)} is empty`
			: `${options.label(name)} ${quoted(time)} is not a time of the day`,
		'Enter hours and minutes from 00:00 to 23:59, e.g. 09:30.',
	);
}

function weekdays(options: ParameterGroup): number[] {
	const days = [options.value('windowDays')]
		.flat()
		.map((day) => Number(readChoice(day, options.label('windowDays'), options.choices('windowDays'))));
	if (days.length > 0) return [...new Set(days)].sort();
	throw new InvalidParameterError(
		'Weekdays is empty',
		'Choose at least one day, or give numbers from 0 (Sunday) to 6.',
	);
}
