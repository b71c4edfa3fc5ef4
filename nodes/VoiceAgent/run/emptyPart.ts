import { hasNoValue } from '../../shared/parameters/readers';
import type { Item } from '../parameters/item';

/** A part of a text that is empty, since its expression gave no value. */
export interface EmptyPart {
	/** The label of the text in the panel. */
	label: string;
	/** The expression as it was entered, such as `{{ $json.name }}`. */
	expression: string;
}

/** The expressions in a text that has other words, too. */
const EXPRESSIONS = /\{\{.*?\}\}/gs;

/**
 * Finds a part without a value in the texts that the operation has read of an item: `Hello {{ $json.name }}!`
 * becomes `Hello !`, which n8n does not tell. Returns undefined if there is none.
 */
export function findEmptyPart(item: Item): EmptyPart | undefined {
	const { parameters: typed } = item.context.getNode();
	for (const [name, text] of Object.entries(item.valuesRead)) {
		const template = typed[name];
		if (typeof text !== 'string' || typeof template !== 'string' || !template.startsWith('=')) continue;
		const expression = findWithoutValue(item, template.slice(1), text);
		if (expression !== undefined) return { label: item.parameters.label(name), expression };
	}
	return undefined;
}

/** Evaluates an expression only if the text reads as it would without a value, since that takes time. */
function findWithoutValue({ context, index }: Item, template: string, text: string): string | undefined {
	const words = template.split(EXPRESSIONS);
	// Such a text has no parts: it is what its expressions give.
	if (words.every((some) => some === '')) return undefined;
	const expressions = template.match(EXPRESSIONS) ?? [];
	return expressions.find((expression, position) => {
		if (!canBeWithout(text, words, position)) return false;
		try {
			const value: unknown = context.evaluateExpression(expression, index);
			return hasNoValue(value) || value === '';
		} catch {
			// Not an expression: curly brackets within a text of one end it here too early.
			return false;
		}
	});
}

/** Tells if the words before and after an expression may stand side by side in the text. */
function canBeWithout(text: string, words: string[], position: number): boolean {
	const around = `${words[position]}${words[position + 1]}`;
	const isFirst = position === 0;
	const isLast = position === words.length - 2;
	if (isFirst && isLast) return text === around;
	if (isFirst) return text.startsWith(around);
	return isLast ? text.endsWith(around) : text.includes(around);
}
