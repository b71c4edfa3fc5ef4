import { withoutInvisible } from '../../shared/invisible';
import { InvalidParameterError } from './invalidParameterError';
import { readText } from './text';
import { quoted } from './value';

/**
 * An ID of the service. Only letters, digits, `-` and `_`, so that an ID in a path cannot lead anywhere else.
 * @param advice Where to find the ID.
 * @throws Refusal for none, and for any other character.
 */
export function readId(value: unknown, label: string, advice: string): string {
	const id = withoutInvisible(readText(value)).trim();
	if (/^[\w-]+$/.test(id)) return id;
	throw new InvalidParameterError(
		id === '' ? `${label} is empty` : `${label} ${quoted(id)} is not an ID`,
		id === '' ? advice : `An ID has only letters, digits, - and _. ${advice}`,
	);
}
