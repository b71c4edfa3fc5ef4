import { COURTESIES } from '../../text/courtesies';
import { caselessForm, isSameText, normalForm } from '../../text/normalForm';
import { consistsOf, createPhraseTree, type FindEnds, findPhraseEnds } from '../../text/phraseTree';
import { removeSignature } from '../../text/signature';
import {
	hasQuestionMark,
	isStruckOut,
	parsePhraseList,
	splitIntoAccentedWords,
	toPhrase,
	WORD,
} from '../../text/words';

/**
 * The words of a language that are certain, separated by commas. Case, apostrophes and punctuation do not matter; the
 * accents of Latin letters may be left out, but not added, since "ja" is a yes and "já" means "already".
 */
export interface CertainWords {
	/** CLDR's word comes first, in both lists. Two of a list make a yes as well: "sí, claro". */
	yes: string;
	no: string;
	/** Words that may stand in a reply that names a choice, though the choice does not have them. */
	articles?: string;
	/** The letters for yes and no. They count only where the question offers both. */
	letters?: string;
}

/** The documented languages. Apart from CLDR's own words, a word is listed only if it means nothing else in any of them. */
export const CERTAIN_WORDS: Readonly<Record<string, CertainWords>> = {
	English: {
		yes: 'yes, yeah, yep, yup, sure, of course, go ahead, sounds good, ok, okay',
		no: 'no, nope, nah, no way',
		articles: 'the, a, at, on, in',
		letters: 'y/n',
	},
	Spanish: {
		yes: 'sí, claro, claro que sí, por supuesto, de acuerdo, está bien, vale, ok',
		no: 'no, claro que no',
		articles: 'el, la, los, las, a, por, en, de',
		letters: 's/n',
	},
	German: {
		yes: 'ja, na klar, gern, gerne, sehr gerne, natürlich, einverstanden, in Ordnung, ok, okay',
		no: 'nein, nö, nee',
		articles: 'der, die, das, den, am, im, um',
		letters: 'j/n',
	},
	French: {
		yes: "oui, ouais, bien sûr, d'accord, volontiers, avec plaisir, ok",
		no: 'non',
		articles: 'le, la, l, les, à, de, en, dans',
		letters: 'o/n',
	},
	Portuguese: {
		yes: 'sim, claro, claro que sim, com certeza, está bem, tá bom, ok',
		no: 'não, claro que não',
		articles: 'o, a, à, às, de, da, pela',
		letters: 's/n',
	},
	Italian: {
		yes: "sì, certo, certo che sì, va bene, d'accordo, volentieri, ok, okay",
		no: 'no, certo che no',
		articles: 'il, lo, la, l, le, i, di, del, in, alle',
		letters: 's/n',
	},
	Dutch: {
		yes: 'ja, ja hoor, jazeker, graag, heel graag, natuurlijk, is goed, akkoord, ok, oké',
		no: 'nee, nee hoor, neen',
		articles: 'de, het, in, om, op',
		letters: 'j/n',
	},
	Swedish: {
		yes: 'ja, japp, javisst, gärna, det går bra, okej, ok',
		no: 'nej',
		articles: 'den, det, på, i, om',
		letters: 'j/n',
	},
	Danish: {
		yes: 'ja, ja tak, ok tak, okay tak, jep, gerne, gerne tak, selvfølgelig, det er fint, okay, ok',
		no: 'nej, nej tak',
		articles: 'den, det, på, i, om, til',
		letters: 'j/n',
	},
	Norwegian: {
		yes: 'ja, gjerne, selvfølgelig, det er greit, greit, okei, ok',
		no: 'nei',
		articles: 'den, det, på, i, om',
		letters: 'j/n',
	},
	Polish: {
		yes: 'tak, jasne, oczywiście, dobrze, zgoda, w porządku, ok, okej',
		no: 'nie',
		articles: 'po, w, o',
		letters: 't/n',
	},
	Russian: {
		yes: 'да, конечно, хорошо, ладно, давайте, согласен, согласна, ок, окей',
		no: 'нет',
		articles: 'в, во, на',
		letters: 'д/н',
	},
	Turkish: {
		yes: 'evet, tamam, olur, tabii, tabii ki, peki, elbette, ok',
		no: 'hayır, olmaz',
		letters: 'e/h',
	},
	Arabic: {
		yes: 'نعم, أجل, أيوة, أيوه, أيوا, أكيد, طبعا, تمام, موافق, موافقة, حسنا, أوكي',
		no: 'لا, كلا',
		articles: 'في',
		letters: 'ن/ل',
	},
	Hindi: {
		yes: 'हाँ, हाँ जी, जी हाँ, ठीक है, ज़रूर, बिल्कुल, haan, haan ji, ji haan, theek hai, thik hai',
		no: 'नहीं, जी नहीं, nahi, nahin, ji nahi',
		articles: 'को, में',
	},
	Indonesian: {
		yes: 'ya, iya, boleh, baik, setuju, tentu, oke, ok',
		no: 'tidak, nggak, enggak, gak',
		articles: 'yang, di, pada',
		letters: 'y/t',
	},
};

const YES_EMOJI = '👍';
const NO_EMOJI = '👎';
const COURTEOUS_EMOJI = new Set('🙏❤🧡💛💚💙😊🙂😀😃😄😁🥰👋🎉👏🙌');

/** The signs that do not change what the words beside them say, as a question mark, a slash or a tilde may. */
const HARMLESS_SIGNS = /[\s.,;:!¡…'’‘`´"“”„«»()[\]*_#،؛。、।–—-]/gu;

/** Tells whether a text asks something, or is struck out. */
const hasDoubt = (text: string): boolean => hasQuestionMark(text) || isStruckOut(text);

const isEmoji = (word: string): boolean => /^[\p{Regional_Indicator}\p{Extended_Pictographic}]/u.test(word);

/** The most characters of a reply that words can make certain: a longer one says more. */
const MAX_CHARACTERS = 100;

/** A reply that consists of words and emoji alone. */
export interface PlainReply {
	/** All of it, with a space between two. */
	phrase: string;
	/** Its words without the courtesies around them; empty if there are no others. */
	core: string;
	/** Its emoji except those of courtesy, each once. */
	emoji: string[];
}

/** Reads a reply as words and emoji; undefined if it is long, a question, or has signs that may change it. */
export function toPlainReply(text: string): PlainReply | undefined {
	const own = removeSignature(text);
	const signs = caselessForm(own).replace(WORD, '').replace(HARMLESS_SIGNS, '');
	if (own.length > MAX_CHARACTERS || signs !== '' || hasDoubt(own)) return undefined;
	const all = splitIntoAccentedWords(own);
	const emoji = all.filter((one) => isEmoji(one) && !COURTEOUS_EMOJI.has(one));
	return {
		phrase: all.join(' '),
		core: removeCourtesies(all.filter((one) => !isEmoji(one))).join(' '),
		emoji: [...new Set(emoji)],
	};
}

/** Returns words without the courtesies around them, which count with or without accents. */
function removeCourtesies(words: string[]): string[] {
	const plain = words.map(normalForm);
	const reached = new Set([0]);
	for (const place of reached) for (const end of findCourtesyEnds(plain, place)) reached.add(end);
	const rest = words.slice(Math.max(...reached));
	const plainRest = plain.slice(-rest.length);
	const isEnd = (place: number) => consistsOf(plainRest.slice(place), findCourtesyEnds, findCourtesyEnds);
	const end = rest.findIndex((_, place) => place > 0 && isEnd(place));
	return end < 0 ? rest : rest.slice(0, end);
}

/** Reads phrases of the table, each as it is written and without accents. */
const parsePhrases = (list = ''): string[] =>
	list
		.split(',')
		.map((phrase) => splitIntoAccentedWords(phrase).join(' '))
		.filter((phrase) => phrase !== '')
		.flatMap((phrase) => [...new Set([phrase, normalForm(phrase)])]);

const languages = Object.values(CERTAIN_WORDS);

export const ARTICLES: ReadonlySet<string> = new Set(
	languages.flatMap(({ articles }) => parsePhrases(articles)).map(normalForm),
);

/** Returns each phrase of a list, and each pair of them: "sí", "claro", "sí claro" and "claro sí". */
const withPairs = (phrases: string[]): string[] => [
	...phrases,
	...phrases.flatMap((one) => phrases.filter((other) => other !== one).map((other) => `${one} ${other}`)),
];

const YES_PHRASES = new Set([...languages.flatMap(({ yes }) => withPairs(parsePhrases(yes))), YES_EMOJI]);
const NO_PHRASES = new Set([...languages.flatMap(({ no }) => parsePhrases(no)), NO_EMOJI]);

const ANSWER_WORDS = new Set([...YES_PHRASES, ...NO_PHRASES].flatMap((phrase) => phrase.split(' ')));

/** The courtesies, without the words of answers, such as "ok" and the "hai" of "theek hai". */
const COURTESY_TREE = createPhraseTree(
	[...parsePhraseList(Object.values(COURTESIES).join())].filter((phrase) => !ANSWER_WORDS.has(phrase)),
);
const findCourtesyEnds: FindEnds = (words, start) => findPhraseEnds(COURTESY_TREE, words, start);

const toFirstWords = (column: 'yes' | 'no') =>
	new Set(languages.flatMap((language) => parsePhrases(language[column].split(',')[0])));
const FIRST_YES = toFirstWords('yes');
const FIRST_NO = toFirstWords('no');

/** The words and phrases that the workflow defines. They take precedence over the built-in ones. */
export interface OwnWords {
	approve: string[];
	decline: string[];
	/** True if only these approve and decline. */
	onlyThese: boolean;
}

/** The signs around a label that nobody has to type. */
const LABEL_SIGNS = /^[\s.,;:!?¿¡"'“”„«»()]+|(?<![\s.,;:!?"'“”„«»()])[\s.,;:!?"'“”„«»()]+$/gu;

/** Returns a label without the signs around it. */
export const trimLabel = (label: string): string => label.replace(LABEL_SIGNS, '');

/** Tells whether a reply is nothing but a label; "A+" and "A-" are two. */
export const isLabel = (text: string, label: string): boolean =>
	isSameText(trimLabel(text), trimLabel(label)) && (!hasDoubt(text) || hasDoubt(label));

/**
 * Reads a reply to a question for yes or no by certain words.
 * @param message The question as the person has read it, which may offer letters.
 * @returns undefined unless the whole reply is certain.
 */
export function parseYesOrNo(text: string, own: OwnWords, message: string): boolean | undefined {
	if (own.approve.some((label) => isLabel(text, label))) return true;
	if (own.decline.some((label) => isLabel(text, label))) return false;
	const reply = toPlainReply(text);
	if (!reply) return undefined;
	const whole = lookUpYesOrNo(reply.phrase, own, message);
	if (whole !== undefined) return whole;
	const parts = [reply.core, ...reply.emoji].filter((part) => part !== '');
	const meanings = new Set(parts.map((part) => lookUpYesOrNo(part, own, message)));
	return meanings.size === 1 ? [...meanings][0] : undefined;
}

/** Looks a phrase or an emoji up among the own words, the built-in ones and the letters that the message offers. */
function lookUpYesOrNo(phrase: string, own: OwnWords, message: string): boolean | undefined {
	const isOwn = (label: string) => toPhrase(label) === normalForm(phrase);
	if (own.approve.some(isOwn)) return true;
	if (own.decline.some(isOwn)) return false;
	if (own.onlyThese) return undefined;
	if (YES_PHRASES.has(phrase)) return true;
	if (NO_PHRASES.has(phrase)) return false;
	return phrase.length === 1 ? parseLetter(phrase, message) : undefined;
}

/** The pairs of letters for yes and no of all languages. */
const LETTERS = languages.flatMap(({ letters }) => {
	const [yes, no] = letters?.split('/') ?? [];
	return yes !== undefined && no !== undefined ? [{ yes, no }] : [];
});

/** Reads a single letter as an answer, if the message offers it beside the other one of its pair. */
function parseLetter(letter: string, message: string): boolean | undefined {
	const pair = LETTERS.find(({ yes, no }) => [yes, no].includes(letter) && offersLetters(message, yes, no));
	return pair && pair.yes === letter;
}

/** Tells whether a message offers two letters: as in "y/n", or as capitals, as in "Reply Y for yes or N for no". */
function offersLetters(message: string, yes: string, no: string): boolean {
	const has = (pattern: string, flags: string) =>
		new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, flags).test(message);
	return has(`${yes}\\s*/\\s*${no}`, 'iu') || (has(yes.toUpperCase(), 'u') && has(no.toUpperCase(), 'u'));
}

/** Tells whether a message names both answers, as in "Ja oder nein?", so that it says how to reply. */
export function mentionsBothAnswers(message: string, { approve, decline, onlyThese }: OwnWords): boolean {
	const tokens = splitIntoAccentedWords(message);
	const phrase = ` ${toPhrase(message)} `;
	const names = (own: string[], first: ReadonlySet<string>) =>
		own.some((label) => phrase.includes(` ${toPhrase(label)} `)) ||
		(!onlyThese && tokens.some((token) => first.has(token)));
	return names(approve, FIRST_YES) && names(decline, FIRST_NO);
}
