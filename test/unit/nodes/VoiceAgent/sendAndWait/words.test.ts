import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { parseOptOut } from '../../../../../nodes/messages/optOut';
import {
	CERTAIN_WORDS,
	type OwnWords,
	parseYesOrNo,
} from '../../../../../nodes/VoiceAgent/sendAndWait/words';
import { COURTESIES } from '../../../../../nodes/text/courtesies';
import { parsePhraseList, toPhrase } from '../../../../../nodes/text/words';
import { fc } from '../../../../support/fast-check.ts';
import { USUAL_REPLIES } from './usualReplies.ts';

const NO_OWN: OwnWords = { approve: [], decline: [], onlyThese: false };
const QUESTION = 'Shall we come tomorrow?\n\nReply yes or no.';
const list = (texts: string): string[] => texts.split('|').map((text) => text.trim());
const meaningOf = (text: string, message = QUESTION, own: Partial<OwnWords> = {}) => {
	const approved = parseYesOrNo(text, { ...NO_OWN, ...own }, message);
	return approved === undefined ? 'unclear' : approved ? 'yes' : 'no';
};
const readAll = (texts: string[], message?: string) => texts.map((text) => [text, meaningOf(text, message)]);
const allAs = (texts: string[], meaning: string) => texts.map((text) => [text, meaning]);

describe('the table', () => {
	const COLUMNS = ['yes', 'no', 'articles'] as const;
	const columns = Object.entries(CERTAIN_WORDS).flatMap(([language, words]) =>
		COLUMNS.map((column) => ({
			column,
			language,
			phrases: (words[column] ?? '').split(',').map(toPhrase).filter(Boolean),
		})),
	);

	it('has no word that is something else in another column of any language', () => {
		const twice = columns.flatMap((one) =>
			columns
				.filter(({ column }) => column !== one.column)
				.flatMap((other) =>
					other.phrases
						.filter((phrase) => one.phrases.includes(phrase))
						.map((phrase) => `${phrase}: ${one.language} ${one.column}, ${other.language} ${other.column}`),
				),
		);
		expect(columns).toHaveLength(48);
		expect(twice).toEqual([]);
	});

	it('has no courtesy but those that are an answer by themselves', () => {
		const courtesies = parsePhraseList(Object.values(COURTESIES).join());
		const shared = columns.flatMap(({ phrases }) => phrases.filter((phrase) => courtesies.has(phrase)));
		expect([...new Set(shared)].sort()).toEqual(['graag', 'ok', 'okay', 'tak']);
	});

	it('has no word by which people opt out or in', () => {
		const phrases = columns.flatMap((one) => one.phrases);
		expect(phrases.length).toBeGreaterThan(150);
		expect(phrases.filter((phrase) => parseOptOut(phrase) !== undefined)).toEqual([]);
	});

	it('has no letter that is a yes beside one and a no beside another in the same pair', () => {
		const pairs = Object.values(CERTAIN_WORDS).flatMap(({ letters = '' }) => (letters ? [letters] : []));
		const turned = pairs.filter((pair) => pairs.includes(pair.split('/').reverse().join('/')));
		expect(turned).toEqual([]);
	});
});

describe('the words of CLDR', () => {
	const folder = join(dirname(createRequire(import.meta.url).resolve('cldr-misc-full/package.json')), 'main');
	const findWords = (locale: string): { yes: string[]; no: string[] } => {
		const { main } = JSON.parse(readFileSync(join(folder, locale, 'posix.json'), 'utf8')) as {
			main: Record<string, { posix: { messages: { yesstr?: string; nostr?: string } } }>;
		};
		const { yesstr = '', nostr = '' } = main[locale]?.posix.messages ?? {};
		return { yes: yesstr.split(':').filter(Boolean), no: nostr.split(':').filter(Boolean) };
	};

	it('for yes and no are read in all documented languages', () => {
		for (const locale of 'en es de fr pt it nl sv da no pl ru tr ar hi id'.split(' ')) {
			const { yes, no } = findWords(locale);
			expect([locale, meaningOf(String(yes[0])), meaningOf(String(no[0]))]).toEqual([locale, 'yes', 'no']);
		}
	});

	it('are not misread in any other language', () => {
		const locales = readdirSync(folder).map((locale) => ({ locale, ...findWords(locale) }));
		expect(locales.length).toBeGreaterThan(750);
		const misread = locales.flatMap(({ locale, yes, no }) => [
			...yes.filter((word) => meaningOf(word) === 'no').map((word) => `${locale}: ${word} declines`),
			...no.filter((word) => meaningOf(word) === 'yes').map((word) => `${locale}: ${word} approves`),
		]);
		expect(misread).toEqual([]);
	});
});

it.each(Object.entries(USUAL_REPLIES))('reads what people send most in %s', (_, { yes, no }) => {
	expect(readAll(list(yes))).toEqual(allAs(list(yes), 'yes'));
	expect(readAll(list(no))).toEqual(allAs(list(no), 'no'));
});

it.each([
	['yes', '👍 | 👍🏿👍🏿 | yes 👍 | 👍 thanks | Ｙｅｓ | "yes" | *yes*'],
	['yes', 'yes\nplease | yes\n\nSent from my iPhone | Ja.\n-- \nAda Byron | ok\n> Shall we come tomorrow?'],
	['no', '👎 | 👎🏻 | no 👎 | No.\n\nGesendet von meinem iPhone'],
])('reads as %s whatever stands around it: %j', (meaning, texts) => {
	expect(readAll(list(texts))).toEqual(allAs(list(texts), meaning));
});

describe('leaves open', () => {
	it.each([
		[
			'a condition, a doubt or more',
			'yes but | yes if it rains | not yet | maybe | yes, tomorrow | yes 10 | not sure | why not | no problem | yes and no | ok fair enough',
		],
		['a question or what is struck out', 'yes? | ¿sí | yes ❓ | ~yes~ | y̶e̶s̶ | ok？ | YES/NO | 50 %'],
		['nothing but courtesy', 'thanks | 🙏 | ❤️ | hello | please | hi 🙂 | gracias | '],
		['emoji that say something else', 'yes 😂 | no 🎂 | 👍👎 | yes 👎 | 🤷 | 👌'],
		['letters and words that are more than one thing', 'y | n | s | k | jo | ne | já | a | hm'],
		['a laugh or a wavering', 'ja ja | vale ya | no yes | yes no'],
		['a long reply', `${'please '.repeat(20)}yes`],
	])('%s: %s', (_, texts) => {
		expect(readAll(list(texts))).toEqual(allAs(list(texts), 'unclear'));
	});

	it.each([
		[
			'an "ok" beside a no',
			QUESTION,
			"¡Mejor imposible! | ठीक है ना | No no, that's ok | Non non c'est ok | yok yok tamam | No ok | ok no",
		],
		['the answer itself', 'Shall we come? Y/N', 'Y/N'],
		[
			'a word of the question',
			'Can we deliver today? Otherwise it will be tomorrow.',
			'Yes, tomorrow please | tomorrow | today',
		],
		['a word that it offers', 'Would you like the blue one? We also have it in red.', 'yes in red | red'],
		['another time', 'Can we come on Friday at 10?', 'Yes now please | yes, see you tomorrow | yes at 11'],
		['another time in German', 'Können wir am Freitag um 10 kommen?', 'Ja, bis morgen | ja um 11'],
		['a possibility', 'Is it possible to come at 9?', 'yes possibly | possible'],
		['what it asks about', 'Shall I cancel your order?', 'cancel | cancel it | please cancel | cancelled'],
	])('%s, in reply to %j: %s', (_, message, texts) => {
		expect(readAll(list(texts), message)).toEqual(allAs(list(texts), 'unclear'));
	});
});

it.each([
	['1042 OK? Y/N', 'y', 'yes'],
	['Pizza: reply Y for yes or N for no', 'N.', 'no'],
	['Pizza: j / n', 'j bitte', 'yes'],
	['Pizza: J oder N', 'n', 'no'],
	['Приедем? Д/Н', 'д', 'yes'],
	['Datang? Y/T', 'T', 'no'],
	['¿Confirma fecha y hora?', 'y', 'unclear'],
	['Sabah görüşək? H/Y', 'y', 'unclear'],
	['Gelelim mi? E/H', 'n', 'unclear'],
])('reads a letter only where the question offers both: %j <- %j', (message, text, meaning) => {
	expect(meaningOf(text, message)).toBe(meaning);
});

it('reads the words of the workflow first, with the built-in ones or without', () => {
	const approve = ['ano', '🦄', 'no way', 'y', 'n/a'];
	const decline = ['nechci', 'odmítám', 'ok'];
	const texts = list(
		'Ano! | ANO 🦄 | no way | y | n/a | Odmitam | ok | ano, nechci | ano, prosím | ano? | ano please | yes | no',
	);
	const meanings = (onlyThese: boolean) =>
		texts.map((text) => meaningOf(text, QUESTION, { approve, decline, onlyThese }));
	const always = ['yes', 'yes', 'yes', 'yes', 'yes', 'no', 'no', 'unclear', 'unclear', 'unclear', 'yes'];
	expect(meanings(false)).toEqual([...always, 'yes', 'no']);
	expect(meanings(true)).toEqual([...always, 'unclear', 'unclear']);
});

it('never approves by a text with another word in it', () => {
	const approving = Object.values(USUAL_REPLIES).flatMap(({ yes }) => list(yes));
	const others = list(
		"not | don't | never | nothing | if | but | nicht | kein | aber | wenn | nunca | pero | sin | pas | jamais | mais | nem | mas | mai | ma | niet | geen | maar | inte | men | ikke | ale | bez | не | но | değil | yok | ama | ليس | غير | لكن | मत | ना | लेकिन | nahi | jangan | bukan | tapi | no | 10 | tomorrow | 👎",
	);
	fc.assert(
		fc.property(
			fc.constantFrom(...approving),
			fc.constantFrom(...others),
			fc.nat(),
			fc.constantFrom(' ', ', ', '. ', '\n', '… '),
			(text, other, place, separator) => {
				const words = text.split(/\s+/);
				const at = place % (words.length + 1);
				const changed = [...words.slice(0, at), other, ...words.slice(at)].join(separator);
				expect([changed, meaningOf(changed)]).not.toEqual([changed, 'yes']);
			},
		),
		{ numRuns: 5_000 },
	);
});
