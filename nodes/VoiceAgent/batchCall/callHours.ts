import type { INodeProperties } from 'n8n-workflow';

import { findTimeZones } from '../../numbers/countries';
import { InvalidParameterError, quote } from '../../parameters/invalidParameterError';
import { toPlainText } from '../../parameters/parseValue';
import { formatTime } from '../../text/time';
import type { Item } from '../fields/item';
import { describeFields, hasField, type RecipientEntry, fieldAt, readFieldName } from './recipientList';
import type { Recipient, SkipDetails, SkipRule } from './recipients';
import { readTimeOfDay } from './schedule';

const whenBetween = { show: { callHours: ['between'] } };

/** Plain fields, since n8n drops an expression for the whole of a collection before the node sees it. */
export const callHoursFields: INodeProperties[] = [
	{
		displayName: 'Call Hours',
		name: 'callHours',
		type: 'options',
		default: 'anyTime',
		options: [
			{ name: 'Any Time', value: 'anyTime' },
			{
				name: 'Between',
				value: 'between',
				description: 'Skip recipients whose local time is too early or too late, and list them for later',
			},
		],
		description:
			"When people may be called, by the clock where they are. 'Between' skips recipients whose local time is outside the hours when the batch call starts, or whose time zone is not known. The zone is that of 'Time Zone Field' in the options, or else that of the phone number. The output lists those who can be called later in 'later_recipients'. The node does not check the time again for calls that the service makes later.",
	},
	{
		displayName: 'Hours From',
		name: 'hoursFrom',
		type: 'string',
		default: '09:00',
		displayOptions: whenBetween,
		placeholder: 'e.g. 09:00',
		description: 'Earliest time of day for calls, where the recipient is',
	},
	{
		displayName: 'Hours To',
		name: 'hoursTo',
		type: 'string',
		default: '20:00',
		displayOptions: whenBetween,
		placeholder: 'e.g. 20:00',
		description:
			'Time of day from which on nobody is called any more, where the recipient is. Enter 24:00 for the end of the day.',
	},
];

export const timeZoneOption: INodeProperties = {
	displayName: 'Time Zone Field',
	name: 'timeZoneField',
	type: 'string',
	default: '',
	placeholder: 'e.g. time_zone',
	description:
		"Name of the field or column that holds the time zone of the recipient, such as Europe/Berlin, for 'Call Hours'. Where it is empty, the phone number decides.",
	requiresDataPath: 'single',
};

const MINUTE_MS = 60_000;

/** The clocks of all zones differ by multiples of a quarter of an hour. */
const QUARTER_MINUTES = 15;

/** How far ahead to look for a time within the hours: two days, since clocks may change on one of them. */
const LOOK_AHEAD_MS = 2 * 86_400_000;

/** The hours in which a recipient may be called, in minutes since midnight of their local time, and the field that
 * holds their time zone. */
interface CallHours {
	from: number;
	/** The first minute that no longer counts. */
	to: number;
	zoneField: string | undefined;
}

/**
 * Reads 'Call Hours'; undefined for any time.
 * @throws InvalidParameterError for values that are not times, for hours that do not end after they begin, and for a
 * field of time zones that no entry has.
 */
export function readCallHours({ parameters, options }: Item, list: RecipientEntry[]): CallHours | undefined {
	const zoneField = readFieldName(options, 'timeZoneField');
	const rows = list.map(({ source }) => source);
	if (zoneField !== undefined && list.length > 0 && !hasField(rows, zoneField)) {
		throw new InvalidParameterError(
			`The recipients have no field ${quote(zoneField)}`,
			`${describeFields(rows)} Set ${options.label('timeZoneField')}. No calls were made.`,
		);
	}
	if (parameters.choice('callHours') === 'anyTime') return undefined;
	const from = toMinutes(readTimeOfDay(parameters, 'hoursFrom'));
	const to = toMinutes(readTimeOfDay(parameters, 'hoursTo', { isEnd: true }));
	if (from < to) return { from, to, zoneField };
	throw new InvalidParameterError(
		`${parameters.label('hoursTo')} is not later than ${parameters.label('hoursFrom')}`,
		'Enter hours within one day, e.g. from 09:00 to 20:00. No calls were made.',
	);
}

function toMinutes(timeOfDay: string): number {
	const [hour = 0, minute = 0] = timeOfDay.split(':').map(Number);
	return hour * 60 + minute;
}

/**
 * Returns the rule that skips recipients whose local time is outside the hours. If a number can be in several time
 * zones, the hours have to fit in all of them.
 * @param startsAt When the calls begin, in milliseconds since 1970.
 */
export function createCallHoursRule(hours: CallHours, startsAt: number): SkipRule {
	const detailsByZones = new Map<string, SkipDetails | undefined>();
	return (recipient) => {
		const { zones, problem } = toTimeZones(recipient, hours.zoneField);
		if (!zones) return { reason: 'outsideLocalHours', explanation: problem };
		const key = zones.join();
		if (!detailsByZones.has(key)) detailsByZones.set(key, findSkipDetails(zones, hours, startsAt));
		return detailsByZones.get(key);
	};
}

/** Reads the time zones in which a person can be, or says why they are not known. */
function toTimeZones(
	{ phoneNumber, source }: Recipient,
	zoneField: string | undefined,
): { zones?: readonly string[]; problem?: string } {
	const zone = zoneField === undefined ? '' : toPlainText(fieldAt(source, zoneField));
	if (zone === '') {
		const { zones, problem } = findTimeZones(phoneNumber);
		return zones ? { zones } : { problem: `${problem}: use 'Time Zone Field'` };
	}
	return isTimeZone(zone)
		? { zones: [zone] }
		: { problem: `${quote(zone)} is not a time zone such as Europe/Berlin` };
}

/** Tells whether a string names a time zone (IANA). Abbreviations such as EST do not say when clocks change. */
function isTimeZone(timeZone: string): boolean {
	if (timeZone !== 'UTC' && !timeZone.includes('/')) return false;
	try {
		new Intl.DateTimeFormat('en', { timeZone });
		return true;
	} catch {
		return false;
	}
}

function findSkipDetails(
	zones: readonly string[],
	{ from, to }: CallHours,
	startsAt: number,
): SkipDetails | undefined {
	const clocks = zones.map(createClock);
	const isWithinHours = (time: number) =>
		clocks.every((readMinutes) => readMinutes(time) >= from && readMinutes(time) < to);
	if (isWithinHours(startsAt)) return undefined;
	const details = { reason: 'outsideLocalHours', time_zones: [...zones] } as const;
	// Since clocks differ by quarters of an hour, the hours begin in every zone at a quarter of an hour, counted from
	// `from`.
	const step = QUARTER_MINUTES * MINUTE_MS;
	const phase = (from % QUARTER_MINUTES) * MINUTE_MS;
	const first = Math.ceil((startsAt - phase) / step) * step + phase;
	for (let time = first; time <= startsAt + LOOK_AHEAD_MS; time += step) {
		if (isWithinHours(time)) return { ...details, callable_at: formatTime(time) };
	}
	return { ...details, explanation: 'There is no time of day that fits in all time zones of the number' };
}

/** Creates the function that reads the time of day in a zone, in minutes since midnight. */
function createClock(timeZone: string): (time: number) => number {
	const format = new Intl.DateTimeFormat('en-GB', {
		timeZone,
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
	});
	return (time) => toMinutes(format.format(time));
}
