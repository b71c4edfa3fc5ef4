import type { INodeProperties } from 'n8n-workflow';

import { InvalidParameterError } from '../../../shared/parameters/invalidParameterError';
import type { ParameterGroup } from '../../../shared/parameters/parameterGroup';
import { findTimeZones } from '../../../shared/parameters/phoneTimeZone';
import { formatTime } from '../../../shared/wire/time';
import { readTimeOfDay } from './fields';
import type { Exclusion, Grounds } from './recipientList';

const MINUTE_MS = 60_000;

/** The time in which a moment that fits is looked for, in milliseconds: two days, of which one may change its clocks. */
const LOOK_AHEAD_MS = 2 * 86_400_000;

/** The end of a day, which is no time of that day. */
const END_OF_DAY = '24:00';

const DAY_MINUTES = 24 * 60;

/** The clocks of all zones differ by multiples of a quarter of an hour. */
const QUARTER_MINUTES = 15;

/** The option by which people are called in certain hours of their own day only. */
export const localHoursOption: INodeProperties = {
	displayName: 'Only Between',
	name: 'localHours',
	type: 'fixedCollection',
	default: {},
	placeholder: 'Add Hours',
	options: [
		{
			displayName: 'Hours',
			name: 'hours',
			values: [
				{
					displayName: 'From',
					name: 'from',
					type: 'string',
					default: '09:00',
					placeholder: 'e.g. 09:00',
					description: 'Earliest time of day for calls, where the recipient is',
				},
				{
					displayName: 'To',
					name: 'to',
					type: 'string',
					default: '20:00',
					placeholder: 'e.g. 20:00',
					description:
						'Time of day from which on nobody is called any more, where the recipient is. Enter 24:00 for the end of the day.',
				},
			],
		},
	],
	description:
		"Leave out recipients whose local time is outside these hours when the batch call starts. The time zone comes from the phone number. The output lists them in 'later_recipients'. The node does not check the time again for calls that the service makes later.",
};

/** Hours of a day, in minutes since midnight; `to` is the first minute that no longer counts. */
export interface LocalHours {
	from: number;
	to: number;
}

/**
 * Reads the hours in which people may be called; undefined if the option was not added.
 * @throws InvalidParameterError for times that are none, and for hours that do not end after they begin.
 */
export function readLocalHours(options: ParameterGroup): LocalHours | undefined {
	if (!options.isAdded('localHours')) return undefined;
	const hours = options.entry('localHours');
	if (!hours) {
		throw new InvalidParameterError(
			`${options.label('localHours')} has no hours`,
			"Add them, or remove 'Only Between' from the options. No calls were made.",
		);
	}
	const from = toMinutes(readTimeOfDay(hours, 'from'));
	const to = hours.givenText('to') === END_OF_DAY ? DAY_MINUTES : toMinutes(readTimeOfDay(hours, 'to'));
	if (from < to) return { from, to };
	throw new InvalidParameterError(
		`${hours.label('to')} is not later than ${hours.label('from')}`,
		'Enter hours within one day, e.g. from 09:00 to 20:00. No calls were made.',
	);
}

function toMinutes(timeOfDay: string): number {
	const [hour = 0, minute = 0] = timeOfDay.split(':').map(Number);
	return hour * 60 + minute;
}

/**
 * Leaves out recipients whose local time is outside the hours. If a number can be in several zones, all of them have to fit.
 * @param startsAt When the calls begin, in milliseconds since 1970.
 */
export function excludeOutsideHours(hours: LocalHours, startsAt: number): Exclusion {
	const groundsByZones = new Map<readonly string[], Grounds | undefined>();
	return (phoneNumber) => {
		const zones = findTimeZones(phoneNumber);
		if (!zones) return UNKNOWN_ZONE;
		if (!groundsByZones.has(zones)) groundsByZones.set(zones, findTimeGrounds(zones, hours, startsAt));
		return groundsByZones.get(zones);
	};
}

const UNKNOWN_ZONE: Grounds = {
	reason: 'outsideLocalHours',
	explanation: 'The number does not tell in which time zone it is',
};

function findTimeGrounds(zones: readonly string[], hours: LocalHours, startsAt: number): Grounds | undefined {
	const clocks = zones.map(createClock);
	const fits = (time: number) => clocks.every((read) => isWithin(hours, read(time)));
	if (fits(startsAt)) return undefined;
	const grounds = { reason: 'outsideLocalHours', time_zones: [...zones] } as const;
	const next = findNext(fits, hours, startsAt);
	if (next !== undefined) return { ...grounds, callable_at: formatTime(next) };
	return { ...grounds, explanation: 'There is no time of day that fits in all time zones of the number' };
}

const isWithin = ({ from, to }: LocalHours, minutes: number): boolean => from <= minutes && minutes < to;

/**
 * Finds the first moment that fits, within two days. It is one at which the hours begin somewhere, and
 * so, since clocks differ by quarters of an hour, some quarters of an hour after `from` everywhere.
 */
function findNext(
	fits: (time: number) => boolean,
	{ from }: LocalHours,
	startsAt: number,
): number | undefined {
	const step = QUARTER_MINUTES * MINUTE_MS;
	const phase = (from % QUARTER_MINUTES) * MINUTE_MS;
	const first = Math.ceil((startsAt - phase) / step) * step + phase;
	for (let time = first; time <= startsAt + LOOK_AHEAD_MS; time += step) if (fits(time)) return time;
	return undefined;
}

/** Creates the function that reads the time of day in a zone, in minutes since midnight. */
function createClock(timeZone: string): (time: number) => number {
	const format = new Intl.DateTimeFormat('en-GB', {
		timeZone,
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
	});
	return (time) => {
		const [hour = 0, minute = 0] = format.format(time).split(':').map(Number);
		return hour * 60 + minute;
	};
}
