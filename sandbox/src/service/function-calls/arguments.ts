import type { CustomFunction } from '../custom-functions/schema.ts';
import type { Arguments } from './schema.ts';

interface Kind {
	readonly is: (value: unknown) => boolean;
	/** The expected value, in words. */
	readonly words: string;
}

const TEXT: Kind = { is: (value) => typeof value === 'string', words: 'a text' };
const NUMBER: Kind = { is: (value) => typeof value === 'number', words: 'a number' };
const INTEGER: Kind = { is: Number.isInteger, words: 'a whole number' };
const BOOLEAN: Kind = { is: (value) => typeof value === 'boolean', words: 'true or false' };
const LIST: Kind = { is: Array.isArray, words: 'a list' };
const OBJECT: Kind = {
	is: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
	words: 'an object',
};

/** The types that are checked. In section 2 `type` is any text, so any other type accepts every value. */
const KINDS: ReadonlyMap<string, Kind> = new Map([
	['string', TEXT],
	['text', TEXT],
	['number', NUMBER],
	['integer', INTEGER],
	['boolean', BOOLEAN],
	['array', LIST],
	['object', OBJECT],
]);

/**
 * Lists the reasons for which an agent would not call a function with these arguments: a required one is
 * missing, the type of one differs from `body_schema`, or `body_schema` does not name it. Null counts as
 * missing.
 * @returns one sentence for each reason
 */
export function findMisfits(schema: CustomFunction['body_schema'], given: Arguments): string[] {
	const misfits = schema.flatMap(({ name, type, required }) => {
		const value = Object.hasOwn(given, name) ? given[name] : null;
		if (value === null) return required ? [`${name} is required`] : [];
		const kind = KINDS.get(type.trim().toLowerCase());
		return kind === undefined || kind.is(value) ? [] : [`${name} must be ${kind.words}`];
	});
	const unknown = Object.keys(given).filter((name) => !schema.some((field) => field.name === name));
	return [...misfits, ...unknown.map((name) => `${name} is no parameter of the function`)];
}
