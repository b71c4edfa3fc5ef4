import { hasQuestionMark, isStruckOut, splitIntoWords, withoutAccents } from './words';

/**
 * Words by which a person asks not to be written to any more: those that CTIA, Twilio and AWS react to, their forms
 * in other languages, and what people write instead. Separated by commas.
 */
const OPT_OUT = `
	stop, stopall, stop all, unsubscribe, unsubscribe me, quit, revoke, optout, opt out, opt me out, remove, remove me,
	leave me alone, take me off, take me off your list, take me off the list, take me off this list,
	remove me from your list, remove me from the list, stop messaging me, stop texting me, stop writing to me,
	stop contacting me, do not contact me, dont contact me, do not text me, dont text me, do not message me,
	dont message me, please stop,
	baja, darme de baja, darse de baja, parar, salir, alto,
	arret, arreter, arretez, desabonner, me desabonner, desinscrire,
	stopp, abmelden, abbestellen, austragen,
	afmelden, uitschrijven, stoppen,
	sair, pare, remover, descadastrar,
	disiscrivimi, cancellami, disiscrizione, basta,
	afmeld, avmeld, avregistrera, avsluta, stoppa, slutt,
	wypisz, wypisz mnie, rezygnuje z wiadomosci,
	durdur, listeden cik, abonelikten cik,
	berhenti, berhenti berlangganan, unreg,
	стоп, отписаться, отпишите меня, отписка,
	توقف, ايقاف, إيقاف, الغاء الاشتراك, إلغاء الاشتراك,
	बंद, बंद करो, बंद करें, रोकें
`;

/** Words of the same lists that are also usual answers to a question, such as one whether to cancel. */
const ALSO_ANSWERS =
	'cancel, end, fin, cancelar, annuler, annulla, annuleren, abbrechen, batal, iptal, ret, anuluj';

/** Words by which a person asks to be written to again. */
const OPT_IN = 'start, unstop';

const toPhraseKey = (text: string): string => splitIntoWords(text).map(withoutAccents).join(' ');

const readPhraseKeys = (list: string): ReadonlySet<string> => new Set(list.split(',').map(toPhraseKey));

const OPT_OUT_KEYS = readPhraseKeys(`${OPT_OUT}, ${ALSO_ANSWERS}`);
const ALSO_ANSWER_KEYS = readPhraseKeys(ALSO_ANSWERS);
const OPT_IN_KEYS = readPhraseKeys(OPT_IN);

/** The most characters of a text that is looked at: more are no single word or phrase. */
const MAX_OPT_OUT_CHARACTERS = 100;

/**
 * Tells if a person asks with a message not to be written to any more (`out`), or to be written to again (`in`). Only
 * a message of nothing else counts; case, accents and punctuation do not matter, but a question does not count.
 * @param text As the person wrote it.
 */
export function readOptOut(text: string): 'out' | 'in' | undefined {
	if (text.length > MAX_OPT_OUT_CHARACTERS || hasQuestionMark(text) || isStruckOut(text)) return undefined;
	const key = toPhraseKey(text);
	if (OPT_OUT_KEYS.has(key)) return 'out';
	return OPT_IN_KEYS.has(key) ? 'in' : undefined;
}

/** Tells of a text that opts out, such as CANCEL and END, that it is an answer where the question takes it for one. */
export const canAlsoBeAnswer = (text: string): boolean => ALSO_ANSWER_KEYS.has(toPhraseKey(text));
