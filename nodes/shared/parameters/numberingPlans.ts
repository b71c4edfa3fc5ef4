/*
 * Written by `node scripts/numbering-plans.ts` from the metadata of google-libphonenumber (Copyright
 * The Libphonenumber Authors, Apache License 2.0). Change the script, not this file.
 */

/** The forms of the national numbers of a country calling code. */
export interface NumberingPlan {
	/**
	 * The digits that are dialled before a national number inside the country and are no part of it. A match
	 * that captures something is a carrier code, or a form that is dialled differently from abroad.
	 */
	trunkPrefix?: RegExp;
	/** The digits that are dialled before the country code of another country, where they are not `00`. */
	internationalPrefix?: RegExp;
	/** National numbers of any kind. */
	pattern: RegExp;
	/** The numbers of digits of national phone numbers, on a line or mobile. */
	lengths: readonly number[];
}

/** By country calling code, with the main country of each. */
export const NUMBERING_PLANS: Readonly<Record<string, NumberingPlan>> = {
	1: { trunkPrefix: /^1/, internationalPrefix: /^011/, pattern: /^(?:[2-9]\d{9}|3\d{6})$/, lengths: [10] }, // US
	7: { trunkPrefix: /^8/, internationalPrefix: /^810/, pattern: /^(?:8\d{13}|[347-9]\d{9})$/, lengths: [10] }, // RU
	20: { trunkPrefix: /^0/, pattern: /^(?:[189]\d{8,9}|[24-6]\d{8}|[135]\d{7})$/, lengths: [8, 9, 10] }, // EG
	27: { trunkPrefix: /^0/, pattern: /^(?:[1-79]\d{8}|8\d{4,9})$/, lengths: [5, 6, 7, 8, 9] }, // ZA
	30: { pattern: /^(?:5005000\d{3}|8\d{9,11}|(?:[269]\d|70)\d{8})$/, lengths: [10] }, // GR
	31: {
		trunkPrefix: /^0/,
		pattern: /^(?:(?:[124-7]\d\d|3(?:[02-9]\d|1[0-8]))\d{6}|8\d{6,9}|9\d{6,10}|1\d{4,5})$/,
		lengths: [9, 11],
	}, // NL
	32: { trunkPrefix: /^0/, pattern: /^(?:4\d{8}|[1-9]\d{7})$/, lengths: [8, 9] }, // BE
	33: { trunkPrefix: /^0/, pattern: /^[1-9]\d{8}$/, lengths: [9] }, // FR
	34: { pattern: /^(?:(?:400|[5-9]\d\d)\d{6})$/, lengths: [9] }, // ES
	36: { trunkPrefix: /^06/, pattern: /^(?:[235-7]\d{8}|[1-9]\d{7})$/, lengths: [8, 9] }, // HU
	39: {
		pattern: /^(?:0\d{5,11}|1\d{8,10}|3(?:[0-8]\d{7,10}|9\d{7,8})|(?:43|55|70)\d{8}|8\d{5}(?:\d{2,4})?)$/,
		lengths: [6, 7, 8, 9, 10, 11, 12],
	}, // IT
	40: { trunkPrefix: /^0/, pattern: /^(?:(?:[236-8]\d|90)\d{7}|[23]\d{5})$/, lengths: [6, 9] }, // RO
	41: { trunkPrefix: /^0/, pattern: /^(?:8\d{11}|[2-9]\d{8})$/, lengths: [9] }, // CH
	43: {
		trunkPrefix: /^0/,
		pattern:
			/^(?:1\d{3,12}|2\d{6,12}|43(?:(?:0\d|5[02-9])\d{3,9}|2\d{4,5}|[3467]\d{4}|8\d{4,6}|9\d{4,7})|5\d{4,12}|8\d{7,12}|9\d{8,12}|(?:[367]\d|4[0-24-9])\d{4,11})$/,
		lengths: [4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
	}, // AT
	44: { trunkPrefix: /^(?:0|180020)/, pattern: /^(?:[1-357-9]\d{9}|[18]\d{8}|8\d{6})$/, lengths: [9, 10] }, // GB
	45: { pattern: /^[2-9]\d{7}$/, lengths: [8] }, // DK
	46: {
		trunkPrefix: /^0/,
		pattern: /^(?:(?:[26]\d\d|9)\d{9}|[1-9]\d{8}|[1-689]\d{7}|[1-4689]\d{6}|2\d{5})$/,
		lengths: [7, 8, 9],
	}, // SE
	47: { pattern: /^(?:(?:0|[2-9]\d{3})\d{4})$/, lengths: [8] }, // NO
	48: { pattern: /^(?:(?:6|8\d\d)\d{7}|[1-9]\d{6}(?:\d{2})?|[26]\d{5})$/, lengths: [7, 9] }, // PL
	49: {
		trunkPrefix: /^0/,
		pattern:
			/^(?:[2579]\d{5,14}|49(?:[34]0|69|8\d)\d\d?|49(?:37|49|60|7[089]|9\d)\d{1,3}|49(?:2[024-9]|3[2-689]|7[1-7])\d{1,8}|(?:1|[368]\d|4[0-8])\d{3,13}|49(?:[015]\d|2[13]|31|[46][1-8])\d{1,9})$/,
		lengths: [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
	}, // DE
	51: {
		trunkPrefix: /^0/,
		internationalPrefix: /^(?:00|19(?:1[124]|77|90)00)/,
		pattern: /^(?:(?:[14-8]|9\d)\d{7})$/,
		lengths: [8, 9],
	}, // PE
	52: { internationalPrefix: /^0[09]/, pattern: /^[2-9]\d{9}$/, lengths: [10] }, // MX
	53: {
		trunkPrefix: /^0/,
		internationalPrefix: /^119/,
		pattern: /^(?:(?:[2-7]|8\d\d)\d{7}|[2-47]\d{6}|[34]\d{5})$/,
		lengths: [6, 7, 8, 10],
	}, // CU
	54: {
		trunkPrefix:
			/^(?:0?(?:(11|2(?:2(?:02?|[13]|2[13-79]|4[1-6]|5[2457]|6[124-8]|7[1-4]|8[13-6]|9[1267])|3(?:02?|1[467]|2[03-6]|3[13-8]|[49][2-6]|5[2-8]|[67])|4(?:7[3-578]|9)|6(?:[0136]|2[24-6]|4[6-8]?|5[15-8])|80|9(?:0[1-3]|[19]|2\d|3[1-6]|4[02568]?|5[2-4]|6[2-46]|72?|8[23]?))|3(?:3(?:2[79]|6|8[2578])|4(?:0[0-24-9]|[12]|3[5-8]?|4[24-7]|5[4-68]?|6[02-9]|7[126]|8[2379]?|9[1-36-8])|5(?:1|2[1245]|3[237]?|4[1-46-9]|6[2-4]|7[1-6]|8[2-5]?)|6[24]|7(?:[069]|1[1568]|2[15]|3[145]|4[13]|5[14-8]|7[2-57]|8[126])|8(?:[01]|2[15-7]|3[2578]?|4[13-6]|5[4-8]?|6[1-357-9]|7[36-8]?|8[5-8]?|9[124])))15)?)/,
		pattern: /^(?:(?:11|[89]\d\d)\d{8}|[2368]\d{9})$/,
		lengths: [10, 11],
	}, // AR
	55: {
		trunkPrefix: /^(?:(?:0|90)(?:(1[245]|2[1-35]|31|4[13]|[56]5|99)(\d{10,11}))?)/,
		internationalPrefix: /^(?:00(?:1[245]|2[1-35]|31|4[13]|[56]5|99))/,
		pattern: /^(?:[1-467]\d{9,10}|55[0-46-9]\d{8}|[34]\d{7}|55\d{7,8}|(?:5[0-46-9]|[89]\d)\d{7,9})$/,
		lengths: [10, 11],
	}, // BR
	56: {
		internationalPrefix: /^(?:(?:0|1(?:1[0-69]|2[02-5]|5[13-58]|69|7[0167]|8[018]))0)/,
		pattern: /^(?:12300\d{6}|6\d{9,10}|[2-9]\d{8})$/,
		lengths: [9],
	}, // CL
	57: {
		trunkPrefix: /^(?:0([3579]|4(?:[14]4|56))?)/,
		internationalPrefix: /^(?:00(?:4(?:[14]4|56)|[579]))/,
		pattern: /^(?:(?:46|60\d\d)\d{6}|(?:1\d|[39])\d{9})$/,
		lengths: [8, 10],
	}, // CO
	58: { trunkPrefix: /^0/, pattern: /^(?:[68]00\d{7}|(?:[24]\d|[59]0)\d{8})$/, lengths: [10] }, // VE
	60: { trunkPrefix: /^0/, pattern: /^(?:1\d{8,9}|(?:3\d|[4-9])\d{7})$/, lengths: [8, 9, 10] }, // MY
	61: {
		trunkPrefix: /^(?:(183[12])|0)/,
		internationalPrefix: /^(?:001[14-689]|14(?:1[14]|34|4[17]|[56]6|7[47]|88)0011)/,
		pattern: /^(?:1(?:[0-79]\d{7}(?:\d(?:\d{2})?)?|8[0-24-9]\d{7})|[2-478]\d{8}|1\d{4,7})$/,
		lengths: [9],
	}, // AU
	62: {
		trunkPrefix: /^0/,
		internationalPrefix: /^00[89]/,
		pattern: /^(?:00[1-9]\d{9,14}|(?:[1-36]|8\d{5})\d{6}|00\d{9}|[1-9]\d{8,10}|[2-9]\d{7})$/,
		lengths: [7, 8, 9, 10, 11, 12],
	}, // ID
	63: {
		trunkPrefix: /^0/,
		pattern: /^(?:(?:[2-7]|9\d)\d{8}|2\d{5}|(?:1800|8)\d{7,9})$/,
		lengths: [6, 8, 9, 10],
	}, // PH
	64: {
		trunkPrefix: /^0/,
		internationalPrefix: /^(?:0(?:0|161))/,
		pattern: /^(?:[1289]\d{9}|50\d{5}(?:\d{2,3})?|[27-9]\d{7,8}|(?:[34]\d|6[0-35-9])\d{6}|8\d{4,6})$/,
		lengths: [8, 9, 10],
	}, // NZ
	65: {
		internationalPrefix: /^0[0-3]\d/,
		pattern: /^(?:(?:(?:1\d|8)\d\d|7000)\d{7}|[3689]\d{7})$/,
		lengths: [8],
	}, // SG
	66: {
		trunkPrefix: /^0/,
		internationalPrefix: /^00[1-9]/,
		pattern: /^(?:(?:001800|[2-57]|[689]\d)\d{7}|1\d{7,9})$/,
		lengths: [8, 9],
	}, // TH
	81: {
		trunkPrefix: /^(?:(000[2569]\d{4,6})$|(?:(?:003768)0?)|0)/,
		internationalPrefix: /^010/,
		pattern: /^(?:00[1-9]\d{6,14}|[25-9]\d{9}|(?:00|[1-9]\d\d)\d{6})$/,
		lengths: [9, 10],
	}, // JP
	82: {
		trunkPrefix: /^(?:0(8(?:[1-46-8]|5\d\d))?)/,
		internationalPrefix: /^(?:00(?:[125689]|3(?:[46]5|91)|7(?:00|27|3|55|6[126])))/,
		pattern:
			/^(?:00[1-9]\d{8,11}|(?:[12]|5\d{3})\d{7}|[13-6]\d{9}|(?:[1-6]\d|80)\d{7}|[3-6]\d{4,5}|(?:00|7)0\d{8})$/,
		lengths: [5, 6, 8, 9, 10],
	}, // KR
	84: { trunkPrefix: /^0/, pattern: /^(?:[12]\d{9}|[135-9]\d{8}|[16]\d{6,7}|7\d{6})$/, lengths: [9, 10] }, // VN
	86: {
		trunkPrefix: /^(?:(1(?:[12]\d|79)\d\d)|0)/,
		internationalPrefix: /^(?:00|1(?:[12]\d|79)\d\d00)/,
		pattern:
			/^(?:(?:(?:1[03-689]|2\d)\d\d|6)\d{8}|1\d{10}|[126]\d{6}(?:\d(?:\d{2})?)?|86\d{5,6}|(?:[3-579]\d|8[0-57-9])\d{5,9})$/,
		lengths: [7, 8, 9, 10, 11],
	}, // CN
	90: { trunkPrefix: /^0/, pattern: /^(?:4\d{6}|8\d{11,12}|(?:[2-58]\d\d|900)\d{7})$/, lengths: [10] }, // TR
	91: { trunkPrefix: /^0/, pattern: /^(?:(?:000800|[2-9]\d\d)\d{7}|1\d{7,12})$/, lengths: [10] }, // IN
	92: {
		trunkPrefix: /^0/,
		pattern:
			/^(?:122\d{6}|[24-8]\d{10,11}|9(?:[013-9]\d{8,10}|2(?:[01]\d\d|2(?:[06-8]\d|1[01]))\d{7})|(?:[2-8]\d{3}|92(?:[0-7]\d|8[1-9]))\d{6}|[24-9]\d{8}|[89]\d{7})$/,
		lengths: [9, 10],
	}, // PK
	93: { trunkPrefix: /^0/, pattern: /^[2-7]\d{8}$/, lengths: [9] }, // AF
	94: { trunkPrefix: /^0/, pattern: /^[1-9]\d{8}$/, lengths: [9] }, // LK
	95: {
		trunkPrefix: /^0/,
		pattern: /^(?:1\d{5,7}|95\d{6}|(?:[4-7]|9[0-46-9])\d{6,8}|(?:2|8\d)\d{5,8})$/,
		lengths: [6, 7, 8, 9, 10],
	}, // MM
	98: { trunkPrefix: /^0/, pattern: /^(?:[1-9]\d{9}|(?:[1-8]\d\d|9)\d{3,4})$/, lengths: [6, 7, 10] }, // IR
	211: { trunkPrefix: /^0/, pattern: /^[19]\d{8}$/, lengths: [9] }, // SS
	212: { trunkPrefix: /^0/, pattern: /^[5-8]\d{8}$/, lengths: [9] }, // MA
	213: { trunkPrefix: /^0/, pattern: /^(?:(?:[1-4]|[5-79]\d|80)\d{7})$/, lengths: [8, 9] }, // DZ
	216: { pattern: /^[2-57-9]\d{7}$/, lengths: [8] }, // TN
	218: { trunkPrefix: /^0/, pattern: /^[2-9]\d{8}$/, lengths: [9] }, // LY
	220: { pattern: /^(?:[48]\d{8}|[2-9]\d{6})$/, lengths: [7, 9] }, // GM
	221: { pattern: /^(?:(?:[378]\d|93)\d{7})$/, lengths: [9] }, // SN
	222: { pattern: /^(?:(?:[2-4]\d\d|800)\d{5})$/, lengths: [8] }, // MR
	223: { pattern: /^[24-9]\d{7}$/, lengths: [8] }, // ML
	224: { pattern: /^(?:722\d{6}|(?:3|6\d)\d{7})$/, lengths: [8, 9] }, // GN
	225: { pattern: /^[02]\d{9}$/, lengths: [10] }, // CI
	226: { pattern: /^[024-7]\d{7}$/, lengths: [8] }, // BF
	227: { pattern: /^[027-9]\d{7}$/, lengths: [8] }, // NE
	228: { pattern: /^[279]\d{7}$/, lengths: [8] }, // TG
	229: { pattern: /^(?:(?:01\d|8)\d{7})$/, lengths: [10] }, // BJ
	230: {
		internationalPrefix: /^(?:0(?:0|[24-7]0|3[03]))/,
		pattern: /^(?:(?:[57]|8\d\d)\d{7}|[2-468]\d{6})$/,
		lengths: [7, 8],
	}, // MU
	231: { trunkPrefix: /^0/, pattern: /^(?:(?:[2457]\d|33|88)\d{7}|(?:2\d|[4-6])\d{6})$/, lengths: [7, 8, 9] }, // LR
	232: { trunkPrefix: /^0/, pattern: /^(?:(?:[237-9]\d|66)\d{6})$/, lengths: [8] }, // SL
	233: { trunkPrefix: /^0/, pattern: /^(?:[235]\d{8}|800\d{5,6})$/, lengths: [9] }, // GH
	234: {
		trunkPrefix: /^0/,
		internationalPrefix: /^009/,
		pattern: /^(?:(?:20|9\d)\d{8}|[78]\d{9,13})$/,
		lengths: [10],
	}, // NG
	235: { internationalPrefix: /^(?:00|16)/, pattern: /^(?:(?:22|[3689]\d|77)\d{6})$/, lengths: [8] }, // TD
	236: { pattern: /^(?:8776\d{4}|(?:[27]\d|61)\d{6})$/, lengths: [8] }, // CF
	237: { pattern: /^(?:[26]\d{8}|88\d{6,7})$/, lengths: [9] }, // CM
	238: { internationalPrefix: /^0/, pattern: /^(?:(?:[2-59]\d\d|800)\d{4})$/, lengths: [7] }, // CV
	239: { pattern: /^(?:(?:22|9\d)\d{5})$/, lengths: [7] }, // ST
	240: { pattern: /^(?:222\d{6}|(?:3\d|55|[89]0)\d{7})$/, lengths: [9] }, // GQ
	241: {
		trunkPrefix: /^(?:0(11\d{6}|60\d{6}|61\d{6}|6[256]\d{6}|7[467]\d{6}))/,
		pattern: /^(?:(?:[067]\d|11)\d{6}|[2-7]\d{6})$/,
		lengths: [7, 8],
	}, // GA
	242: { pattern: /^(?:222\d{6}|(?:0\d|80)\d{7})$/, lengths: [9] }, // CG
	243: { trunkPrefix: /^0/, pattern: /^(?:(?:(?:[189]|5\d)\d|2)\d{7}|[1-68]\d{6})$/, lengths: [7, 8, 9, 10] }, // CD
	244: { pattern: /^[29]\d{8}$/, lengths: [9] }, // AO
	245: { pattern: /^(?:[49]\d{8}|4\d{6})$/, lengths: [9] }, // GW
	246: { pattern: /^3\d{6}$/, lengths: [7] }, // IO
	247: { pattern: /^(?:(?:[01589]\d|[2-467])\d{4})$/, lengths: [5] }, // AC
	248: { internationalPrefix: /^(?:010|0[0-2])/, pattern: /^(?:(?:[2489]\d|64)\d{5})$/, lengths: [7] }, // SC
	249: { trunkPrefix: /^0/, pattern: /^[19]\d{8}$/, lengths: [9] }, // SD
	250: { trunkPrefix: /^0/, pattern: /^(?:(?:06|[27]\d\d|[89]00)\d{6})$/, lengths: [8, 9] }, // RW
	251: { trunkPrefix: /^0/, pattern: /^(?:(?:11|[2-57-9]\d)\d{7})$/, lengths: [9] }, // ET
	252: {
		trunkPrefix: /^0/,
		pattern: /^(?:[346-9]\d{8}|[12679]\d{7}|[1-5]\d{6}|[1348]\d{5})$/,
		lengths: [6, 7, 8, 9],
	}, // SO
	253: { pattern: /^(?:(?:2\d|77)\d{6})$/, lengths: [8] }, // DJ
	254: {
		trunkPrefix: /^0/,
		internationalPrefix: /^000/,
		pattern: /^(?:(?:[17]\d\d|900)\d{6}|(?:2|80)0\d{6,7}|[4-6]\d{6,8})$/,
		lengths: [7, 8, 9],
	}, // KE
	255: {
		trunkPrefix: /^0/,
		internationalPrefix: /^00[056]/,
		pattern: /^(?:(?:[25-8]\d|41|90)\d{7})$/,
		lengths: [9],
	}, // TZ
	256: {
		trunkPrefix: /^0/,
		internationalPrefix: /^00[057]/,
		pattern: /^(?:800\d{6}|(?:[29]0|[347]\d)\d{7})$/,
		lengths: [9],
	}, // UG
	257: { pattern: /^(?:(?:[267]\d|31)\d{6})$/, lengths: [8] }, // BI
	258: { pattern: /^(?:(?:2|8\d)\d{7})$/, lengths: [8, 9] }, // MZ
	260: { trunkPrefix: /^0/, pattern: /^(?:800\d{6}|(?:21|[579]\d|63)\d{7})$/, lengths: [9] }, // ZM
	261: { trunkPrefix: /^(?:([24-9]\d{6})$|0)/, pattern: /^[23]\d{8}$/, lengths: [9] }, // MG
	262: { trunkPrefix: /^0/, pattern: /^(?:709\d{6}|(?:26|[689]\d)\d{7})$/, lengths: [9] }, // RE
	263: { trunkPrefix: /^0/, pattern: /^(?:(?:13|8\d{4})\d{5}|[235-8]\d{8}|[23568]\d{6})$/, lengths: [7, 9] }, // ZW
	264: { trunkPrefix: /^0/, pattern: /^[68]\d{7,8}$/, lengths: [8, 9] }, // NA
	265: { trunkPrefix: /^0/, pattern: /^(?:(?:[1289]\d|31|77)\d{7}|1\d{6})$/, lengths: [7, 9] }, // MW
	266: { pattern: /^(?:(?:[256]\d\d|800)\d{5})$/, lengths: [8] }, // LS
	267: { pattern: /^(?:(?:0800|(?:[37]|800)\d)\d{6}|(?:[2-6]\d|90)\d{5})$/, lengths: [7, 8] }, // BW
	268: { pattern: /^(?:0800\d{4}|(?:[237]\d|900)\d{6})$/, lengths: [8] }, // SZ
	269: { pattern: /^[3478]\d{6}$/, lengths: [7] }, // KM
	290: { pattern: /^(?:(?:[256]\d|8)\d{3})$/, lengths: [4, 5] }, // SH
	291: { trunkPrefix: /^0/, pattern: /^[178]\d{6}$/, lengths: [7] }, // ER
	297: { pattern: /^(?:(?:[25-79]\d\d|800)\d{4})$/, lengths: [7] }, // AW
	298: { trunkPrefix: /^(?:(10(?:01|[12]0|88)))/, pattern: /^[2-9]\d{5}$/, lengths: [6] }, // FO
	299: { pattern: /^(?:(?:19|[2-689]\d|70)\d{4})$/, lengths: [6] }, // GL
	350: { pattern: /^(?:(?:[25]\d|60)\d{6})$/, lengths: [8] }, // GI
	351: { pattern: /^(?:1693\d{5}|(?:[26-9]\d|30)\d{7})$/, lengths: [9] }, // PT
	352: {
		trunkPrefix: /^(?:(15(?:0[06]|1[12]|[35]5|4[04]|6[26]|77|88|99)\d))/,
		pattern: /^(?:35[013-9]\d{4,8}|6\d{8}|35\d{2,4}|(?:[2457-9]\d|3[0-46-9])\d{2,9})$/,
		lengths: [4, 5, 6, 7, 8, 9, 10, 11],
	}, // LU
	353: {
		trunkPrefix: /^0/,
		pattern: /^(?:(?:1\d|[2569])\d{6,8}|4\d{6,9}|7\d{8}|8\d{8,9})$/,
		lengths: [7, 8, 9, 10],
	}, // IE
	354: {
		internationalPrefix: /^(?:00|1(?:0(?:01|[12]0)|100))/,
		pattern: /^(?:(?:38\d|[4-9])\d{6})$/,
		lengths: [7, 9],
	}, // IS
	355: {
		trunkPrefix: /^0/,
		pattern: /^(?:(?:700\d\d|900)\d{3}|8\d{5,7}|(?:[2-5]|6\d)\d{7})$/,
		lengths: [8, 9],
	}, // AL
	356: { pattern: /^(?:3550\d{4}|(?:[2579]\d\d|800)\d{5})$/, lengths: [8] }, // MT
	357: { pattern: /^(?:(?:[279]\d|[58]0)\d{6})$/, lengths: [8] }, // CY
	358: {
		trunkPrefix: /^0/,
		internationalPrefix: /^(?:00|99(?:[01469]|5(?:[14]1|3[23]|5[59]|77|88|9[09])))/,
		pattern: /^(?:[1-35689]\d{4}|7\d{10,11}|(?:[124-7]\d|3[0-46-9])\d{8}|[1-9]\d{5,8})$/,
		lengths: [5, 6, 7, 8, 9, 10],
	}, // FI
	359: {
		trunkPrefix: /^0/,
		pattern: /^(?:00800\d{7}|[2-7]\d{6,7}|[89]\d{6,8}|2\d{5})$/,
		lengths: [6, 7, 8, 9],
	}, // BG
	370: { trunkPrefix: /^[08]/, pattern: /^(?:(?:[3469]\d|52|[78]0)\d{6})$/, lengths: [8] }, // LT
	371: { pattern: /^(?:(?:[268]\d|78|90)\d{6})$/, lengths: [8] }, // LV
	372: { pattern: /^(?:8\d{9}|[4578]\d{7}|(?:[3-8]\d|90)\d{5})$/, lengths: [7, 8] }, // EE
	373: { trunkPrefix: /^0/, pattern: /^(?:(?:[235-7]\d|[89]0)\d{6})$/, lengths: [8] }, // MD
	374: { trunkPrefix: /^0/, pattern: /^(?:(?:[1-489]\d|55|60|77)\d{6})$/, lengths: [8] }, // AM
	375: {
		trunkPrefix: /^(?:0|80?)/,
		internationalPrefix: /^810/,
		pattern:
			/^(?:(?:[12]\d|33|44|902)\d{7}|8(?:0[0-79]\d{5,7}|[1-7]\d{9})|8(?:1[0-489]|[5-79]\d)\d{7}|8[1-79]\d{6,7}|8[0-79]\d{5}|8\d{5})$/,
		lengths: [9],
	}, // BY
	376: { pattern: /^(?:(?:1|6\d)\d{7}|[135-9]\d{5})$/, lengths: [6, 9] }, // AD
	377: { trunkPrefix: /^0/, pattern: /^(?:(?:[3489]|[67]\d)\d{7})$/, lengths: [8, 9] }, // MC
	378: { trunkPrefix: /^([89]\d{5})$/, pattern: /^(?:(?:0549|[5-7]\d)\d{6})$/, lengths: [8, 10] }, // SM
	380: { trunkPrefix: /^0/, pattern: /^(?:[89]\d{9}|[3-9]\d{8})$/, lengths: [9] }, // UA
	381: {
		trunkPrefix: /^0/,
		pattern:
			/^(?:38[02-9]\d{6,9}|6\d{7,9}|90\d{4,8}|38\d{5,6}|(?:7\d\d|800)\d{3,9}|(?:[12]\d|3[0-79])\d{5,10})$/,
		lengths: [7, 8, 9, 10, 11, 12],
	}, // RS
	382: { trunkPrefix: /^0/, pattern: /^(?:(?:20|[3-79]\d)\d{6}|80\d{6,7})$/, lengths: [8] }, // ME
	383: {
		trunkPrefix: /^0/,
		pattern: /^(?:2\d{7,8}|3\d{7,11}|(?:4\d\d|[89]00)\d{5})$/,
		lengths: [8, 9, 10, 11, 12],
	}, // XK
	385: { trunkPrefix: /^0/, pattern: /^(?:[2-69]\d{8}|80\d{5,7}|[1-79]\d{7}|6\d{6})$/, lengths: [8, 9] }, // HR
	386: {
		trunkPrefix: /^0/,
		internationalPrefix: /^(?:00|10(?:22|66|88|99))/,
		pattern: /^(?:[1-7]\d{7}|8\d{4,7}|90\d{4,6})$/,
		lengths: [8],
	}, // SI
	387: { trunkPrefix: /^0/, pattern: /^(?:6\d{8}|(?:[35689]\d|49|70)\d{6})$/, lengths: [8, 9] }, // BA
	389: { trunkPrefix: /^0/, pattern: /^[2-578]\d{7}$/, lengths: [8] }, // MK
	420: { pattern: /^(?:(?:[2-578]\d|60)\d{7}|9\d{8,11})$/, lengths: [9] }, // CZ
	421: { trunkPrefix: /^0/, pattern: /^(?:[2-689]\d{8}|[2-59]\d{6}|[2-5]\d{5})$/, lengths: [6, 7, 9] }, // SK
	423: { trunkPrefix: /^(?:(1001)|0)/, pattern: /^(?:[68]\d{8}|(?:[2378]\d|90)\d{5})$/, lengths: [7, 9] }, // LI
	500: { pattern: /^[2-7]\d{4}$/, lengths: [5] }, // FK
	501: { pattern: /^(?:(?:0800\d|[2-8])\d{6})$/, lengths: [7] }, // BZ
	502: { pattern: /^(?:80\d{6}|(?:1\d{3}|[2-7])\d{7})$/, lengths: [8] }, // GT
	503: { pattern: /^(?:[25-7]\d{7}|(?:80\d|900)\d{4}(?:\d{4})?)$/, lengths: [8] }, // SV
	504: { pattern: /^(?:8\d{10}|[237-9]\d{7})$/, lengths: [8] }, // HN
	505: { pattern: /^(?:(?:1800|[25-8]\d{3})\d{4})$/, lengths: [8] }, // NI
	506: {
		trunkPrefix: /^(?:(19(?:0[0-2468]|1[09]|20|66|77|99)))/,
		pattern: /^(?:(?:8\d|90)\d{8}|(?:[24-8]\d{3}|3005)\d{4})$/,
		lengths: [8],
	}, // CR
	507: { pattern: /^(?:(?:00800|8\d{3})\d{6}|[68]\d{7}|[1-57-9]\d{6})$/, lengths: [7, 8] }, // PA
	508: { trunkPrefix: /^0/, pattern: /^(?:[78]\d{8}|[2-9]\d{5})$/, lengths: [6, 9] }, // PM
	509: { pattern: /^[2-589]\d{7}$/, lengths: [8] }, // HT
	590: { trunkPrefix: /^0/, pattern: /^(?:7090\d{5}|(?:[56]9|[89]\d)\d{7})$/, lengths: [9] }, // GP
	591: {
		trunkPrefix: /^0(1\d)?/,
		internationalPrefix: /^00(?:1\d)?/,
		pattern: /^(?:(?:[2-7]\d\d|8001)\d{5})$/,
		lengths: [8],
	}, // BO
	592: { internationalPrefix: /^001/, pattern: /^(?:(?:[2-8]\d{3}|9008)\d{3})$/, lengths: [7] }, // GY
	593: { trunkPrefix: /^0/, pattern: /^(?:1\d{9,10}|(?:[2-7]|9\d)\d{7})$/, lengths: [8, 9] }, // EC
	594: { trunkPrefix: /^0/, pattern: /^(?:(?:694\d|7093)\d{5}|(?:59|[89]\d)\d{7})$/, lengths: [9] }, // GF
	595: {
		trunkPrefix: /^0/,
		pattern: /^(?:[36-8]\d{5,8}|4\d{6,8}|59\d{6}|9\d{5,10}|(?:2\d|5[0-8])\d{6,7})$/,
		lengths: [7, 8, 9],
	}, // PY
	596: { trunkPrefix: /^0/, pattern: /^(?:7091\d{5}|(?:[56]9|[89]\d)\d{7})$/, lengths: [9] }, // MQ
	597: { pattern: /^(?:(?:[2-5]|[6-9]\d)\d{5})$/, lengths: [6, 7] }, // SR
	598: {
		trunkPrefix: /^0/,
		internationalPrefix: /^(?:0(?:0|1[3-9]\d))/,
		pattern: /^(?:0004\d{2,9}|[1249]\d{7}|2\d{3,4}|(?:[49]\d|80)\d{5})$/,
		lengths: [8],
	}, // UY
	599: { pattern: /^(?:(?:[34]1|60|(?:7|9\d)\d)\d{5})$/, lengths: [7, 8] }, // CW
	670: { pattern: /^(?:7\d{7}|(?:[2-47]\d|[89]0)\d{5})$/, lengths: [7, 8] }, // TL
	672: { trunkPrefix: /^([0-258]\d{4})$/, pattern: /^[13]\d{5}$/, lengths: [6] }, // NF
	673: { pattern: /^[2-578]\d{6}$/, lengths: [7] }, // BN
	674: { pattern: /^(?:(?:222|444|(?:55|8\d)\d|666|777|999)\d{4})$/, lengths: [7] }, // NR
	675: {
		internationalPrefix: /^(?:00|140[1-3])/,
		pattern: /^(?:(?:180|[78]\d{3})\d{4}|(?:[2-589]\d|64)\d{5})$/,
		lengths: [7, 8],
	}, // PG
	676: { pattern: /^(?:(?:0800|(?:[5-8]\d\d|999)\d)\d{3}|[2-8]\d{4})$/, lengths: [5, 7] }, // TO
	677: { internationalPrefix: /^0[01]/, pattern: /^(?:[6-9]\d{6}|[1-6]\d{4})$/, lengths: [5, 7] }, // SB
	678: { pattern: /^(?:[57-9]\d{6}|(?:[238]\d|48)\d{3})$/, lengths: [5, 7] }, // VU
	679: {
		internationalPrefix: /^(?:0(?:0|52))/,
		pattern: /^(?:45\d{5}|(?:0800\d|[235-9])\d{6})$/,
		lengths: [7],
	}, // FJ
	680: { internationalPrefix: /^01[12]/, pattern: /^(?:(?:[24-8]\d\d|345|900)\d{4})$/, lengths: [7] }, // PW
	681: { pattern: /^(?:(?:40|72|8\d{4})\d{4}|[89]\d{5})$/, lengths: [6] }, // WF
	682: { pattern: /^[2-578]\d{4}$/, lengths: [5] }, // CK
	683: { pattern: /^(?:(?:[4-7]|888\d)\d{3})$/, lengths: [4, 7] }, // NU
	685: {
		internationalPrefix: /^0/,
		pattern: /^(?:(?:[2-6]|8\d{5})\d{4}|[78]\d{6}|[68]\d{5})$/,
		lengths: [5, 6, 7, 10],
	}, // WS
	686: { trunkPrefix: /^0/, pattern: /^(?:(?:[37]\d|6[0-79])\d{6}|(?:[2-48]\d|50)\d{3})$/, lengths: [5, 8] }, // KI
	687: { pattern: /^(?:(?:050|[2-57-9]\d\d)\d{3})$/, lengths: [6] }, // NC
	688: { pattern: /^(?:(?:2|7\d\d|90)\d{4})$/, lengths: [5, 6, 7] }, // TV
	689: { pattern: /^(?:4\d{5}(?:\d{2})?|8\d{7,8})$/, lengths: [8] }, // PF
	690: { pattern: /^[2-47]\d{3,6}$/, lengths: [4, 5, 6, 7] }, // TK
	691: { pattern: /^(?:(?:[39]\d\d|820)\d{4})$/, lengths: [7] }, // FM
	692: {
		trunkPrefix: /^1/,
		internationalPrefix: /^011/,
		pattern: /^(?:329\d{4}|(?:[256]\d|45)\d{5})$/,
		lengths: [7],
	}, // MH
	850: {
		trunkPrefix: /^0/,
		internationalPrefix: /^(?:00|99)/,
		pattern: /^(?:85\d{6}|(?:19\d|[2-7])\d{7})$/,
		lengths: [8, 10],
	}, // KP
	852: {
		internationalPrefix: /^(?:00(?:30|5[09]|[126-9]?))/,
		pattern: /^(?:8[0-46-9]\d{6,7}|9\d{4,7}|(?:[2-7]|9\d{3})\d{7})$/,
		lengths: [8],
	}, // HK
	853: { pattern: /^(?:0800\d{3}|(?:28|[68]\d)\d{6})$/, lengths: [8] }, // MO
	855: {
		trunkPrefix: /^0/,
		internationalPrefix: /^00[14-9]/,
		pattern: /^(?:1\d{9}|[1-9]\d{7,8})$/,
		lengths: [8, 9],
	}, // KH
	856: { trunkPrefix: /^0/, pattern: /^(?:[23]\d{9}|3\d{8}|(?:[235-8]\d|41)\d{6})$/, lengths: [8, 9, 10] }, // LA
	880: {
		trunkPrefix: /^0/,
		pattern: /^(?:[1-469]\d{9}|8[0-79]\d{7,8}|[2-79]\d{8}|[2-9]\d{7}|[3-9]\d{6}|[57-9]\d{5})$/,
		lengths: [6, 7, 8, 9, 10],
	}, // BD
	886: {
		trunkPrefix: /^0/,
		internationalPrefix: /^(?:0(?:0[25-79]|19))/,
		pattern: /^(?:[2-689]\d{8}|7\d{9,10}|[2-8]\d{7}|2\d{6})$/,
		lengths: [8, 9],
	}, // TW
	960: {
		internationalPrefix: /^(?:0(?:0|19))/,
		pattern: /^(?:(?:800|9[0-57-9]\d)\d{7}|[34679]\d{6})$/,
		lengths: [7],
	}, // MV
	961: { trunkPrefix: /^0/, pattern: /^(?:[27-9]\d{7}|[13-9]\d{6})$/, lengths: [7, 8] }, // LB
	962: { trunkPrefix: /^0/, pattern: /^(?:(?:(?:[2689]|7\d)\d|32|427|53)\d{6})$/, lengths: [8, 9] }, // JO
	963: { trunkPrefix: /^0/, pattern: /^(?:[1-359]\d{8}|[1-5]\d{7})$/, lengths: [8, 9] }, // SY
	964: { trunkPrefix: /^0/, pattern: /^(?:(?:1|7\d\d)\d{7}|[2-6]\d{7,8})$/, lengths: [8, 9, 10] }, // IQ
	965: { pattern: /^(?:18\d{5}|(?:[2569]\d|41)\d{6})$/, lengths: [8] }, // KW
	966: { trunkPrefix: /^0/, pattern: /^(?:(?:[15]\d|800|92)\d{7})$/, lengths: [9] }, // SA
	967: { trunkPrefix: /^0/, pattern: /^(?:(?:1|7\d)\d{7}|[1-7]\d{6})$/, lengths: [7, 8, 9] }, // YE
	968: { pattern: /^(?:(?:1505|[279]\d{3}|500)\d{4}|800\d{5,6})$/, lengths: [8] }, // OM
	970: { trunkPrefix: /^0/, pattern: /^(?:[2489]2\d{6}|(?:1\d|5)\d{8})$/, lengths: [8, 9] }, // PS
	971: {
		trunkPrefix: /^0/,
		pattern: /^(?:(?:[4-7]\d|9[0-689])\d{7}|800\d{2,9}|[2-4679]\d{7})$/,
		lengths: [8, 9],
	}, // AE
	972: {
		trunkPrefix: /^0/,
		internationalPrefix: /^(?:0(?:0|1(?:05|[2-9])))/,
		pattern: /^(?:1\d{6}(?:\d{3,5})?|[57]\d{8}|[1-489]\d{7})$/,
		lengths: [8, 9, 11, 12],
	}, // IL
	973: { pattern: /^[136-9]\d{7}$/, lengths: [8] }, // BH
	974: { pattern: /^(?:800\d{4}|(?:2|800)\d{6}|(?:0080|[3-7])\d{7})$/, lengths: [8] }, // QA
	975: { pattern: /^(?:[178]\d{7}|[2-8]\d{6})$/, lengths: [7, 8] }, // BT
	976: {
		trunkPrefix: /^0/,
		internationalPrefix: /^001/,
		pattern: /^(?:[12]\d{7,9}|[5-9]\d{7})$/,
		lengths: [8, 9, 10],
	}, // MN
	977: { trunkPrefix: /^0/, pattern: /^(?:(?:1\d|9)\d{9}|[1-9]\d{7})$/, lengths: [8, 10] }, // NP
	992: { internationalPrefix: /^810/, pattern: /^(?:(?:[0-57-9]\d|66)\d{7})$/, lengths: [9] }, // TJ
	993: { trunkPrefix: /^8/, internationalPrefix: /^810/, pattern: /^[1-7]\d{7}$/, lengths: [8] }, // TM
	994: { trunkPrefix: /^0/, pattern: /^(?:365\d{6}|(?:[124579]\d|60|88)\d{7})$/, lengths: [9] }, // AZ
	995: { trunkPrefix: /^0/, pattern: /^(?:(?:[3-57]\d\d|800)\d{6})$/, lengths: [9] }, // GE
	996: { trunkPrefix: /^0/, pattern: /^(?:8\d{9}|[235-9]\d{8})$/, lengths: [9] }, // KG
	998: { pattern: /^(?:(?:20|33|[5-9]\d)\d{7})$/, lengths: [9] }, // UZ
};
