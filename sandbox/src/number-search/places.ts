/** Where numbers are: states and provinces with their area codes, and the cities in them that can be looked for. */

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

const STATES = `
	AL Alabama: 205 251 256 334 659 938
	AK Alaska: 907
	AZ Arizona: 480 520 602 623 928
	AR Arkansas: 327 479 501 870
	CA California: 209 213 279 310 323 341 350 408 415 424 442 510 530 559 562 619 626 628 650 657 661 669 707 714 747 760 805 818 820 831 840 858 909 916 925 949 951
	CO Colorado: 303 719 720 970 983
	CT Connecticut: 203 475 860 959
	DE Delaware: 302
	DC District of Columbia: 202 771
	FL Florida: 239 305 321 352 386 407 448 561 645 656 689 727 728 754 772 786 813 850 863 904 941 954
	GA Georgia: 229 404 470 478 678 706 762 770 912 943
	HI Hawaii: 808
	ID Idaho: 208 986
	IL Illinois: 217 224 309 312 331 447 464 618 630 708 730 773 779 815 847 861 872
	IN Indiana: 219 260 317 463 574 765 812 930
	IA Iowa: 319 515 563 641 712
	KS Kansas: 316 620 785 913
	KY Kentucky: 270 364 502 606 859
	LA Louisiana: 225 318 337 504 985
	ME Maine: 207
	MD Maryland: 227 240 301 410 443 667
	MA Massachusetts: 339 351 413 508 617 774 781 857 978
	MI Michigan: 231 248 269 313 517 586 616 679 734 810 906 947 989
	MN Minnesota: 218 320 507 612 651 763 952
	MS Mississippi: 228 601 662 769
	MO Missouri: 235 314 417 557 573 636 660 816 975
	MT Montana: 406
	NE Nebraska: 308 402 531
	NV Nevada: 702 725 775
	NH New Hampshire: 603
	NJ New Jersey: 201 551 609 640 732 848 856 862 908 973
	NM New Mexico: 505 575
	NY New York: 212 315 329 332 347 363 516 518 585 607 624 631 646 680 716 718 838 845 914 917 929 934
	NC North Carolina: 252 336 472 704 743 828 910 919 980 984
	ND North Dakota: 701
	OH Ohio: 216 220 234 283 326 330 380 419 436 440 513 567 614 740 937
	OK Oklahoma: 405 539 572 580 918
	OR Oregon: 458 503 541 971
	PA Pennsylvania: 215 223 267 272 412 445 484 570 582 610 717 724 814 835 878
	RI Rhode Island: 401
	SC South Carolina: 803 821 839 843 854 864
	SD South Dakota: 605
	TN Tennessee: 423 615 629 731 865 901 931
	TX Texas: 210 214 254 281 325 346 361 409 430 432 469 512 682 713 726 737 806 817 830 832 903 915 936 940 945 956 972 979
	UT Utah: 385 435 801
	VT Vermont: 802
	VA Virginia: 276 434 540 571 686 703 757 804 826 948
	WA Washington: 206 253 360 425 509 564
	WV West Virginia: 304 681
	WI Wisconsin: 262 274 353 414 534 608 715 920
	WY Wyoming: 307
`;

/** With the territories. */
const PROVINCES = `
	AB Alberta: 368 403 587 780 825
	BC British Columbia: 236 250 257 604 672 778
	MB Manitoba: 204 431 584
	NB New Brunswick: 428 506
	NL Newfoundland and Labrador: 709 879
	NS Nova Scotia: 782 902
	NT Northwest Territories: 867
	NU Nunavut: 867
	ON Ontario: 226 249 289 343 365 382 416 437 519 548 613 647 683 705 742 753 807 905 942
	PE Prince Edward Island: 782 902
	QC Quebec: 263 354 367 418 438 450 468 514 579 581 819 873
	SK Saskatchewan: 306 474 639
	YT Yukon: 867
`;

/** Section 4, search-phone-numbers: 40 and more. */
const MAJOR_CITIES = `
	NY New York: 212 332 347 646 718 917 929
	CA Los Angeles: 213 310 323 424 747 818
	IL Chicago: 312 773 872
	TX Houston: 281 346 713 832
	AZ Phoenix: 480 602 623
	PA Philadelphia: 215 267 445
	TX San Antonio: 210 726
	CA San Diego: 619 858
	TX Dallas: 214 469 945 972
	CA San Jose: 408 669
	TX Austin: 512 737
	FL Jacksonville: 904
	TX Fort Worth: 682 817
	OH Columbus: 380 614
	NC Charlotte: 704 980
	CA San Francisco: 415 628
	IN Indianapolis: 317 463
	WA Seattle: 206
	CO Denver: 303 720 983
	DC Washington: 202 771
	MA Boston: 617 857
	TN Nashville: 615 629
	MI Detroit: 313 679
	OR Portland: 503 971
	NV Las Vegas: 702 725
	TN Memphis: 901
	KY Louisville: 502
	MD Baltimore: 410 443 667
	WI Milwaukee: 414
	NM Albuquerque: 505
	AZ Tucson: 520
	CA Fresno: 559
	CA Sacramento: 279 916
	CA Oakland: 341 510
	MO Kansas City: 816 975
	GA Atlanta: 404 470 678 770
	FL Miami: 305 786
	FL Tampa: 656 813
	FL Orlando: 321 407 689
	LA New Orleans: 504
	MN Minneapolis: 612
	OH Cleveland: 216
	OH Cincinnati: 513
	PA Pittsburgh: 412
	MO St. Louis: 314
	NC Raleigh: 919 984
	OK Oklahoma City: 405
	UT Salt Lake City: 385 801
	HI Honolulu: 808
	ON Toronto: 416 437 647
	QC Montréal: 438 514
	BC Vancouver: 236 604 672 778
	AB Calgary: 403 587 825
	AB Edmonton: 780
	ON Ottawa: 343 613
	MB Winnipeg: 204 431
	QC Québec: 367 418 581
	ON Hamilton: 289 905
	ON Mississauga: 365 905
	ON London: 226 519
	NS Halifax: 782 902
	PE Charlottetown: 782 902
	BC Victoria: 250
	SK Saskatoon: 306 639
	SK Regina: 306
	NL St. John’s: 709
	NB Moncton: 506
	YT Whitehorse: 867
	NT Yellowknife: 867
	NU Iqaluit: 867
`;

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
