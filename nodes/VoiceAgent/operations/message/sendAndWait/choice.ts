import { BUILT_IN, hasQuestionMark, isStruckOut, splitIntoWords } from './vocabulary';

/** Nouns that stand before the number of a choice. */
export const NUMBER_NOUNS: ReadonlySet<string> = new Set(
	splitIntoWords(`
		number option choice nr num opcion numero nummer zahl auswahl option choix opcao escolha opzione scelta
		optie keuze
	`),
);

/** Words that go with choosing and do not tell which choice is meant. */
export const CHOOSING_WORDS: ReadonlySet<string> = new Set([
	...NUMBER_NOUNS,
	...splitIntoWords(`
		one i id ill we wed would like love take choose pick prefer want go with lets let do have be of on at in for
		quiero quisiera prefiero elijo escojo tomo el la los las lo al del de a para con
		nehme nehmen nimm hatte hatten wahle mochte will den die das der dem am um bitte variante
		prends prendre veux voudrais choisis prefere le les l un une du des ce cette pour vais
		queria prefiro escolho fico o os as um uma na em
		scelgo prendo vorrei preferisco il i gli lo alle allora
		kies neem wil graag liever de het die dat om op voor doe maar
	`),
]);

const NUMBERS = [
	'first eins erste ersten erster erstes uno primero primera primer premier premiere primeiro primeira primo prima een eerste',
	'two second zwei zwo zweite zweiten zweiter zweites dos segundo segunda deux deuxieme dois duas due secondo seconda twee tweede',
	'three third drei dritte dritten dritter drittes tres tercero tercera tercer trois troisieme terceiro terceira tre terzo terza drie derde',
	'four fourth vier vierte vierten vierter viertes cuatro cuarto cuarta quatre quatrieme quatro quarto quarta quattro vierde',
	'five fifth funf funfte funften funfter funftes cinco quinto quinta cinq cinquieme cinque vijf vijfde',
	'six sixth sechs sechste sechsten seis sexto sexta sixieme sei sesto sesta zes zesde',
	'seven seventh sieben siebte siebten siete septimo septima sept septieme sete setimo setima sette settimo settima zeven zevende',
	'eight eighth acht achte achten ocho octavo octava huit huitieme oito oitavo oitava otto ottavo ottava achtste',
	'nine ninth neun neunte neunten nueve noveno novena neuf neuvieme nove nono nona negen negende',
	'ten tenth zehn zehnte zehnten diez decimo decima dix dixieme dez dieci tien tiende',
];

/** Numbers from 1 to 10 by their words, without accents, in the languages of the built-in vocabulary. */
export const NUMBER_WORDS: ReadonlyMap<string, string> = new Map([
	['one', '1'],
	...NUMBERS.flatMap((words, index) =>
		words.split(' ').map((word): [string, string] => [word, String(index + 1)]),
	),
]);

/** The most words of a reply: a longer one says more than which choice. */
const MOST_WORDS = 12;

/** Signs that change only how other characters look: emoji style, skin, key caps. */
const LOOKS = /\p{Variation_Selector}|\p{Emoji_Modifier}|\u20e3/gu;

/** Bold and italics of chat apps. */
const EMPHASIS = /([*_])(\S(?:.*?\S)?)\1/gu;

/** "no. 2", where "no" is no refusal. */
const NUMBER_SIGN = /\b(?:no|nr|num)\.\s*(?=\d)/g;

const SENTENCE_MARKS = `.,;:!?¿¡…"'“”„«»‘’()[\\]{}•`;
const AROUND_A_WORD = new RegExp(`^[${SENTENCE_MARKS}]+|[${SENTENCE_MARKS}]+$`, 'gu');

const ACCENTS = /[\u0300-\u036f]/gu;

/** The words of a text with the signs that tell choices apart, such as "A+" and "A-", "$10" and "€10". */
const splitIntoSignedWords = (text: string): string[] =>
	text
		.normalize('NFKC')
		.toLowerCase()
		.replace(LOOKS, '')
		.replace(EMPHASIS, '$2')
		.replace(NUMBER_SIGN, '')
		.replace(/\p{Extended_Pictographic}/gu, ' $& ')
		.split(/\s+/)
		.map((word) => word.replace(AROUND_A_WORD, ''))
		.filter((word) => !/^[-–—]*$/.test(word));

const withoutAccents = (text: string): string =>
	text.normalize('NFKD').replace(ACCENTS, '').normalize('NFKC');

/** The same key for choices that a reader cannot tell apart; empty for a choice without a word. */
export const choiceKey = (choice: string): string => splitIntoSignedWords(choice).join(' ');

/** A choice as the message shows it. @param index Starts at 0. */
export const numbered = (choice: string, index: number): string => `${index + 1}. ${choice}`;

/**
 * The choice that a reply names, by its text, a part of its text or its
 * number; undefined if it names none or several.
 */
export function readChoice(text: string, choices: string[]): string | undefined {
	if (isStruckOut(text)) return undefined;
	const inFull = namedInFull(text, choices);
	const named = new Set(
		inFull.length > 0 ? [...inFull, ...namedByNumber(text, choices)] : namedInPart(text, choices),
	);
	const [choice] = named;
	if (named.size !== 1 || choice === undefined) return undefined;
	return hasQuestionMark(text) && !hasQuestionMark(choice) ? undefined : choice;
}

function namedInFull(text: string, choices: string[]): string[] {
	const named = (fold: (key: string) => string) =>
		choices.filter((choice, index) =>
			[choice, numbered(choice, index)].some((shown) => fold(choiceKey(shown)) === fold(choiceKey(text))),
		);
	const exactly = named((key) => key);
	return exactly.length > 0 ? exactly : named(withoutAccents);
}

const namedByNumber = (text: string, choices: string[]): string[] =>
	choices.filter((_, index) => choiceKey(text) === String(index + 1));

/**
 * The choices that have all words of the reply, but for those that only go with
 * choosing; a choice's number is one of its words.
 */
function namedInPart(text: string, choices: string[]): string[] {
	const wordsOfChoices = choices.map((choice, index) =>
		splitIntoSignedWords(withoutAccents(numbered(choice, index))),
	);
	const known = new Set(wordsOfChoices.flat());
	const words = splitIntoSignedWords(withoutAccents(text));
	if (words.length > MOST_WORDS) return [];
	const chosen = words.filter((word) => known.has(word) || !isFiller(word));
	// "One" is filler in "the blue one", and a number by itself.
	const telling = (chosen.length > 0 ? chosen : words.filter((word) => word === 'one')).map((word) =>
		known.has(word) ? word : numberIn(word),
	);
	if (telling.length === 0) return [];
	return choices.filter((_, index) => telling.every((word) => wordsOfChoices[index]?.includes(word)));
}

function isFiller(word: string): boolean {
	const [plain, ...more] = splitIntoWords(word);
	if (plain === undefined || more.length > 0) return false;
	const role = BUILT_IN.get(plain);
	return CHOOSING_WORDS.has(plain) || role === 'filler' || role === 'yes' || role === 'agrees';
}

/** "#2", "2nd" and "second" as "2"; other words as they are. */
function numberIn(word: string): string {
	const [, digits] = /^#?([1-9]\d?)(?:st|nd|rd|th|er|re|e|eme|de|ste|te|o|a)?$/.exec(word) ?? [];
	return digits ?? NUMBER_WORDS.get(word) ?? word;
}
