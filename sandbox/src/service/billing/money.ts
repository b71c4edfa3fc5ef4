import { Type } from 'typebox';
import { plainError } from '../http/errors.ts';

/** Whole millionths of a US dollar, so that 0.005 USD a dial adds up exactly. */
export type Micros = number;

const MICROS_PER_USD = 1_000_000;

/** Converts to US dollars, as the control API shows them. */
export function toUsd(micros: Micros): number {
	return micros / MICROS_PER_USD;
}

/** @param usd US dollars; anything finer than a millionth is rounded */
export function fromUsd(usd: number): Micros {
	return Math.round(usd * MICROS_PER_USD);
}

/** Formats US dollars for people, e.g. `20.00 USD`. */
export function describeUsd(usd: number): string {
	return `${usd.toFixed(2)} USD`;
}

/** An amount as the control API shows it. */
export const Usd = Type.Number({ description: 'US dollars' });

/** Section 4, billing: presets in US dollars. */
const PRESETS: ReadonlyMap<string, number> = new Map([
	['small', 20],
	['medium', 50],
	['large', 100],
]);
/** Section 8: the least amount, in US dollars. */
const MINIMUM = 10;
const MAXIMUM = 1000;

/**
 * Reads the amount of a purchase: a preset, or dollars with up to two decimals, as text or as a number.
 * @returns US dollars
 * @throws {ServiceError} 400 with the text of section 7 for anything else
 */
export function readAmount(value: unknown): number {
	const usd = typeof value === 'string' || typeof value === 'number' ? toDollars(String(value)) : undefined;
	if (usd === undefined || usd < MINIMUM || usd > MAXIMUM) {
		throw plainError(
			400,
			`amount must be between ${MINIMUM} and ${MAXIMUM} or a preset (${[...PRESETS.keys()].join(', ')})`,
		);
	}
	return usd;
}

function toDollars(text: string): number | undefined {
	return PRESETS.get(text) ?? (/^\d{1,4}(\.\d{1,2})?$/.test(text) ? Number(text) : undefined);
}
