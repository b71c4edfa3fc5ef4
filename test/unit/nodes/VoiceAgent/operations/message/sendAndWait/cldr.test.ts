import { approvalOf, cldrWords, meaningOf, scoreCldr, strictApproval } from './measureReplies';

const ASKED_BY_THE_NODE = 'Shall we come tomorrow?\n\nReply yes or no.';

it('has the words of all languages that CLDR knows', () => {
	expect(scoreCldr().locales).toBeGreaterThan(750);
	expect(cldrWords.length).toBeGreaterThan(2_500);
});

it.each([
	['to a message of which nothing is known', approvalOf(), ''],
	['in human review', strictApproval, ASKED_BY_THE_NODE],
])('no word for no approves and no word for yes declines %s', (_, expected, message) => {
	expect(wrongWords(expected, message)).toEqual([]);
});

it('takes only the letters "y", "n" and "k" for English ones in reply to an English message', () => {
	const wrong = new Set(wrongWords(approvalOf(), ASKED_BY_THE_NODE).map(({ text }) => text.toLowerCase()));
	expect([...wrong].sort()).toEqual(['k', 'n', 'y']);
});

const wrongWords = (expected = approvalOf(), message = '') =>
	cldrWords.filter(({ text, meaning }) => !['unclear', meaning].includes(meaningOf(expected, text, message)));
