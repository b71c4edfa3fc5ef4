import { refusedBy } from '../../../../support/plan-operation';

const QUESTION = {
	phoneNumberId: '106540352242922',
	recipientWaId: '14155550123',
	message: 'Shall we come?',
};

const limit = (values: object) => ({ responseType: 'freeText', options: { limitWaitTime: { values } } });

it.each([
	[{ responseType: 'choice', choices: 'only' }, /^'Choices' has fewer than two choices\. .*line of its own/],
	[{ responseType: 'choice', choices: 'Yes\nyes!\nno' }, /^'Choices' has "yes!" twice\. .*own/],
	[
		{ options: { approveWords: 'yes, sure', declineWords: 'Sure!' } },
		/^"sure" both approves and declines\. Remove/,
	],
	[
		{ options: { approveWords: ' , ', onlyTheseWords: true } },
		/^'Words That Approve' has no word\. .*at least one/,
	],
	[
		limit({ limitType: 'afterTimeInterval', resumeAmount: 0, resumeUnit: 'days' }),
		/Amount' "0" is not .* above 0\. /,
	],
	[
		limit({ limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01T00:00:00' }),
		/Time' .* is over\. .*to come/,
	],
	[
		{ options: { additionalBodyFields: '{ "metadata": {} }' } },
		/contains 'metadata'.*use 'Metadata' instead/,
	],
])('asks nothing with %j', async (parameters, words) => {
	expect(await refusedBy('message:sendAndWait', { ...QUESTION, ...parameters } as never)).toMatch(words);
});
