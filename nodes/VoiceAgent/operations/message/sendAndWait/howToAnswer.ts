import type { Expected } from './answer';
import { numbered } from './choice';
import { NUMBER_NOUNS } from './choiceWords';
import { BUILT_IN } from './vocabulary';
import { splitIntoWords } from './words';

/** The question as the person reads it, with the choices. */
export const questionText = (message: string, expected: Expected): string =>
	expected.kind === 'choice' ? `${message}\n\n${expected.choices.map(numbered).join('\n')}` : message;

/** A message that also says how to answer, unless it does so already. */
export function withHowToAnswer(message: string, expected: Expected): string {
	const line = howToAnswer(message, expected);
	return line === undefined ? message : `${message}\n\n${line}`;
}

function howToAnswer(message: string, expected: Expected): string | undefined {
	const words = splitIntoWords(message);
	const holds = (phrase: string) => ` ${words.join(' ')} `.includes(` ${splitIntoWords(phrase).join(' ')} `);
	if (expected.kind === 'freeText') return undefined;
	if (expected.kind === 'choice') {
		return words.some((word) => NUMBER_NOUNS.has(word)) ? undefined : 'Reply with the number of your choice.';
	}
	const { approve, decline, onlyThese } = expected;
	const names = (own: string[], role: 'yes' | 'no') =>
		own.some(holds) || (!onlyThese && words.some((word) => BUILT_IN.get(word) === role));
	if (names(approve, 'yes') && names(decline, 'no')) return undefined;
	return onlyThese ? `Reply ${approve[0] ?? ''} or ${decline[0] ?? ''}.` : 'Reply yes or no.';
}
