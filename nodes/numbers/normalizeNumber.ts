import { removeInvisible } from '../text/invisible';

/** The characters that people put between the digits of a number, dots excepted. */
const FORMATTING = /[\s()\p{Pd}]/gu;

/** A number without formatting. Recognizing it first saves time in lists of many thousands. */
const UNFORMATTED = /^\+?\d+$/;

/** Digits with single dots between them. */
const DOTTED = /^\+?\d+(?:\.\d+)*$/;

/** The decimals that spreadsheets and their libraries add to a whole number. */
const DECIMALS = /^([^.]*)\.0+$/;

/** A number in brackets behind another one, which is an extension or a remark. */
const BRACKETS_AT_END = /\([^)]*\)\s*$/;

/**
 * Returns a string without formatting between its digits; a single dot between digits stays unless it begins
 * decimals.
 */
export const removeFormatting = (typed: string): string =>
	UNFORMATTED.test(typed) ? typed : removeInvisible(typed).replace(FORMATTING, '').replace(DECIMALS, '$1');

/**
 * Reads the digits of a number as people and spreadsheets write it: with a plus, `00` or neither in front, and with
 * spaces, hyphens, brackets or single dots between groups of digits.
 * @returns The digits, behind a plus if one or `00` was typed; undefined for anything else, such as two numbers or an
 * extension. It may be a number of the chat app, which has no plus, or the ID of a business number.
 */
export function normalizeNumber(typed: string): string | undefined {
	if (UNFORMATTED.test(typed)) return typed.startsWith('00') ? `+${typed.slice(2)}` : typed;
	const number = removeFormatting(typed);
	if (!DOTTED.test(number) || BRACKETS_AT_END.test(removeInvisible(typed))) return undefined;
	return number.replaceAll('.', '').replace(/^00/, '+');
}
