/** Everything that begins a new line where a text is shown. */
export const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/** Blanks that look like the ordinary one, but at which no line may be broken. */
const NO_BREAK_BLANK = /[\u00a0\u2007\u202f]/g;

/**
 * Control characters, and the characters that Unicode allows a program to leave out when it shows a text, such as
 * zero-width spaces, direction marks and variation selectors. Three kinds of these change what a reader sees, and
 * are kept: the two joiners, the two characters that override the direction of writing, and the tags that make
 * the flag of Scotland of a black one (group 1, which may stand only behind an emoji).
 */
const WITHOUT_SHAPE =
	/(\p{Extended_Pictographic}[\u{e0020}-\u{e007f}]+)|(?!\u200c|\u200d|\u202d|\u202e)\p{Default_Ignorable_Code_Point}|(?!\t)\p{Cc}/gu;

/** A letter of a script, such as Arabic or Devanagari, in which a joiner changes the letters beside it. */
const JOINED_LETTER = String.raw`(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})[\p{L}\p{M}]`;

/** A joiner between two emoji, of which it makes a single one. */
const EMOJI_JOINER = String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}])\u200d(?=\p{Extended_Pictographic})`;

const JOINER_WITHOUT_EFFECT = new RegExp(
	String.raw`(?!${EMOJI_JOINER})(?<!${JOINED_LETTER})[\u200c\u200d](?!${JOINED_LETTER})`,
	'gu',
);

/**
 * The form of a text for a comparison with another, of which one may have been stored by the service. Services
 * change line breaks, compose accents (NFC), and drop blanks around a text and at the ends of its lines, and
 * characters without a shape. Texts that a reader can tell apart have different forms.
 */
export const comparableText = (text: string): string =>
	text
		.split(LINE_BREAK)
		.map((line) => withoutShapeless(line).trimEnd())
		.join('\n')
		.trim();

const withoutShapeless = (line: string): string =>
	line
		.replace(NO_BREAK_BLANK, ' ')
		.replace(WITHOUT_SHAPE, '$1')
		.normalize('NFC')
		.replace(JOINER_WITHOUT_EFFECT, '');

/** Tells whether a reader could not tell two texts apart, however a service has stored them. */
export const isSameText = (one: string, other: string): boolean =>
	comparableText(one) === comparableText(other);
