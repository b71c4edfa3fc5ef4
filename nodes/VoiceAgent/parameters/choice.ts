import { InvalidParameterError } from './invalidParameterError';
import { readText } from './text';
import { quoted } from './value';

/** An entry of a list, as the panel shows it and as workflows save it. */
export interface Choice {
	name: string;
	value: string | number | boolean;
}

/**
 * One of the entries of a list, by its value; an expression may give anything.
 * @throws Refusal for what the list does not have.
 */
export function readChoice<Value extends Choice['value']>(
	value: unknown,
	label: string,
	choices: ReadonlyArray<{ value: Value }>,
): Value {
	const text = readText(value);
	const found = choices.find((choice) => String(choice.value) === text);
	if (found) return found.value;
	throw new InvalidParameterError(
		text === '' ? `${label} is empty` : `${label} ${quoted(text)} is none of its options`,
		`Choose one from the list, or use an expression that gives one of: ${choices.map((choice) => choice.value).join(', ')}.`,
	);
}
