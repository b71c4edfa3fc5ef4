import { plainError } from '../http/errors.ts';

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
