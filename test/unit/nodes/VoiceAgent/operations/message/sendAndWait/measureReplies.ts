/** How the replies of the catalogue and CLDR's words for yes and no are read: for the tests and for the documents. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import {
	type Expected,
	readAnswer,
} from '../../../../../../../nodes/VoiceAgent/operations/message/sendAndWait/answer';
import { type CataloguedReply, catalogue, type Meaning, messageIn } from './catalogue.ts';

/** An approval as a workflow asks for it. */
export const approvalOf = ({ approveWords = '', declineWords = '', isStrict = false } = {}): Expected => {
	const words = (list: string) => list.split(',').filter((word) => word.trim() !== '');
	return {
		kind: 'approval',
		approve: words(approveWords),
		decline: words(declineWords),
		onlyThese: false,
		isStrict,
	};
};

/** The approval of human review. */
export const strictApproval = approvalOf({ isStrict: true });

/** What a reply to a message was taken for. */
export function meaningOf(expected: Expected, text: string, message: string): Meaning {
	const { approved, optedOut } = readAnswer(expected, text, message).data;
	if (optedOut) return 'optOut';
	return approved === undefined ? 'unclear' : approved ? 'yes' : 'no';
}

/** How many replies were read rightly, as unclear though they are not, and wrongly. */
export interface Score {
	tried: number;
	right: number;
	unclear: number;
	wrong: number;
	/** The wrong ones that approve. */
	falseApprovals: number;
}

const score = (readings: Array<{ is: Meaning; readAs: Meaning }>): Score => {
	const wrong = readings.filter(({ is, readAs }) => readAs !== is && readAs !== 'unclear');
	return {
		tried: readings.length,
		right: readings.filter(({ is, readAs }) => readAs === is).length,
		unclear: readings.filter(({ is, readAs }) => readAs !== is && readAs === 'unclear').length,
		wrong: wrong.length,
		falseApprovals: wrong.filter(({ readAs }) => readAs === 'yes').length,
	};
};

/** The catalogue's replies of each language, each to a message in that language. */
export const scoreCatalogue = (expected = approvalOf()): Array<[language: string, Score]> =>
	[...new Set(catalogue.map(({ language }) => language))].map((language) => [
		language,
		score(
			catalogue
				.filter((reply) => reply.language === language)
				.map((reply) => ({ is: reply.meaning, readAs: readingOf(expected, reply) })),
		),
	]);

export const readingOf = (expected: Expected, { language, text }: CataloguedReply): Meaning =>
	meaningOf(expected, text, messageIn(language));

/** A word of CLDR's for yes or no. */
export interface CldrWord {
	locale: string;
	text: string;
	meaning: Meaning;
}

const CLDR = join(dirname(createRequire(import.meta.url).resolve('cldr-misc-full/package.json')), 'main');

/** CLDR's `posix.yesstr` and `posix.nostr` of all locales: each has a word and most also a letter. */
export const cldrWords: CldrWord[] = readdirSync(CLDR).flatMap((locale) => {
	const file = JSON.parse(readFileSync(join(CLDR, locale, 'posix.json'), 'utf8')) as {
		main: Record<string, { posix: { messages: { yesstr: string; nostr: string } } }>;
	};
	const { yesstr = '', nostr = '' } = file.main[locale]?.posix.messages ?? {};
	const words = (texts: string, meaning: Meaning) =>
		texts
			.split(':')
			.filter((text) => text !== '')
			.map((text) => ({ locale, text, meaning }));
	return [...words(yesstr, 'yes'), ...words(nostr, 'no')];
});

/** CLDR's words as replies to a message. */
export const scoreCldr = (expected = approvalOf(), message = ''): Score & { locales: number } => ({
	...score(
		cldrWords.map(({ text, meaning }) => ({ is: meaning, readAs: meaningOf(expected, text, message) })),
	),
	locales: new Set(cldrWords.map(({ locale }) => locale)).size,
});
