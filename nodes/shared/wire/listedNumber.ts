import { withoutInvisible } from '../text/invisible';

/**
 * The characters that people put between digits to read a number more easily; dashes come in several lengths.
 */
const FORMATTING = /[\s().\p{Pd}/]/gu;

/** A number without formatting, which takes no time in a list of many thousands. */
const UNFORMATTED = /^\+?\d+$/;

/** A number as typed, without the formatting between its digits. */
export const withoutFormatting = (typed: string): string =>
	UNFORMATTED.test(typed) ? typed : withoutInvisible(typed).replace(FORMATTING, '');

/**
 * A number as list-messages takes it (interface section 4). Returns undefined if it is not
 * a number. Numbers on the chat-app channel have no `+`, and a business number there may
 * be any ID of digits (interface section 2).
 */
export function listedNumber(typed: string): string | undefined {
	const number = withoutFormatting(typed).replace(/^00/, '+');
	return /^\+?\d+$/.test(number) ? number : undefined;
}
