import { readAsset } from '../assets.ts';

/** A state, a province or a city, and the area codes of its numbers. */
export interface Area {
	/** The two letters of the state or province that it is or lies in. */
	readonly region: string;
	readonly name: string;
	readonly areaCodes: readonly string[];
}

/**
 * Where numbers are: a list of US states, one of Canadian provinces and one of cities, with a heading each.
 * Section 4, search-phone-numbers: 40 cities and more.
 */
const [STATES = [], PROVINCES = [], MAJOR_CITIES = []] = readAsset('places.txt')
	.split(/\n\s*\n/)
	.map(read);

/** Every state and province, by its code, with its country. */
export const REGIONS = new Map<string, Area & { readonly country: string }>([
	...STATES.map((area) => [area.region, { ...area, country: 'US' }] as const),
	...PROVINCES.map((area) => [area.region, { ...area, country: 'CA' }] as const),
]);

export const CITIES = MAJOR_CITIES;

/** Codes of numbers that belong to no place. */
export const TOLL_FREE_CODES: readonly string[] = ['800', '833', '844', '855', '866', '877', '888'];

function read(lines: string): Area[] {
	return [...lines.matchAll(/(\w\w) (.+): (.+)/g)].map(([, region = '', name = '', codes = '']) => ({
		region,
		name,
		areaCodes: codes.split(' '),
	}));
}

/** The city of that name: letter case, accents, spaces and punctuation do not matter. */
export function findCity(name: string): Area | undefined {
	const wanted = lettersOf(name);
	return CITIES.find((city) => lettersOf(city.name) === wanted);
}

function lettersOf(name: string): string {
	const letters = name.normalize('NFD').replace(/[^\p{Letter}]/gu, '');
	return letters.toLowerCase();
}
