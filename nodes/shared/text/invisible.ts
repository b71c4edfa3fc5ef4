/**
 * Marks without a shape, such as a zero-width space or a direction mark, and no-break
 * spaces: text that was copied often holds them.
 */
const INVISIBLE = /[\p{Cf}\u00a0\u2007\u202f]/gu;

/** For numbers, IDs and keys, in which they never mean anything. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

/** Control characters, marks without a shape, and all blanks but the ordinary one. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}]/gu;

const ESCAPES = new Map([
	[' ', ' '],
	['\t', '\\t'],
	['\n', '\\n'],
	['\r', '\\r'],
]);

/** A text in which everything can be seen: a zero-width space becomes `\u200b`. */
export const withInvisibleEscaped = (text: string): string =>
	text.replace(UNSEEN, (mark) => ESCAPES.get(mark) ?? escaped(mark));

function escaped(mark: string): string {
	const code = (mark.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
	return code.length > 4 ? `\\u{${code}}` : `\\u${code}`;
}
