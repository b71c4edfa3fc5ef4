/** The function with which a model fills in a value; n8n accepts it in upper and lower case. */
const FROM_MODEL = /\$fromai\b/i;

/** Tells whether an expression stands in a field, by the text that the workflow holds for it. */
export const isExpression = (typed: unknown): typed is string =>
	typeof typed === 'string' && typed.startsWith('=');

/**
 * Tells whether a model fills in a field. n8n 2.20 strips the `=` from the expression of an option that takes none, so
 * the function is looked for in any text.
 */
export const isFilledByModel = (typed: unknown): boolean =>
	typeof typed === 'string' && FROM_MODEL.test(typed);
