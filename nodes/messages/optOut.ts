import { COURTESIES } from '../text/courtesies';
import {
	consistsOf,
	createPhraseTree,
	findPhraseEnds,
	type FindEnds,
	type PhraseTree,
} from '../text/phraseTree';
import { removeSignature } from '../text/signature';
import { hasQuestionMark, isStruckOut, parsePhraseList, splitIntoWords } from '../text/words';
import { OPT_IN_WORDS, OPT_OUT_WORDS, type OptOutWords } from './optOutWords';

/**
 * The request of a message about further messages and calls: `out` asks for none, `in` asks for them again, and `unclear` may
 * ask for none, so that a person has to decide.
 */
export type OptOut = 'out' | 'in' | 'unclear';

/**
 * Tells whether a person asks not to be called or written to any more, by the text alone:
 * - `out`: a sentence is nothing but a keyword such as STOP, or a plain request such as "do not call me". Courtesies,
 *   emoji, repetition, an ID or a signature may stand around it, and other sentences beside it.
 * - `unclear`: a sentence holds a request and says more, or the whole message is a keyword that is a usual answer as
 *   well, such as CANCEL.
 * - `in`: the whole message is START or the like.
 * @param text The message as the person wrote it.
 * @returns undefined for any other message.
 */
export function parseOptOut(text: string): OptOut | undefined {
	if (isStruckOut(text)) return undefined;
	const body = removeSignature(text);
	const kinds = new Set(body.split(SENTENCE_BREAK).map(parseSentence));
	if (kinds.has('out')) return kinds.has('in') ? 'unclear' : 'out';
	if (kinds.has('unclear')) return 'unclear';
	if (kinds.has('other')) return undefined;
	if (kinds.has('in')) return kinds.has('aside') ? undefined : 'in';
	return consistsOf(splitIntoWords(body), isAnswerKeyword, addsNothing) ? 'unclear' : undefined;
}

/** The content of a sentence or a clause: nothing at all, nothing but what often stands beside a keyword, or more. */
type Kind = OptOut | 'filler' | 'aside' | 'other';

/** Behind a mark that ends a sentence or a greeting, at a line end, or at a dash between spaces. */
const SENTENCE_BREAK =
	/(?<=[.!?…;:](?![\p{L}\p{N}.!?…;:]))|(?<=[。！？；।؟])(?![。！？])|(?<=\p{L}{2}\.)(?=\p{Lu})|\n|\s[-–—]+\s/u;

/** Between clauses. A comma between digits belongs to a number. */
const CLAUSE_BREAK = /(?<!\d)[,،、，]|[,،、，](?!\d)/u;

function parseSentence(sentence: string): Kind {
	const words = splitIntoWords(sentence);
	if (hasQuestionMark(sentence)) return holdsRequest(words) ? 'unclear' : 'other';
	if (consistsOf(words, isStop, addsNothing)) return 'out';
	const kinds = new Set(sentence.split(CLAUSE_BREAK).map((clause) => parseClause(splitIntoWords(clause))));
	if (kinds.has('out')) return SAYS_MORE.some((kind) => kinds.has(kind)) ? 'unclear' : 'out';
	if (holdsRequest(words)) return 'unclear';
	return KINDS_BY_WEIGHT.find((kind) => kinds.has(kind)) ?? 'filler';
}

const SAYS_MORE = ['unclear', 'other', 'in'] as const;

const KINDS_BY_WEIGHT = ['unclear', 'other', 'aside', 'in'] as const;

function parseClause(words: string[]): Kind {
	if (words.length === 0) return 'filler';
	if (consistsOf(words, isStop, addsNothing)) return 'out';
	if (consistsOf(words, isStop, combineFindEnds(addsNothing, isAside))) return 'unclear';
	if (consistsOf(words, isOptIn, addsNothing)) return 'in';
	if (consistsOf(words, isAside, addsNothing)) return 'aside';
	return consistsOf(words, addsNothing, addsNothing) ? 'filler' : 'other';
}

/** Tells whether words hold a request that is not denied, as in "don't unsubscribe me" and "not to unsubscribe". */
const holdsRequest = (words: string[]): boolean =>
	words.some(
		(_, start) => isRequest(words, start).length > 0 && !DENIED.test(words.slice(0, start).join(' ')),
	);

const DENIED = /(?:^| )(?:not|dont|didnt|wont|never|nicht|nie|niet)(?: to)?$/;

/** Parses the list when the first message is read, so that n8n starts without it. */
function findPhrases(list: string): FindEnds {
	let tree: PhraseTree | undefined;
	return (words, start) => findPhraseEnds((tree ??= createPhraseTree(parsePhraseList(list))), words, start);
}

const findColumn = (column: Exclude<keyof OptOutWords, 'code'>): FindEnds =>
	findPhrases(OPT_OUT_WORDS.map((language) => language[column] ?? '').join());

const combineFindEnds =
	(...kinds: FindEnds[]): FindEnds =>
	(words, start) =>
		kinds.flatMap((kind) => kind(words, start));

/** An emoji, or a number or code such as carriers and people write behind STOP. */
const NO_WORD = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|\d{4,}|(?=\p{L}*\d)[\p{L}\d]{5,})$/u;

const isRequest = findColumn('requests');
const isStop = combineFindEnds(findColumn('keywords'), isRequest);
const isAnswerKeyword = findColumn('answers');
const isAside = combineFindEnds(findColumn('asides'), isAnswerKeyword);
const isOptIn = findPhrases(OPT_IN_WORDS);
const addsNothing = combineFindEnds(
	findColumn('fillers'),
	findPhrases(Object.values(COURTESIES).join()),
	(words, start) => (NO_WORD.test(words[start] ?? '') ? [start + 1] : []),
);
