import { comparableText } from '../text/comparableText';
import { listedNumber } from './listedNumber';

/**
 * The form of a sender or recipient for a comparison with another. That of a number is its digits, since it may be
 * written with a `+` or without one (interface section 2); that of a sender with a name, such as ACME, is the name.
 */
export const comparableNumber = (number: unknown): string =>
	listedNumber(String(number))?.replace('+', '') ?? comparableText(String(number));

/** Tells whether two senders or recipients are the same, however they are written. */
export const isSameNumber = (one: unknown, other: unknown): boolean =>
	comparableNumber(one) === comparableNumber(other);

/**
 * The spellings under which the service may list the messages of a sender or recipient, without repetitions: the
 * given one, and for a number its E.164 form and its digits alone (interface section 2).
 */
export function numberSpellings(number: string): string[] {
	const digits = comparableNumber(number);
	return listedNumber(number) === undefined ? [number] : [...new Set([number, `+${digits}`, digits])];
}
