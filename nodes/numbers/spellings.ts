import { normalForm } from '../text/normalForm';
import { cleanText } from '../text/strings';
import { parseWrittenNumber } from './numberGrammar';

/**
 * Parses the digits of a number as people and spreadsheets write it; see {@link parseWrittenNumber}.
 * @returns The digits, behind a plus if one or `00` was typed; undefined for anything else, such as two numbers or an
 * extension. It may be a number of the chat app, which has no plus, or the ID of a business number.
 */
export function normalizeNumber(typed: string): string | undefined {
	const written = parseWrittenNumber(typed);
	return written.ok ? `${written.value.prefix === '' ? '' : '+'}${written.value.digits}` : undefined;
}

/** Two spellings of the same numbers of a country, as digits. */
interface SpellingPair {
	/** The spelling of the chat app, and how it becomes the other one. */
	chatApp: readonly [form: RegExp, other: string];
	/** The other spelling, and how it becomes that of the chat app. */
	other: readonly [form: RegExp, chatApp: string];
	/** True if a phone reaches the person by the other spelling only. */
	isObsolete: boolean;
}

/**
 * The numbers that the chat app may write otherwise than they are dialed: those of Mexico with a 1 and of Argentina
 * with a 9 in front, those of Brazil without the ninth digit, and those of Benin and Ivory Coast as they were before
 * they grew longer.
 */
const SPELLING_PAIRS: readonly SpellingPair[] = [
	{ chatApp: [/^521(\d{10})$/, '52$1'], other: [/^52(\d{10})$/, '521$1'], isObsolete: true },
	{ chatApp: [/^549(\d{10})$/, '54$1'], other: [/^54(\d{10})$/, '549$1'], isObsolete: false },
	{
		chatApp: [/^55(\d\d)([6-9]\d{7})$/, '55$19$2'],
		other: [/^55(\d\d)9([6-9]\d{7})$/, '55$1$2'],
		isObsolete: true,
	},
	{ chatApp: [/^229(\d{8})$/, '22901$1'], other: [/^22901(\d{8})$/, '229$1'], isObsolete: true },
	// In Ivory Coast the second digit tells the network, and so the two digits that were put in front.
	...[
		['01', '[0-3]'],
		['05', '[4-6]'],
		['07', '[7-9]'],
	].map(([prefix = '', second = '']) => ({
		chatApp: [new RegExp(`^225([04-9]${second}\\d{6})$`), `225${prefix}$1`] as const,
		other: [new RegExp(`^225${prefix}([04-9]${second}\\d{6})$`), '225$1'] as const,
		isObsolete: true,
	})),
];

/** The country codes of these numbers, so that the numbers of all other countries are compared without delay. */
const MAY_HAVE_PAIR = /^(?:52|54|55|225|229)/;

const pairsFor = (digits: string): readonly SpellingPair[] =>
	MAY_HAVE_PAIR.test(digits) ? SPELLING_PAIRS : [];

/** Rewrites digits by the first rule whose form they match. */
function rewrite(digits: string, rules: ReadonlyArray<readonly [form: RegExp, replacement: string]>): string {
	const [form, replacement = ''] = rules.find(([one]) => one.test(digits)) ?? [];
	return form ? digits.replace(form, replacement) : digits;
}

/**
 * Writes a sender or recipient as the chat app does: a number as digits alone, which may be the ID of a business
 * number; a name, such as ACME, as it is.
 */
export const toChatAppNumber = (number: unknown): string =>
	normalizeNumber(String(number))?.replace('+', '') ?? cleanText(String(number)).normalize('NFC');

/**
 * Returns a string that is the same for all spellings of a sender or recipient. It is for comparisons only: to show or
 * send a number, take it as it was given, or {@link toChatAppNumber}.
 */
export function comparableNumber(number: unknown): string {
	const name = toChatAppNumber(number);
	if (!/^\d+$/.test(name)) return normalForm(name);
	return rewrite(
		name,
		pairsFor(name).map(({ chatApp }) => chatApp),
	);
}

/** Tells whether two senders or recipients are the same, however they are written. */
export const isSameNumber = (one: unknown, other: unknown): boolean =>
	comparableNumber(one) === comparableNumber(other);

/**
 * Returns the number to dial for a person. The chat app may still list the person under an older form of the number.
 * @param number E.164.
 */
export function toDialedNumber(number: string): string {
	const digits = number.slice(1);
	const pairs = pairsFor(digits).filter(({ isObsolete }) => isObsolete);
	const rules = pairs.map(({ chatApp }) => chatApp);
	return rules.length === 0 ? number : `+${rewrite(digits, rules)}`;
}

/**
 * Returns the spellings under which the service may list the messages of a sender or recipient, without repetitions:
 * the given one first, and for a number each of its spellings with a plus and as digits alone.
 */
export function numberSpellings(number: string): string[] {
	if (normalizeNumber(number) === undefined) return [number];
	const digits = toChatAppNumber(number);
	const others = pairsFor(digits).flatMap(({ chatApp, other }) => [
		rewrite(digits, [chatApp]),
		rewrite(digits, [other]),
	]);
	return [...new Set([number, ...[digits, ...others].flatMap((one) => [`+${one}`, one])])];
}
