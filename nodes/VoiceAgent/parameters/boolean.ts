import { InvalidParameterError } from './invalidParameterError';
import { hasNoValue, quoted } from './value';

const BY_TEXT: Record<string, boolean> = { true: true, false: false, '1': true, '0': false };

/**
 * A switch. Sheets, CSV files and forms give text, so `true` and `false` count in any case and with blanks around them,
 * as do 1 and 0.
 * @throws Refusal for anything else, an expression without a value included.
 */
export function readBoolean(value: unknown, label: string): boolean {
	const text = ['string', 'number', 'boolean'].includes(typeof value)
		? String(value).trim().toLowerCase()
		: '';
	if (Object.hasOwn(BY_TEXT, text)) return BY_TEXT[text] === true;
	throw new InvalidParameterError(
		hasNoValue(value) ? `${label} has no value` : `${label} ${quoted(value)} is neither true nor false`,
		'Turn the switch on or off, or use an expression that gives true or false.',
	);
}
