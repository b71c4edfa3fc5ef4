import type { INodeProperties } from 'n8n-workflow';

import { findTimeZones } from '../../numbers/countries';
import { InvalidParameterError, quote } from '../../parameters/invalidParameterError';
import type { ParameterGroup } from '../../parameters/parameterGroup';
import { toPlainText } from '../../parameters/parseValue';
import type { Result } from '../../text/result';
import { toAsciiDigits } from '../../text/strings';
import { formatTime } from '../../text/time';
import type { Item } from '../fields/item';
import type { Recipient, SkipDetails, SkipRule } from './recipients';
import { describeFields, fieldAt, hasField, readFieldName } from './rows';

const whenBetween = { show: { callHours: ['between'] } };

/** These are no collection, since n8n drops an expression for the whole of one before the node sees it. */
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

/** The hours in which a recipient may be called, by their local time, such as `09:00`. */
interface CallHours {
	from: string;
	/** The first minute that no longer counts. */
	to: string;
}

/**
 * Reads 'Call Hours' and returns the rule that skips recipients whose local time is outside the hours when the calls
 * begin; undefined for any time. If a number can be in several time zones, the hours have to fit in all of them.
 * @param startsAt When the calls begin, in milliseconds since 1970.
 * @throws InvalidParameterError for values that are not times, for hours that do not end after they begin, and for a
 * field of time zones that no recipient has.
 */
export function readCallHours(
	item: Item,
	recipients: readonly Recipient[],
	startsAt: number,
): SkipRule | undefined {
	const { parameters, options } = item;
	if (parameters.choice('callHours') === 'anyTime') return undefined;
	const hours = readHours(parameters);
	const zoneField = readZoneField(options, recipients);
	const skippedByZones = new Map<string, SkipDetails | undefined>();
	return (recipient) => {
		const zones = findZones(recipient, zoneField);
		if (!zones.ok) return { reason: 'outsideLocalHours', explanation: zones.problem };
		const key = zones.value.join();
		if (!skippedByZones.has(key)) skippedByZones.set(key, compareWithHours(zones.value, hours, startsAt));
		return skippedByZones.get(key);
	};
}

function readHours(parameters: ParameterGroup): CallHours {
	const from = readTimeOfDay(parameters, 'hoursFrom');
	const to = readTimeOfDay(parameters, 'hoursTo', { isEnd: true });
	if (from < to) return { from, to };
	throw new InvalidParameterError(
		`${parameters.label('hoursTo')} is not later than ${parameters.label('hoursFrom')}`,
		'Enter hours within one day, e.g. from 09:00 to 20:00. No calls were made.',
	);
}

function readZoneField(options: ParameterGroup, recipients: readonly Recipient[]): string | undefined {
	const field = readFieldName(options, 'timeZoneField');
	const rows = recipients.map(({ source }) => source);
	if (field === undefined || rows.length === 0 || hasField(rows, field)) return field;
	throw new InvalidParameterError(
		`The recipients have no field ${quote(field)}`,
		`${describeFields(rows)} Set ${options.label('timeZoneField')}. No calls were made.`,
	);
}

/**
 * Reads a time of the day and returns it in the form `09:00`. Spreadsheets write 9:00 and 09:00:00; 9 is the whole hour.
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

/** Finds the time zones in which a person can be: that of the field, or else those of the phone number. */
function findZones({ person, source }: Recipient, zoneField: string | undefined): Result<readonly string[]> {
	const zone = zoneField === undefined ? '' : toPlainText(fieldAt(source, zoneField));
	if (zone === '') {
		const found = findTimeZones(person.phone_number);
		return found.ok ? found : { ok: false, problem: `${found.problem}: use 'Time Zone Field'` };
	}
	return isTimeZone(zone)
		? { ok: true, value: [zone] }
		: { ok: false, problem: `${quote(zone)} is not a time zone such as Europe/Berlin` };
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

/** Tells when people in these zones can be called, if they cannot be when the calls begin. */
function compareWithHours(
	zones: readonly string[],
	{ from, to }: CallHours,
	startsAt: number,
): SkipDetails | undefined {
	const clocks = zones.map(createClock);
	const isWithinHours = (time: number) =>
		clocks.every((clock) => from <= clock.format(time) && clock.format(time) < to);
	if (isWithinHours(startsAt)) return undefined;
	const details = { reason: 'outsideLocalHours', time_zones: [...zones] } as const;
	// Clocks differ by multiples of a quarter of an hour. So at each moment when the hours begin in a zone, it is `from`
	// or some quarters of an hour before or after it in all others, and no other moments have to be looked at.
	const step = QUARTER_MINUTES * MINUTE_MS;
	const phase = (Number(from.slice(-2)) % QUARTER_MINUTES) * MINUTE_MS;
	const first = Math.ceil((startsAt - phase) / step) * step + phase;
	for (let time = first; time <= startsAt + LOOK_AHEAD_MS; time += step) {
		if (isWithinHours(time)) return { ...details, callable_at: formatTime(time) };
	}
	return { ...details, explanation: 'There is no time of day that fits in all time zones of the number' };
}

/** Creates the format for the time of day in a zone, such as `09:00`. */
const createClock = (timeZone: string): Intl.DateTimeFormat =>
	new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
