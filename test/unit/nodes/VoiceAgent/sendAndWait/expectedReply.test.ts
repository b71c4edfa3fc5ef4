import type { ExpectedReply } from '../../../../../nodes/VoiceAgent/sendAndWait/answer';
import {
	addReplyInstructions,
	composeFollowUp,
	composeQuestion,
} from '../../../../../nodes/VoiceAgent/sendAndWait/expectedReply';

const approval = (approve: string[] = [], decline: string[] = []): ExpectedReply => ({
	kind: 'approval',
	approve,
	decline,
	onlyThese: false,
});

it.each<[ExpectedReply, string, string, string]>([
	[{ kind: 'freeText' }, 'When?', 'When?', ''],
	[approval(), 'Come?', 'Come?\n\nReply yes or no.', 'Please answer with "Yes" or "No".'],
	[approval(), 'Come? YES / NO', 'Come? YES / NO', 'Please answer with "Yes" or "No".'],
	[
		approval(['tak', 'ok'], ['nie']),
		'Come?',
		'Come?\n\nReply tak or nie.',
		'Please answer with "tak" or "nie".',
	],
	[approval(['tak']), 'Come?', 'Come?\n\nReply yes or no.', 'Please answer with "Yes" or "No".'],
	[
		{ kind: 'choice', choices: ['a', 'b'] },
		'Which number?',
		'Which number?\n\n1. a\n2. b\n\nReply with the number of your choice.',
		'Please answer with 1 or 2.\n\n1. a\n2. b',
	],
	[
		{ kind: 'choice', choices: ['9:00', '11:00', '14:00'] },
		'When?',
		'When?\n\nA. 9:00\nB. 11:00\nC. 14:00\n\nReply with the letter of your choice.',
		'Please answer with A, B or C.\n\nA. 9:00\nB. 11:00\nC. 14:00',
	],
])('says how to answer %j to %j, and asks again', (expected, message, question, followUp) => {
	expect(addReplyInstructions(composeQuestion(message, expected), expected)).toBe(question);
	expect(composeFollowUp(expected)).toBe(followUp);
});
