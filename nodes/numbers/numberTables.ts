/*
 * Written by `node scripts/number-tables.ts` from the metadata of libphonenumber (Copyright The Libphonenumber
 * Authors, Apache License 2.0) and the time zone database. Change the script, not this file.
 */

/**
 * The numbers of digits that national numbers can have, the prefix that is dialed before them inside the country
 * (a pattern, empty for none), and the country codes to which both apply, each with its main country.
 */
export const COUNTRY_GROUPS: ReadonlyArray<
	readonly [lengths: string, trunkPrefix: string, countries: string]
> = [
	[
		'8',
		'',
		'800001 808001 45DK 47NO 65SG 216TN 222MR 223ML 226BF 227NE 228TG 235TD 236CF 253DJ 257BI 266LS 268SZ 350GI 356MT 357CY 371LV 502GT 503SV 504HN 505NI 506CR 509HT 689PF 852HK 853MO 965KW 968OM 973BH 974QA',
	],
	['9 12', '', '870001'],
	['12', '', '878001'],
	['9 10', '', '881001'],
	['7 8 9 10 11 12', '', '882001'],
	['8 9 10 11 12', '', '883001'],
	['11', '', '888001'],
	['9', '', '979001 34ES 56CL 221SN 237CM 240GQ 242CG 244AO 351PT 420CZ 992TJ 998UZ'],
	['10', '1', '1US'],
	['10', '8', '7RU'],
	['8 9 10', '0', '20EG 60MY 64NZ 856LA 964IQ 976MN'],
	['5 6 7 8 9', '0', '27ZA'],
	['10', '', '30GR 52MX 225CI'],
	['9 11', '0', '31NL'],
	[
		'8 9',
		'0',
		'32BE 51PE 66TH 213DZ 250RW 264NA 355AL 377MC 385HR 387BA 593EC 855KH 962JO 963SY 970PS 971AE',
	],
	[
		'9',
		'0',
		'33FR 41CH 61AU 93AF 94LK 211SS 212MA 218LY 233GH 249SD 251ET 255TZ 256UG 260ZM 261MG 262RE 380UA 590GP 594GF 596MQ 966SA 994AZ 995GE 996KG',
	],
	['8 9', '06', '36HU'],
	['6 7 8 9 10 11 12', '', '39IT'],
	['6 9', '0', '40RO 508PM'],
	['4 5 6 7 8 9 10 11 12 13', '0', '43AT'],
	['9 10', '0', '44GB 81JP 84VN 92PK'],
	['7 8 9', '0', '46SE 231LR 254KE 595PY 967YE'],
	['7 9', '', '48PL 220GM 245GW 354IS'],
	['5 6 7 8 9 10 11 12 13', '0', '49DE'],
	['6 7 8 10', '0', '53CU'],
	['10 11', '0', '54AR 55BR'],
	['8 10', '0', '57CO 850KP 977NP'],
	['10', '0', '58VE 90TR 91IN 234NG'],
	['7 8 9 10 11 12', '0', '62ID 381RS'],
	['6 8 9 10', '0', '63PH'],
	['5 6 8 9 10 11', '0', '82KR'],
	['7 8 9 10 11', '0', '86CN'],
	['6 7 8 9 10', '0', '95MM 880BD'],
	['6 7 10', '0', '98IR'],
	['8 9', '', '224GN 258MZ'],
	['8 10', '', '229BJ 378SM'],
	['7 8', '', '230MU 241GA 267BW 372EE 507PA 599CW 670TL 675PG 975BT'],
	['8', '0', '232SL 373MD 374AM 382ME 386SI 389MK 591BO 598UY'],
	['7', '', '238CV 239ST 246IO 248SC 269KM 297AW 501BZ 592GY 673BN 674NR 679FJ 680PW 691FM 960MV'],
	['7 8 9 10', '0', '243CD 353IE'],
	['5', '', '247AC 500FK 682CK'],
	['6 7 8 9', '0', '252SO 359BG'],
	['7 9 10', '0', '263ZW'],
	['7 9', '0', '265MW 423LI'],
	['4 5', '', '290SH'],
	['7', '0', '291ER'],
	['6', '', '298FO 299GL 672NF 681WF 687NC'],
	['4 5 6 7 8 9 10 11', '', '352LU'],
	['5 6 7 8 9 10', '0', '358FI'],
	['8', '[08]', '370LT'],
	['9', '0|80?', '375BY'],
	['6 9', '', '376AD'],
	['8 9 10 11 12', '0', '383XK'],
	['6 7 9', '0', '421SK'],
	['6 7', '', '597SR'],
	['5 7', '', '676TO 677SB 678VU'],
	['4 7', '', '683NU'],
	['5 6 7 10', '', '685WS'],
	['5 8', '0', '686KI'],
	['5 6 7', '', '688TV'],
	['4 5 6 7', '', '690TK'],
	['7', '1', '692MH'],
	['8 9 10 11', '0', '886TW'],
	['7 8', '0', '961LB'],
	['8 9 11 12', '0', '972IL'],
	['8', '8', '993TM'],
];

/** By country code, the lengths of national numbers that begin with this very code and can be read in two ways. */
export const AMBIGUOUS_LENGTHS: Readonly<Record<string, readonly number[]>> = {
	27: [9],
	39: [9, 10],
	43: [7, 8, 9, 10, 11],
	46: [9],
	48: [9],
	49: [7, 8, 9, 10, 11],
	53: [8],
	62: [9, 10, 11],
	95: [8],
	358: [8, 9],
	383: [11],
	421: [9],
};

/** The codes of the countries in which the code of another country is dialed after `00` and more digits. */
export const LONGER_DOUBLE_ZERO = '55 57 61 62 65 66 82 234 254 255 256 591 592 852 855 886 976';

/** The country codes whose numbers all have one time zone, each with it, as in `49=Europe/Berlin`. */
export const COUNTRY_TIME_ZONES = `
	20=Africa/Cairo 27=Africa/Johannesburg 30=Europe/Athens 31=Europe/Amsterdam 32=Europe/Brussels
	33=Europe/Paris 36=Europe/Budapest 39=Europe/Rome 40=Europe/Bucharest 41=Europe/Zurich
	43=Europe/Vienna 44=Europe/London 45=Europe/Copenhagen 46=Europe/Stockholm 47=Europe/Oslo
	48=Europe/Warsaw 49=Europe/Berlin 51=America/Lima 53=America/Havana 54=America/Buenos_Aires
	57=America/Bogota 58=America/Caracas 60=Asia/Kuching 63=Asia/Manila 65=Asia/Singapore
	66=Asia/Bangkok 81=Asia/Tokyo 82=Asia/Seoul 84=Asia/Saigon 86=Asia/Shanghai 90=Europe/Istanbul
	91=Asia/Calcutta 92=Asia/Karachi 93=Asia/Kabul 94=Asia/Colombo 95=Asia/Rangoon 98=Asia/Tehran
	211=Africa/Juba 212=Africa/Casablanca 213=Africa/Algiers 216=Africa/Tunis 218=Africa/Tripoli
	220=Africa/Banjul 221=Africa/Dakar 222=Africa/Nouakchott 223=Africa/Bamako 224=Africa/Conakry
	225=Africa/Abidjan 226=Africa/Ouagadougou 227=Africa/Niamey 228=Africa/Lome 229=Africa/Porto-Novo
	230=Indian/Mauritius 231=Africa/Monrovia 232=Africa/Freetown 233=Africa/Accra 234=Africa/Lagos
	235=Africa/Ndjamena 236=Africa/Bangui 237=Africa/Douala 238=Atlantic/Cape_Verde 239=Africa/Sao_Tome
	240=Africa/Malabo 241=Africa/Libreville 242=Africa/Brazzaville 244=Africa/Luanda 245=Africa/Bissau
	246=Indian/Chagos 248=Indian/Mahe 249=Africa/Khartoum 250=Africa/Kigali 251=Africa/Addis_Ababa
	252=Africa/Mogadishu 253=Africa/Djibouti 254=Africa/Nairobi 255=Africa/Dar_es_Salaam
	256=Africa/Kampala 257=Africa/Bujumbura 258=Africa/Maputo 260=Africa/Lusaka 261=Indian/Antananarivo
	263=Africa/Harare 264=Africa/Windhoek 265=Africa/Blantyre 266=Africa/Maseru 267=Africa/Gaborone
	268=Africa/Mbabane 269=Indian/Comoro 290=Atlantic/St_Helena 291=Africa/Asmera 297=America/Aruba
	298=Atlantic/Faeroe 350=Europe/Gibraltar 352=Europe/Luxembourg 353=Europe/Dublin
	354=Atlantic/Reykjavik 355=Europe/Tirane 356=Europe/Malta 357=Asia/Nicosia 358=Europe/Helsinki
	359=Europe/Sofia 370=Europe/Vilnius 371=Europe/Riga 372=Europe/Tallinn 373=Europe/Chisinau
	374=Asia/Yerevan 375=Europe/Minsk 376=Europe/Andorra 377=Europe/Monaco 378=Europe/San_Marino
	380=Europe/Kiev 381=Europe/Belgrade 382=Europe/Podgorica 385=Europe/Zagreb 386=Europe/Ljubljana
	387=Europe/Sarajevo 389=Europe/Skopje 420=Europe/Prague 421=Europe/Bratislava 423=Europe/Vaduz
	500=Atlantic/Stanley 501=America/Belize 502=America/Guatemala 503=America/El_Salvador
	504=America/Tegucigalpa 505=America/Managua 506=America/Costa_Rica 507=America/Panama
	508=America/Miquelon 509=America/Port-au-Prince 590=America/Guadeloupe 591=America/La_Paz
	592=America/Guyana 594=America/Cayenne 595=America/Asuncion 596=America/Martinique
	597=America/Paramaribo 598=America/Montevideo 599=America/Curacao 670=Asia/Dili 672=Pacific/Norfolk
	673=Asia/Brunei 674=Pacific/Nauru 675=Pacific/Port_Moresby 676=Pacific/Tongatapu
	677=Pacific/Guadalcanal 678=Pacific/Efate 679=Pacific/Fiji 680=Pacific/Palau 681=Pacific/Wallis
	682=Pacific/Rarotonga 683=Pacific/Niue 685=Pacific/Apia 687=Pacific/Noumea 688=Pacific/Funafuti
	690=Pacific/Fakaofo 692=Pacific/Majuro 850=Asia/Pyongyang 852=Asia/Hong_Kong 853=Asia/Macau
	855=Asia/Phnom_Penh 856=Asia/Vientiane 880=Asia/Dhaka 886=Asia/Taipei 960=Indian/Maldives
	961=Asia/Beirut 962=Asia/Amman 963=Asia/Damascus 964=Asia/Baghdad 965=Asia/Kuwait 966=Asia/Riyadh
	967=Asia/Aden 968=Asia/Muscat 970=Asia/Gaza 971=Asia/Dubai 972=Asia/Jerusalem 973=Asia/Bahrain
	974=Asia/Qatar 975=Asia/Thimphu 977=Asia/Katmandu 992=Asia/Dushanbe 993=Asia/Ashgabat 994=Asia/Baku
	995=Asia/Tbilisi 996=Asia/Bishkek 998=Asia/Tashkent
`;

/** The area codes of +1, by the time zones that their numbers can be in. */
export const AREA_CODE_TIME_ZONES: ReadonlyArray<readonly [zones: string, areaCodes: string]> = [
	['America/Adak America/Anchorage America/Juneau Pacific/Honolulu', '907'],
	['America/Anguilla', '264'],
	['America/Antigua', '268'],
	['America/Barbados', '246'],
	['America/Boise America/Denver America/Los_Angeles', '208 775'],
	['America/Boise America/Los_Angeles', '986'],
	['America/Cayman', '345'],
	[
		'America/Chicago',
		`205 210 214 217 218 224 225 228 235 251 254 256 262 274 281 309 312 314 316 318 319 320 325 327 331
	334 337 346 353 361 402 405 409 414 417 430 432 447 464 469 479 501 504 507 512 515 531 534 539 557
	563 572 573 580 601 608 612 615 618 629 630 636 641 651 659 660 662 682 708 712 713 715 726 730 731
	737 763 769 773 779 806 815 816 817 830 832 847 870 872 901 903 913 918 920 931 936 938 940 945 952
	956 972 975 979 985`,
	],
	['America/Chicago America/Denver', '308 620 785'],
	['America/Chicago America/Denver America/North_Dakota/Center', '605 701'],
	['America/Chicago America/New_York', '219 270 364 423 448 574 606 812 850 906 930'],
	['America/Denver', '303 307 385 406 435 505 575 719 720 748 801 915 970 983'],
	['America/Denver America/Los_Angeles', '458 541'],
	['America/Denver America/Phoenix', '928'],
	['America/Dominica', '767'],
	['America/Edmonton', '368 403 587 780 825'],
	['America/Edmonton America/Fort_Nelson America/Toronto America/Vancouver America/Winnipeg', '867'],
	['America/Edmonton America/Vancouver', '236 250 257 672 778'],
	['America/Grand_Turk', '649'],
	['America/Grenada', '473'],
	['America/Halifax', '428 506 782 902'],
	['America/Halifax America/Puerto_Rico America/St_Johns', '709'],
	['America/Halifax America/Toronto', '367 418 581'],
	['America/Jamaica', '658 876'],
	[
		'America/Los_Angeles',
		`206 209 213 253 279 310 323 341 350 360 369 408 415 424 425 442 503 509 510 530 559 562 564 619 626
	628 650 657 661 669 702 707 714 725 738 747 760 805 818 820 831 840 858 909 916 925 949 951 971`,
	],
	['America/Lower_Princes', '721'],
	['America/Montserrat', '664'],
	['America/Nassau', '242'],
	[
		'America/New_York',
		`201 202 203 207 212 215 216 220 223 227 229 231 234 239 240 248 252 260 267 269 272 276 283 301 302
	304 305 313 315 317 321 324 326 329 330 332 336 339 347 351 352 363 380 386 401 404 407 410 412 413
	419 434 440 443 445 463 470 472 475 478 484 502 508 513 516 517 518 540 551 561 567 570 571 582 585
	586 603 607 609 610 614 616 617 631 640 645 646 656 667 678 680 681 686 689 703 704 706 716 717 718
	724 727 728 732 734 740 743 754 757 762 765 770 771 772 774 781 786 802 803 804 810 813 814 821 826
	828 835 838 839 843 845 848 854 856 857 859 860 862 863 864 865 878 904 908 910 912 914 917 919 929
	934 937 941 943 947 948 954 959 973 978 980 984 989`,
	],
	['America/Phoenix', '480 520 602 623'],
	['America/Port_of_Spain', '868'],
	['America/Puerto_Rico', '787 939'],
	['America/Puerto_Rico America/St_Johns', '879'],
	['America/Regina', '306 474 639'],
	['America/Santo_Domingo', '809 829 849'],
	['America/St_Kitts', '869'],
	['America/St_Lucia', '758'],
	['America/St_Thomas', '340'],
	['America/St_Vincent', '784'],
	[
		'America/Toronto',
		`226 249 263 289 343 354 365 382 416 437 438 450 468 514 519 548 579 613 647 683 705 742 753 819 873
	905 942`,
	],
	['America/Toronto America/Winnipeg', '807'],
	['America/Tortola', '284'],
	['America/Vancouver', '604'],
	['America/Winnipeg', '204 431 584'],
	['Atlantic/Bermuda', '441'],
	['Pacific/Guam', '671'],
	['Pacific/Honolulu', '808'],
	['Pacific/Pago_Pago', '684'],
	['Pacific/Saipan', '670'],
];
