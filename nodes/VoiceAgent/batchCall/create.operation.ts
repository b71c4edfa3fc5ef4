import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { agentLocator, phoneNumberLocator } from '../../parameters/fields';
import { InvalidParameterError } from '../../parameters/invalidParameterError';
import type { ParameterGroup } from '../../parameters/parameterGroup';
import { parseCallingCode } from '../../parameters/parseValue';
import { post } from '../../service/request';
import { parseTime } from '../../text/time';
import { previewOnlyFields } from '../fields/humanOnly';
import type { Item } from '../fields/item';
import { defineOperation, recordOutput } from '../operation';
import { callHoursFields, readCallHours, readTimeOfDay, timeZoneOption } from './callHours';
import { doNotCallField, readDoNotCall } from './doNotCall';
import { fetchOptOuts, optOutOption } from './optOuts';
import { planCreationOutput, planPreviewOutput } from './output';
import { recipientListFields, recipientOptions } from './recipientFields';
import {
	adviseOnInvalid,
	findInvalidError,
	readRecipients,
	requireWithinMaximum,
	skipByRules,
} from './recipients';

/** The fields that say who calls, and why. */
const callFields: INodeProperties[] = [
	phoneNumberLocator({
		displayName: 'Call From',
		name: 'callerId',
		search: 'searchCallers',
		description: 'The number that the recipients see: an active number of your account that can make calls',
	}),
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
		displayName: 'Purpose',
		name: 'purpose',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		placeholder: 'e.g. Reminder of an appointment tomorrow',
		description: 'Why the agent is calling',
	},
];

const defaultCountryCodeField: INodeProperties = {
	displayName: 'Default Country Code',
	name: 'defaultCountryCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. +44',
	description:
		'Country code for numbers that have none. Leave empty to refuse such numbers. A prefix that is dialed only inside the country, such as a leading 0, is removed.',
};

const callOptions: INodeProperties[] = [
	agentLocator({
		description: "The agent that makes the calls. Without it, the agent of the number in 'Call From' does.",
		listPlaceholder: "Agent of 'Call From'",
		required: false,
	}),
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Appointment reminders, week 23',
		description: 'Name of the batch call, for the dashboard. By default it is that of the workflow.',
	},
];

/** The days of the week as the service counts them, from Sunday, which is 0. */
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The options that say when the service makes the calls, and how many at a time. */
const scheduleOptions: INodeProperties[] = [
	{
		displayName: 'Lines Kept Free',
		name: 'reservedConcurrency',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 5,
		description: 'How many lines to keep free for other calls, such as inbound ones',
	},
	{
		displayName: 'Scheduled At',
		name: 'scheduledAt',
		type: 'dateTime',
		default: '',
		description:
			'When to start calling, in the time zone of the workflow unless the value names another. Without it, calling starts at once.',
	},
	{
		displayName: 'Service Window End',
		name: 'windowEndTime',
		type: 'string',
		default: '23:59',
		placeholder: 'e.g. 18:00',
		description:
			"Latest time of day for calls, in the time zone of the service; for each person's own time use 'Call Hours'. If it is before the start, the window ends on the next day.",
	},
	{
		displayName: 'Service Window Start',
		name: 'windowStartTime',
		type: 'string',
		default: '00:00',
		placeholder: 'e.g. 09:00',
		description:
			"Earliest time of day for calls, in the time zone of the service; for each person's own time use 'Call Hours'",
	},
	{
		displayName: 'Weekdays',
		name: 'windowDays',
		type: 'multiOptions',
		default: [0, 1, 2, 3, 4, 5, 6],
		options: WEEKDAYS.map((name, value) => ({ name, value })),
		description: 'Days on which calls are made',
	},
];

/**
 * Calls batch-calls with the action create. The node reads recipients from the given list, skips
 * those who must not be called, and sends the others in the request.
 */
export const createBatchCall = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create batch call',
	pastTense: 'created',
	description:
		"Preview a batch call or, with 'Preview Only' off, start or schedule it. Each dial costs 0.005 USD plus the minutes.",
	properties: [
		...previewOnlyFields(
			'previewOnly',
			'Whether to return the request, the counts and an estimate of the dial costs without making any calls',
		),
		...callFields,
		...recipientListFields,
		defaultCountryCodeField,
		doNotCallField,
		...callHoursFields,
	],
	options: [...callOptions, ...recipientOptions, optOutOption, timeZoneOption, ...scheduleOptions],
	timeout: 'slow',
	idempotent: false,
	adviceWhenUnknown: 'Check whether the dashboard shows the batch call before you create it again.',
	output: recordOutput({ wrapper: 'batch', recordFields: ['id', 'status', 'total_recipients'] }),
	sendsOneRequestForAllItems: ({ parameters }) => parameters.choice('recipientsFrom') === 'items',
	fieldsOnlyThePanelSets: {
		action: 'Operation',
		caller_id: 'Call From',
		recipients: 'Recipients',
		scheduled_at: 'Scheduled At',
		send_now: 'Scheduled At',
		window_days: 'Weekdays',
		window_end_time: 'Service Window End',
		window_start_time: 'Service Window Start',
	},
	async request(item, items, send) {
		const { parameters, options } = item;
		const isPreview = parameters.boolean('previewOnly');
		const fields = { ...readCallFields(item), ...readSchedule(options) };
		const countryCode = readDefaultCountryCode(parameters);

		const listed = readRecipients(item, items, countryCode);
		const refusal = findInvalidError(listed, item);
		// A preview lists all invalid recipients instead.
		if (refusal && !isPreview) throw refusal;
		const doNotCall = readDoNotCall(item, listed, countryCode);
		const callHours = readCallHours(item, listed, parseStartTime(fields));
		const optOuts = await fetchOptOuts(item, send);
		const recipients = skipByRules(listed, [doNotCall, optOuts, callHours]);
		const people = recipients.flatMap(({ person, skipped }) => (skipped ? [] : person));
		requireWithinMaximum(people.length, options);
		return {
			...post('batch-calls', { action: 'create', ...fields, recipients: people }),
			...(isPreview
				? planPreviewOutput(recipients, refusal && describePreviewRefusal(refusal, parameters))
				: planCreationOutput(recipients)),
		};
	},
});

const describePreviewRefusal = ({ message }: InvalidParameterError, parameters: ParameterGroup): string =>
	`${message}. 'skipped_recipients' says what is wrong with each such number. ${adviseOnInvalid(parameters)}`;

/** Reads who makes the calls and why. Fields without a value are not sent. */
const readCallFields = ({ parameters, options, context }: Item): IDataObject => ({
	caller_id: parameters.phoneNumber('callerId', { acceptsMissingPlus: true }),
	name: options.isAdded('name')
		? options.requireNonEmptyText('name', 'Enter a name for the batch call, or remove the option.')
		: (context.getWorkflow().name ?? 'n8n'),
	...(options.has('agentId') && { agent_id: options.id('agentId') }),
	...(parameters.has('purpose') && { purpose: parameters.text('purpose') }),
	...(parameters.has('goal') && { goal: parameters.text('goal') }),
});

/**
 * Reads when the service makes the calls, as fields of the request.
 * @throws InvalidParameterError for a value that cannot be read. An option that was added without a value is refused,
 * too: if it were left out of the request, people could be called at night.
 */
const readSchedule = (options: ParameterGroup): IDataObject => ({
	send_now: !options.isAdded('scheduledAt'),
	...(options.isAdded('scheduledAt') && { scheduled_at: options.dateTime('scheduledAt') }),
	...(options.isAdded('windowStartTime') && {
		window_start_time: readTimeOfDay(options, 'windowStartTime'),
	}),
	...(options.isAdded('windowEndTime') && { window_end_time: readTimeOfDay(options, 'windowEndTime') }),
	...(options.isAdded('windowDays') && { window_days: readWeekdays(options) }),
	...(options.isAdded('reservedConcurrency') && {
		reserved_concurrency: options.integer('reservedConcurrency'),
	}),
});

function readWeekdays(options: ParameterGroup): number[] {
	options.requireValue('windowDays');
	const days = options.choices('windowDays').map(Number);
	if (days.length > 0) return [...new Set(days)].sort((one, other) => one - other);
	throw new InvalidParameterError(
		`${options.label('windowDays')} is empty`,
		'Choose at least one day, or give numbers from 0 (Sunday) to 6.',
	);
}

/**
 * Parses the time at which the calls begin and returns it in milliseconds since 1970.
 * @throws InvalidParameterError for a time in the past.
 */
function parseStartTime({ scheduled_at: scheduledAt }: IDataObject): number {
	const now = Date.now();
	const start = parseTime(scheduledAt) ?? now;
	if (start >= now) return start;
	throw new InvalidParameterError(
		"'Scheduled At' is in the past",
		"Enter a later time, or remove 'Scheduled At' to start at once. The service would start calling at once.",
	);
}

/** Returns the country code for numbers that have none, as digits. @throws InvalidParameterError for any other value. */
const readDefaultCountryCode = (parameters: ParameterGroup): string | undefined =>
	parameters.has('defaultCountryCode') ? parameters.read('defaultCountryCode', parseCallingCode) : undefined;
