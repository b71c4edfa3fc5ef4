import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { InvalidParameterError, quote } from '../../parameters/invalidParameterError';
import type { ParameterGroup } from '../../parameters/parameterGroup';
import { toAsciiDigits } from '../../text/strings';
import { parseTime } from '../../text/time';

/** The days of the week as the service counts them, from Sunday, which is 0. */
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The options that say when the service makes the calls, and how many at a time. */
export const scheduleOptions: INodeProperties[] = [
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
 * Reads these options as fields of the request.
 * @throws InvalidParameterError for a value that cannot be read. An added option without a value is never left out of
 * the request: people could be called at night.
 */
export const readSchedule = (options: ParameterGroup): IDataObject => ({
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
	if (days.length > 0) return [...new Set(days)].sort();
	throw new InvalidParameterError(
		`${options.label('windowDays')} is empty`,
		'Choose at least one day, or give numbers from 0 (Sunday) to 6.',
	);
}

/**
 * Returns when the calls begin, in milliseconds since 1970.
 * @param now The current time by the service's clock, in milliseconds since 1970.
 * @throws InvalidParameterError for a time in the past.
 */
export function computeStart({ scheduled_at: scheduledAt }: IDataObject, now: number): number {
	const start = parseTime(scheduledAt) ?? now;
	if (start >= now) return start;
	throw new InvalidParameterError(
		"'Scheduled At' is in the past",
		"Enter a later time, or remove 'Scheduled At' to start at once. The service would start calling at once.",
	);
}

/**
 * Reads a time of the day, as hours and minutes. Spreadsheets write 9:00 and 09:00:00; 9 is the whole hour.
 * @param isEnd True if it ends a range of hours; 24:00 is then allowed.
 * @throws InvalidParameterError for no value and for any other form.
 */
export function readTimeOfDay(group: ParameterGroup, name: string, { isEnd = false } = {}): string {
	const typed = group.requireText(name);
	const [, hour = '', minute = '00'] = /^(\d{1,2})(?::([0-5]\d)(?::00)?)?$/.exec(toAsciiDigits(typed)) ?? [];
	const time = `${hour.padStart(2, '0')}:${minute}`;
	if (hour !== '' && (Number(hour) < 24 || (isEnd && time === '24:00'))) return time;
	throw new InvalidParameterError(
		typed === ''
			? `${group.label(name)} is empty`
			: `${group.label(name)} ${quote(typed)} is not a time of day`,
		'Enter hours and minutes from 00:00 to 23:59, e.g. 09:30.',
	);
}
