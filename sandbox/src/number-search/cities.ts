/** A city in which numbers can be looked for, and the area codes of its numbers. */
export interface City {
	readonly name: string;
	/** The code of its state or province. */
	readonly region: string;
	readonly areaCodes: readonly string[];
}

/** Major US and Canadian cities (section 4, search-phone-numbers: 40 and more). */
export const CITIES: readonly City[] = (
	[
		['New York', 'NY', '212 332 347 646 718 917 929'],
		['Los Angeles', 'CA', '213 310 323 424 747 818'],
		['Chicago', 'IL', '312 773 872'],
		['Houston', 'TX', '281 346 713 832'],
		['Phoenix', 'AZ', '480 602 623'],
		['Philadelphia', 'PA', '215 267 445'],
		['San Antonio', 'TX', '210 726'],
		['San Diego', 'CA', '619 858'],
		['Dallas', 'TX', '214 469 945 972'],
		['San Jose', 'CA', '408 669'],
		['Austin', 'TX', '512 737'],
		['Jacksonville', 'FL', '904'],
		['Fort Worth', 'TX', '682 817'],
		['Columbus', 'OH', '380 614'],
		['Charlotte', 'NC', '704 980'],
		['San Francisco', 'CA', '415 628'],
		['Indianapolis', 'IN', '317 463'],
		['Seattle', 'WA', '206'],
		['Denver', 'CO', '303 720 983'],
		['Washington', 'DC', '202 771'],
		['Boston', 'MA', '617 857'],
		['Nashville', 'TN', '615 629'],
		['Detroit', 'MI', '313 679'],
		['Portland', 'OR', '503 971'],
		['Las Vegas', 'NV', '702 725'],
		['Memphis', 'TN', '901'],
		['Louisville', 'KY', '502'],
		['Baltimore', 'MD', '410 443 667'],
		['Milwaukee', 'WI', '414'],
		['Albuquerque', 'NM', '505'],
		['Tucson', 'AZ', '520'],
		['Fresno', 'CA', '559'],
		['Sacramento', 'CA', '279 916'],
		['Oakland', 'CA', '341 510'],
		['Kansas City', 'MO', '816 975'],
		['Atlanta', 'GA', '404 470 678 770'],
		['Miami', 'FL', '305 786'],
		['Tampa', 'FL', '656 813'],
		['Orlando', 'FL', '321 407 689'],
		['New Orleans', 'LA', '504'],
		['Minneapolis', 'MN', '612'],
		['Cleveland', 'OH', '216'],
		['Cincinnati', 'OH', '513'],
		['Pittsburgh', 'PA', '412'],
		['St. Louis', 'MO', '314'],
		['Raleigh', 'NC', '919 984'],
		['Oklahoma City', 'OK', '405'],
		['Salt Lake City', 'UT', '385 801'],
		['Honolulu', 'HI', '808'],
		['Toronto', 'ON', '416 437 647'],
		['Montréal', 'QC', '438 514'],
		['Vancouver', 'BC', '236 604 672 778'],
		['Calgary', 'AB', '403 587 825'],
		['Edmonton', 'AB', '780'],
		['Ottawa', 'ON', '343 613'],
		['Winnipeg', 'MB', '204 431'],
		['Québec', 'QC', '367 418 581'],
		['Hamilton', 'ON', '289 905'],
		['Mississauga', 'ON', '365 905'],
		['London', 'ON', '226 519'],
		['Halifax', 'NS', '782 902'],
		['Charlottetown', 'PE', '782 902'],
		['Victoria', 'BC', '250'],
		['Saskatoon', 'SK', '306 639'],
		['Regina', 'SK', '306'],
		['St. John’s', 'NL', '709'],
		['Moncton', 'NB', '506'],
		['Whitehorse', 'YT', '867'],
		['Yellowknife', 'NT', '867'],
		['Iqaluit', 'NU', '867'],
	] as const
).map(([name, region, areaCodes]) => ({ name, region, areaCodes: areaCodes.split(' ') }));

/** The city of that name: letter case, accents, spaces and punctuation do not matter. */
export function findCity(name: string): City | undefined {
	const wanted = lettersOf(name);
	return CITIES.find((city) => lettersOf(city.name) === wanted);
}

function lettersOf(name: string): string {
	return name
		.normalize('NFD')
		.replace(/[^\p{Letter}]/gu, '')
		.toLowerCase();
}
