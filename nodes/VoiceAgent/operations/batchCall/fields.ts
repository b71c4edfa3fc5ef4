import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { phoneNumberLocator } from '../../../shared/panel/locators';
import { agentLocator } from '../../../shared/panel/idFields';
import { InvalidParameterError, quoted } from '../../../shared/parameters/invalidParameterError';
import type { ParameterGroup } from '../../../shared/parameters/parameterGroup';
import { readChoice } from '../../../shared/parameters/readers';
import { readTime } from '../../../shared/wire/time';

/** The days of the week as the service counts them, from Sunday, which is 0 (interface section 4). */
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The fields that say who makes the calls and why. */
export const callFields: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Appointment reminders, week 23',
		description: 'Name of the batch call',
	},
	phoneNumberLocator({
		displayName: 'Call From',
		name: 'callerId',
		search: 'searchCallers',
		description: 'The number that the recipients see: an active number of your account that can make calls',
	}),
	agentLocator({
		description: "The agent that makes the calls. Leave empty for the agent of the number in 'Call From'.",
		listPlaceholder: "Agent of 'Call From'",
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
];

/** The fields that say when the calls begin. */
export const scheduleFields: INodeProperties[] = [
	{
		displayName: 'Start Now',
		name: 'sendNow',
		type: 'boolean',
		default: true,
		description: 'Whether to start calling immediately. Turn off to schedule the batch call.',
	},
	{
		displayName: 'Scheduled At',
		name: 'scheduledAt',
		type: 'dateTime',
		default: '',
		displayOptions: { show: { sendNow: [false] } },
		description: 'When to start calling, in the time zone of the workflow unless the value names another',
	},
];

/** The options that limit when and how many calls are made. */
export const callWindowOptions: INodeProperties[] = [
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
		displayName: 'Lines Kept Free',
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
		description: 'Days on which calls are made',
	},
];

/** Reads who makes the calls and why; fields without a value are left out. */
export function readCallFields(parameters: ParameterGroup): IDataObject {
	return {
		...(parameters.has('agentId') && { agent_id: parameters.id('agentId') }),
		...(parameters.has('purpose') && { purpose: parameters.text('purpose') }),
		...(parameters.has('goal') && { goal: parameters.text('goal') }),
	};
}

/**
 * Reads when the calls begin.
 * @throws InvalidParameterError for a time in the past.
 */
export function readSchedule(parameters: ParameterGroup): IDataObject {
	if (parameters.boolean('sendNow')) return { send_now: true };
	const scheduledAt = parameters.dateTime('scheduledAt');
	if ((readTime(scheduledAt) ?? 0) <= Date.now()) {
		throw new InvalidParameterError(
			"'Scheduled At' is in the past",
			"Enter a later time, or turn on 'Start Now'. The service would start calling at once.",
		);
	}
	return { send_now: false, scheduled_at: scheduledAt };
}

/** Reads the options that limit when and how many calls are made. */
export function readCallWindow(options: ParameterGroup): IDataObject {
	return {
		...(options.isAdded('windowStartTime') && {
			window_start_time: readTimeOfDay(options, 'windowStartTime'),
		}),
		...(options.isAdded('windowEndTime') && { window_end_time: readTimeOfDay(options, 'windowEndTime') }),
		...(options.isAdded('windowDays') && { window_days: readWeekdays(options) }),
		...(options.isAdded('reservedConcurrency') && {
			reserved_concurrency: options.integer('reservedConcurrency'),
		}),
	};
}

/**
 * Reads a time of the day as hours and minutes. Without a value, people could be called at
 * night: an added option is never left out.
 * @throws InvalidParameterError for no value and for any other form.
 */
export function readTimeOfDay(options: ParameterGroup, name: string): string {
	const time = options.givenText(name);
	if (/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return time;
	throw new InvalidParameterError(
		time === ''
			? `${options.label(name)} is empty`
			: `${options.label(name)} ${quoted(time)} is not a time of day`,
		'Enter hours and minutes from 00:00 to 23:59, e.g. 09:30.',
	);
}

function readWeekdays(options: ParameterGroup): number[] {
	const days = [options.requireValue('windowDays')]
		.flat()
		.map((day) => Number(readChoice(day, options.label('windowDays'), options.choices('windowDays'))));
	if (days.length > 0) return [...new Set(days)].sort();
	throw new InvalidParameterError(
		`${options.label('windowDays')} is empty`,
		'Choose at least one day, or give numbers from 0 (Sunday) to 6.',
	);
}
