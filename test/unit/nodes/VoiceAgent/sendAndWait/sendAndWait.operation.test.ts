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
		{ responseType: 'approval', options: { approveWords: 'yes, sure', declineWords: 'Sure!' } },
		/^"sure" both approves and declines\. Remove it/,
	],
	[
		{ responseType: 'approval', options: { approveWords: ' , ', onlyTheseWords: true } },
		/^'Words That Approve' has no word\. .*at least one word/,
	],
	[
		limit({ limitType: 'afterTimeInterval', resumeAmount: 0, resumeUnit: 'days' }),
		/^'Limit Wait Time > Amount' "0" is not a number above 0\. Enter a number/,
	],
	[
		limit({ limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01T00:00:00' }),
		/Max Date and Time' .* is over\. .*still to come/,
	],
	[
		{ options: { metadata: { object: { fields: { entry: [{ name: 'n8nReplyTo', value: 'x' }] } } } } },
		/^'Metadata' contains 'n8nReplyTo'.*another name/,
	],
	[
		{ options: { additionalBodyFields: '{ "metadata": {} }' } },
		/^'Additional Body Fields' contains 'metadata'.*use 'Metadata' instead/,
	],
])('asks nothing with %j', async (parameters, words) => {
	expect(await refusedBy('message:sendAndWait', { ...QUESTION, ...parameters } as never)).toMatch(words);
});
