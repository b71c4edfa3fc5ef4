import { TIME_ZONES_BY_BEGINNING } from './phoneTimeZones';

/** The zones by the beginnings of numbers. */
interface TimeZoneTable {
	zones: ReadonlyMap<string, readonly string[]>;
	/** The most digits of a beginning. */
	maxDigits: number;
}

/** Read when it is first needed. */
let table: TimeZoneTable | undefined;

function readTable(): TimeZoneTable {
	const zones = new Map<string, readonly string[]>();
	for (const [names, beginnings] of TIME_ZONES_BY_BEGINNING) {
		const list = names.split(' ');
		for (const beginning of beginnings.split(' ')) zones.set(beginning, list);
	}
	return { zones, maxDigits: Math.max(...[...zones.keys()].map(({ length }) => length)) };
}

/**
 * Returns the time zones (IANA) that a number can be in, as far as the number tells: a person may be elsewhere with
 * it. Numbers of the same zones get the same list.
 * @param number E.164.
 * @returns undefined if it is not known.
 */
export function findTimeZones(number: string): readonly string[] | undefined {
	table ??= readTable();
	const digits = number.slice(1);
	for (let length = table.maxDigits; length > 0; length--) {
		const zones = table.zones.get(digits.slice(0, length));
		if (zones) return zones;
	}
	return undefined;
}
