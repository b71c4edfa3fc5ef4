import { CITIES } from './cities.ts';
import { REGIONS, TOLL_FREE_CODES } from './regions.ts';

/** What numbers are wanted; they must meet all that is given. */
export interface Wanted {
	readonly numberType: 'local' | 'tollFree';
	readonly areaCode?: string | undefined;
	/** Two capital letters. */
	readonly country?: string | undefined;
	/** The code of a state or province. */
	readonly region?: string | undefined;
	/** The name of a city, as `cities.ts` writes it. */
	readonly city?: string | undefined;
}

/** An available number (section 2). */
export interface AvailableNumber {
	/** E.164. */
	readonly phoneNumber: string;
	/** (415) 555-0123 */
	readonly friendlyName: string;
	readonly locality: string;
	readonly region: string;
	readonly capabilities: { readonly voice: boolean; readonly sms: boolean; readonly mms: boolean };
	/** USD. */
	readonly monthlyCost: number;
}

interface Place {
	/** None where only the state or province is known. */
	readonly city: string | null;
	readonly locality: string;
	readonly region: string;
	readonly country: string;
}

/** 555-0100 to 555-0199, which nobody has, in each area code. */
const LINES_PER_CODE = 100;
const MONTHLY_COST = { local: 1.15, tollFree: 2.15 } as const;
const TOLL_FREE_PLACE = { city: null, locality: 'Toll-free', region: '', country: '' };

/** The places that share an area code: its cities or, where none is listed, its state or province. */
const PLACES = collectPlaces();

/**
 * The available numbers, spread over the area codes that are asked for; the same ones every time.
 * A number belongs to one place: those that share an area code divide its numbers among them.
 */
export function* availableNumbers(wanted: Wanted): Generator<AvailableNumber> {
	const codes = wanted.numberType === 'tollFree' ? tollFreeCodes(wanted) : localCodes(wanted);
	for (let step = 0; step < LINES_PER_CODE; step += 1) {
		// A stride without a common divisor: every line once, but not one after the other.
		const line = (step * 37) % LINES_PER_CODE;
		for (const [areaCode, places] of codes) {
			const place = places[line % places.length];
			if (place !== undefined && fits(place, wanted)) yield toAvailable(areaCode, line, place);
		}
	}
}

type Code = readonly [areaCode: string, places: readonly Place[]];

function localCodes(wanted: Wanted): Code[] {
	return [...PLACES].filter(
		([areaCode, places]) =>
			(wanted.areaCode ?? areaCode) === areaCode && places.some((place) => fits(place, wanted)),
	);
}

/** Toll-free numbers are reached from both countries and lie in no state and no city. */
function tollFreeCodes({ areaCode, country, region, city }: Wanted): Code[] {
	const nowhere = region !== undefined || city !== undefined;
	if (nowhere || (country !== undefined && country !== 'US' && country !== 'CA')) return [];
	const codes = TOLL_FREE_CODES.filter((code) => (areaCode ?? code) === code);
	return codes.map((code) => [code, [TOLL_FREE_PLACE]]);
}

function fits(place: Place, { numberType, country, region, city }: Wanted): boolean {
	if (numberType === 'tollFree') return true;
	return (
		(country ?? place.country) === place.country &&
		(region ?? place.region) === place.region &&
		(city ?? place.city) === place.city
	);
}

function toAvailable(areaCode: string, line: number, { locality, region, country }: Place): AvailableNumber {
	const lastDigits = `01${String(line).padStart(2, '0')}`;
	const tollFree = country === '';
	return {
		phoneNumber: `+1${areaCode}555${lastDigits}`,
		friendlyName: `(${areaCode}) 555-${lastDigits}`,
		locality,
		region,
		// Some numbers lack picture messages, so that there is something to look out for.
		capabilities: { voice: true, sms: true, mms: country === 'US' },
		monthlyCost: tollFree ? MONTHLY_COST.tollFree : MONTHLY_COST.local,
	};
}

function collectPlaces(): ReadonlyMap<string, readonly Place[]> {
	const places = new Map<string, Place[]>();
	for (const { code: region, name, country, areaCodes } of REGIONS.values()) {
		for (const areaCode of areaCodes) {
			const cities = CITIES.filter((city) => city.region === region && city.areaCodes.includes(areaCode));
			const here =
				cities.length === 0
					? [{ city: null, locality: name, region, country }]
					: cities.map((city) => ({ city: city.name, locality: city.name, region, country }));
			places.set(areaCode, [...(places.get(areaCode) ?? []), ...here]);
		}
	}
	// By the last digit first, so that neighbours in the list are not neighbours on the map.
	const backwards = (areaCode: string) => [...areaCode].reverse().join('');
	return new Map([...places].sort(([one], [other]) => Number(backwards(one)) - Number(backwards(other))));
}
