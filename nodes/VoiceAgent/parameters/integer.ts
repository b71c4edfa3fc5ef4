import { InvalidParameterError } from './invalidParameterError';
import { readText } from './text';
import { quoted } from './value';

/** Both ends belong to the range; without an end it is open. */
export interface Bounds {
	minValue?: number | undefined;
	maxValue?: number | undefined;
}

/**
 * A whole number, also given as text.
 * @throws Refusal for anything else, and outside the bounds.
 */
export function readInteger(value: unknown, label: string, bounds: Bounds): number {
	const { minValue = -Infinity, maxValue = Infinity } = bounds;
	const text = typeof value === 'number' || typeof value === 'string' ? readText(value) : '';
	const number = /^[+-]?\d+$/.test(text) ? Number(text) : NaN;
	if (Number.isSafeInteger(number) && number >= minValue && number <= maxValue) return number;
	const range = rangeOf(bounds);
	throw new InvalidParameterError(
		readText(value) === ''
			? `${label} is empty`
			: `${label} ${quoted(value)} is not a whole number${range && ` ${range}`}`,
		`Enter a whole number${range && ` ${range}`}.`,
	);
}

function rangeOf({ minValue, maxValue }: Bounds): string {
	if (minValue !== undefined && maxValue !== undefined) return `from ${minValue} to ${maxValue}`;
	if (minValue !== undefined) return `from ${minValue} up`;
	return maxValue === undefined ? '' : `up to ${maxValue}`;
}
