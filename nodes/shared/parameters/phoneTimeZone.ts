import { TIME_ZONES_BY_BEGINNING } from './phoneTimeZones';

/** The zones by the beginnings of numbers, which are read as integers: no country code begins with a zero. */
interface TimeZoneTable {
	zones: ReadonlyMap<number, readonly string[]>;
	/** The most digits of a beginning. */
	maxDigits: number;
}

/** Read when it is first needed. */
let table: TimeZoneTable | undefined;

function readTable(): TimeZoneTable {
	const zones = new Map<number, readonly string[]>();
	let maxDigits = 0;
	for (const [names, beginnings] of TIME_ZONES_BY_BEGINNING) {
		const list = names.split(' ');
		for (const beginning of beginnings.split(' ')) {
			zones.set(Number(beginning), list);
			maxDigits = Math.max(maxDigits, beginning.length);
		}
	}
	return { zones, maxDigits };
}

/**
 * Returns the time zones (IANA) that a number can be in, as far as the number tells: a person may be elsewhere with
 * it. Numbers of the same zones get the same list.
 * @param number E.164.
 * @returns undefined if it is not known.
 */
export function findTimeZones(number: string): readonly string[] | undefined {
	table ??= readTable();
	let beginning = Number(number.slice(1, 1 + table.maxDigits));
	while (beginning > 0) {
		const zones = table.zones.get(beginning);
		if (zones) return zones;
		beginning = Math.floor(beginning / 10);
	}
	return undefined;
}
