import { readAsset } from '../assets.ts';

/** A state, a province or a city, and the area codes of its numbers. */
export interface Area {
	/** The two letters of the state or province that it is or lies in. */
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

/** Every state and province, by its code, with its country. */
export const REGIONS = new Map<string, Area & { readonly country: string }>([
	...PLACES.states.map((area) => [area.region, { ...area, country: 'US' }] as const),
	...PLACES.provinces.map((area) => [area.region, { ...area, country: 'CA' }] as const),
]);

export const CITIES = PLACES.cities;

/** Codes of numbers that belong to no place. */
export const TOLL_FREE_CODES: readonly string[] = ['800', '833', '844', '855', '866', '877', '888'];

/** Finds the city of that name: letter case, accents, spaces and punctuation do not matter. */
export function findCity(name: string): Area | undefined {
	const wanted = lettersOf(name);
	return CITIES.find((city) => lettersOf(city.name) === wanted);
}

function lettersOf(name: string): string {
	const letters = name.normalize('NFD').replace(/[^\p{Letter}]/gu, '');
	return letters.toLowerCase();
}
