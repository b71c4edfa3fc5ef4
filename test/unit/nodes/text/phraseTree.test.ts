import {
	consistsOf,
	createPhraseTree,
	findPhraseEnds,
	type FindEnds,
} from '../../../../nodes/text/phraseTree';

const find =
	(...phrases: string[]): FindEnds =>
	(words, start) =>
		findPhraseEnds(createPhraseTree(phrases), words, start);

it('finds all phrases that begin at a word', () => {
	const ends = find('stop', 'stop it', 'stop it now', 'it');
	expect(ends(['please', 'stop', 'it', 'today'], 1)).toEqual([2, 3]);
	expect(ends(['please', 'stop'], 0)).toEqual([]);
	expect(ends([], 0)).toEqual([]);
});

it.each([
	['yes', true],
	['please yes thanks yes', true],
	['go ahead please', true],
	['go please ahead', false],
	['thank you yes thank you very much', true],
	['please', false],
	['yes no', false],
	['', false],
])('reads %j as a yes and courtesies: %j', (text, expected) => {
	const words = text.split(' ').filter((word) => word !== '');
	const courtesies = find('please', 'thanks', 'thank you', 'thank you very much');
	expect(consistsOf(words, find('yes', 'go ahead'), courtesies)).toBe(expected);
});
