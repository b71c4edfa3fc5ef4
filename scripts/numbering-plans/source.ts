import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { countries, phoneNumberUtil } from './libphonenumber.ts';

/** The file that the numbering plans are written to, from the project's root. */
export const numberingPlansFile = 'nodes/shared/parameters/numberingPlans.ts';

const HEADER = `/*
 * Written by \`node scripts/numbering-plans.ts\` from the metadata of google-libphonenumber (Copyright
 * The Libphonenumber Authors, Apache License 2.0). Change the script, not this file.
 */

/** The forms of the national numbers of a country calling code. */
export interface NumberingPlan {
	/**
	 * The digits that are dialled before a national number inside the country and are no part of it. A match
	 * that captures something is a carrier code, or a form that is dialled differently from abroad.
	 */
	trunkPrefix?: RegExp;
	/** The digits that are dialled before the country code of another country, where they are not \`00\`. */
	internationalPrefix?: RegExp;
	/** National numbers of any kind. */
	pattern: RegExp;
	/** The numbers of digits of national phone numbers, on a line or mobile. */
	lengths: readonly number[];
}

/** By country calling code, with the main country of each. */
export const NUMBERING_PLANS: Readonly<Record<string, NumberingPlan>> = {
`;

/**
 * The source text of the numbering plans.
 *
 * @param root the project's root
 */
export async function numberingPlansSource(root: string): Promise<string> {
	const file = join(root, numberingPlansFile);
	const source = `${HEADER}${countries().map(entry).join('\n')}\n};\n`;
	return await format(source, { ...(await resolveConfig(file)), filepath: file });
}

function entry({ code, region }: { code: string; region: string }): string {
	const metadata = phoneNumberUtil.getMetadataForRegion(region);
	const all = metadata.getGeneralDesc();
	const trunkPrefix = metadata.getNationalPrefixForParsing();
	const internationalPrefix = metadata.getInternationalPrefix();
	const lengths = [metadata.getFixedLine(), metadata.getMobile()]
		.map((kind) => kind.possibleLengthArray())
		// A kind without lengths of its own has those of all numbers; one that the country does not have has -1.
		.flatMap((own) => (own.length > 0 ? own : all.possibleLengthArray()))
		.filter((length) => length > 0);
	const fields = [
		trunkPrefix ? [`trunkPrefix: /^${grouped(trunkPrefix)}/`] : [],
		internationalPrefix && internationalPrefix !== '00'
			? [`internationalPrefix: /^${grouped(internationalPrefix)}/`]
			: [],
		`pattern: /^${grouped(all.getNationalNumberPattern() ?? '')}$/`,
		`lengths: [${[...new Set(lengths)].sort((a, b) => a - b).join(', ')}]`,
	];
	return `	${code}: { ${fields.flat().join(', ')} }, // ${region}`;
}

/** A pattern that can stand between others. */
const grouped = (pattern: string): string => (pattern.includes('|') ? `(?:${pattern})` : pattern);
