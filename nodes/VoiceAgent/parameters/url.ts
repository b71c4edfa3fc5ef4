import { InvalidParameterError } from './invalidParameterError';
import { readText } from './text';
import { quoted } from './value';

/**
 * A full web address, as it was given.
 * @throws Refusal for anything but http and https.
 */
export function readUrl(value: unknown, label: string, example: string): string {
	const url = readText(value);
	const advice = `Enter a full address, e.g. ${example}.`;
	if (url === '') throw new InvalidParameterError(`${label} is empty`, advice);
	if (/^https?:\/\/[^\s/]+[^\s]*$/i.test(url) && URL.canParse(url)) return url;
	throw new InvalidParameterError(`${label} ${quoted(url)} is not a web address`, advice);
}
