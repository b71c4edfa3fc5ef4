import { readAsset } from '../assets.ts';

/** A US state or Canadian province. */
export interface Region {
	/** Two letters. */
	readonly code: string;
	readonly name: string;
	readonly country: 'US' | 'CA';
	readonly areaCodes: readonly string[];
}

/** A city, and the area codes of its numbers. */
export interface City {
	readonly name: string;
	/** The code of its state or province. */
	readonly region: string;
	readonly areaCodes: readonly string[];
}

/**
 * Where numbers are: a list of states, one of provinces and one of cities, with a heading each.
 * Section 4, search-phone-numbers: 40 cities and more.
 */
const [STATES = '', PROVINCES = '', MAJOR_CITIES = ''] = readAsset('places.txt').split(/\n\s*\n/);

/** Every state and province, by its code. */
export const REGIONS: ReadonlyMap<string, Region> = new Map([
	...read(STATES).map((line) => regionOf(line, 'US')),
	...read(PROVINCES).map((line) => regionOf(line, 'CA')),
]);

export const CITIES: readonly City[] = read(MAJOR_CITIES).map(({ code, ...city }) => ({
	...city,
	region: code,
}));

/** Codes of numbers that belong to no place. */
export const TOLL_FREE_CODES: readonly string[] = ['800', '833', '844', '855', '866', '877', '888'];

function read(lines: string) {
	const entries = lines.matchAll(/(\w\w) (.+): (.+)/g);
	return [...entries].map(([, code = '', name = '', codes = '']) => ({
		code,
		name,
		areaCodes: codes.split(' '),
	}));
}

function regionOf(line: Omit<Region, 'country'>, country: Region['country']): [string, Region] {
	return [line.code, { ...line, country }];
}

/** The city of that name: letter case, accents, spaces and punctuation do not matter. */
export function findCity(name: string): City | undefined {
	const wanted = lettersOf(name);
	return CITIES.find((city) => lettersOf(city.name) === wanted);
}

function lettersOf(name: string): string {
	const letters = name.normalize('NFD').replace(/[^\p{Letter}]/gu, '');
	return letters.toLowerCase();
}
