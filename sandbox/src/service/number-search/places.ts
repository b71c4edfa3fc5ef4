import { readAsset } from '../../package-files.ts';

/** A state, a province or a city, with the area codes of its numbers. */
export interface Area {
	/** The two-letter code of the state or province. */
	readonly region: string;
	readonly name: string;
	readonly areaCodes: readonly string[];
}

/**
 * US states, Canadian provinces and territories, and major cities of both (section 4, search-phone-numbers).
 */
const PLACES = JSON.parse(readAsset('places.json')) as Readonly<
	Record<'states' | 'provinces' | 'cities', readonly Area[]>
>;

/** The states and provinces by their codes, with their countries. */
export const REGIONS = new Map<string, Area & { readonly country: string }>([
	...PLACES.states.map((area) => [area.region, { ...area, country: 'US' }] as const),
	...PLACES.provinces.map((area) => [area.region, { ...area, country: 'CA' }] as const),
]);

export const CITIES = PLACES.cities;

/** The area codes of numbers that belong to no place. */
export const TOLL_FREE_CODES: readonly string[] = ['800', '833', '844', '855', '866', '877', '888'];

/** Finds a city by its name, ignoring case, accents, spaces and punctuation. */
export function findCity(name: string): Area | undefined {
	const wanted = keepLetters(name);
	return CITIES.find((city) => keepLetters(city.name) === wanted);
}

function keepLetters(name: string): string {
	const letters = name.normalize('NFD').replace(/[^\p{Letter}]/gu, '');
	return letters.toLowerCase();
}
