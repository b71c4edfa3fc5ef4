import { Type, type Static } from 'typebox';
import { readAsset } from '../../package-files.ts';
import { Capabilities } from '../numbers/numbers.ts';

/** A state, a province or a city, with the area codes of its numbers. */
interface Area {
	/** The two-letter code of the state or province. */
	readonly region: string;
	readonly name: string;
	readonly areaCodes: readonly string[];
}

/**
 * US states, Canadian provinces and territories, and major cities of both (section 4, search-phone-numbers).
 */
const ALL_PLACES = JSON.parse(readAsset('places.json')) as Readonly<
	Record<'states' | 'provinces' | 'cities', readonly Area[]>
>;

/** The states and provinces by their codes, with their countries. */
export const REGIONS = new Map<string, Area & { readonly country: string }>([
	...ALL_PLACES.states.map((area) => [area.region, { ...area, country: 'US' }] as const),
	...ALL_PLACES.provinces.map((area) => [area.region, { ...area, country: 'CA' }] as const),
]);

export const CITIES = ALL_PLACES.cities;

/** The area codes of numbers that belong to no place. */
const TOLL_FREE_CODES: readonly string[] = ['800', '833', '844', '855', '866', '877', '888'];

/** Finds a city by its name, ignoring case, accents, spaces and punctuation. */
export function findCity(name: string): Area | undefined {
	const wanted = keepLetters(name);
	return CITIES.find((city) => keepLetters(city.name) === wanted);
}

function keepLetters(name: string): string {
	const letters = name.normalize('NFD').replace(/[^\p{Letter}]/gu, '');
	return letters.toLowerCase();
}

/** The criteria for numbers, all of which a number must meet. */
export interface Criteria {
	readonly numberType: 'local' | 'tollFree';
	readonly areaCode?: string | undefined;
	/** Two capital letters. */
	readonly country?: string | undefined;
	/** The code of a state or province. */
	readonly region?: string | undefined;
	/** The name of a city, as `assets/places.json` writes it. */
	readonly city?: string | undefined;
}

/** Section 2, available number. */
export const AvailableNumber = Type.Object({
	phone_number: Type.String({ description: 'E.164' }),
	friendly_name: Type.String(),
	locality: Type.String({ description: 'City or region' }),
	region: Type.String({ description: 'Code of the state or province' }),
	capabilities: Capabilities,
	monthly_cost: Type.Number({ description: 'USD' }),
});
type AvailableNumber = Static<typeof AvailableNumber>;

interface Place {
	/** Absent if only the state or province is known. */
	readonly city?: string;
	readonly locality: string;
	readonly region: string;
	readonly country: string;
}

/** 555-0100 to 555-0199, which are reserved for fiction, in each area code. */
const LINES_PER_CODE = 100;
const TOLL_FREE: Place = { locality: 'Toll-free', region: '', country: '' };

/** The places that share each area code: its cities or, if none is listed, its state or province. */
const PLACES = collectPlaces();

/**
 * Yields the available numbers, spread over the wanted area codes and the same ones every time. A number
 * belongs to one place; places with the same area code share its numbers among them.
 */
export function* availableNumbers(wanted: Criteria): Generator<AvailableNumber> {
	const codes = wanted.numberType === 'tollFree' ? tollFreeCodes(wanted) : localCodes(wanted);
	for (let step = 0; step < LINES_PER_CODE; step += 1) {
		// The stride has no common divisor with the number of lines, so each line comes once, but not in
		// sequence.
		const line = (step * 37) % LINES_PER_CODE;
		for (const [areaCode, places] of codes) {
			const place = places[line % places.length];
			if (place !== undefined && fits(place, wanted)) yield toAvailable(areaCode, line, place);
		}
	}
}

type Code = readonly [areaCode: string, places: readonly Place[]];

function localCodes(wanted: Criteria): Code[] {
	return [...PLACES].filter(
		([areaCode, places]) =>
			(wanted.areaCode ?? areaCode) === areaCode && places.some((place) => fits(place, wanted)),
	);
}

/** Returns the toll-free codes, which can be reached from both countries and belong to no state or city. */
function tollFreeCodes({ areaCode, country = 'US', region, city }: Criteria): Code[] {
	if (region !== undefined || city !== undefined || !['US', 'CA'].includes(country)) return [];
	return TOLL_FREE_CODES.filter((code) => (areaCode ?? code) === code).map((code) => [code, [TOLL_FREE]]);
}

function fits(place: Place, wanted: Criteria): boolean {
	const fields = ['country', 'region', 'city'] as const;
	return place === TOLL_FREE || fields.every((field) => (wanted[field] ?? place[field]) === place[field]);
}

function toAvailable(areaCode: string, line: number, { locality, region, country }: Place): AvailableNumber {
	const lastDigits = `01${String(line).padStart(2, '0')}`;
	return {
		phone_number: `+1${areaCode}555${lastDigits}`,
		friendly_name: `(${areaCode}) 555-${lastDigits}`,
		locality,
		region,
		// Some numbers lack picture messages, so that clients have capabilities to check.
		capabilities: { voice: true, sms: true, mms: country === 'US' },
		monthly_cost: country === '' ? 2.15 : 1.15,
	};
}

function collectPlaces(): ReadonlyMap<string, readonly Place[]> {
	const places = new Map<string, Place[]>();
	for (const { region, name, country, areaCodes } of REGIONS.values()) {
		for (const areaCode of areaCodes) {
			const cities = CITIES.filter((city) => city.region === region && city.areaCodes.includes(areaCode));
			const here = cities.map((city) => ({ city: city.name, locality: city.name, region, country }));
			const all = here.length > 0 ? here : [{ locality: name, region, country }];
			places.set(areaCode, [...(places.get(areaCode) ?? []), ...all]);
		}
	}
	// Ordered by the last digit first, so that neighbors in the list are not neighbors on the map.
	const backwards = (areaCode: string) => areaCode.split('').reverse().join('');
	return new Map([...places].sort(([one], [other]) => Number(backwards(one)) - Number(backwards(other))));
}
