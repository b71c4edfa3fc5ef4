import { Type } from 'typebox';

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
