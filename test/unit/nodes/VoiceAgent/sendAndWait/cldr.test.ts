import { cldrReplies, meaningOf } from './measureReplies';

it('has the words of all languages that CLDR knows', () => {
	const words = cldrReplies();
	expect(new Set(words.map(({ language }) => language)).size).toBeGreaterThan(750);
	expect(words.length).toBeGreaterThan(2_500);
});

it.each(['', 'Shall we come tomorrow?\n\nReply yes or no.'])(
	'no word for no approves and no word for yes declines in reply to %j',
	(message) => {
		const isWrong = ({ expected, text, meaning }: ReturnType<typeof cldrReplies>[number]) =>
			!['unclear', meaning].includes(meaningOf(expected, text, message));
		expect(cldrReplies(message).filter(isWrong)).toEqual([]);
	},
);
