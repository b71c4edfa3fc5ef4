import {
	type Expected,
	readAnswer,
} from '../../../../../../../nodes/VoiceAgent/operations/message/sendAndWait/answer';
import { approvalOf, strictApproval } from './measureReplies';

const freeText: Expected = { kind: 'freeText' };
const choiceOf = (...choices: string[]): Expected => ({ kind: 'choice', choices });
const days = choiceOf('Tuesday', 'Friday');
const onlyThese: Expected = {
	kind: 'approval',
	approve: ['tak'],
	decline: ['nie'],
	onlyThese: true,
	isStrict: false,
};

it.each<[string, Expected[]]>([
	['STOP', [approvalOf(), strictApproval, onlyThese, freeText, days]],
	['Unsubscribe', [approvalOf(), strictApproval, onlyThese, freeText, days]],
	['Leave me alone', [approvalOf(), strictApproval, onlyThese, freeText, days]],
	['Take me off', [approvalOf(), strictApproval, freeText, days]],
	['Stop', [choiceOf('Stop the delivery', 'Keep the delivery')]],
	['END', [approvalOf(), strictApproval, days]],
	['CANCEL', [onlyThese, days]],
])('%s opts out, and is no answer', (text, questions) => {
	for (const expected of questions) {
		expect(readAnswer(expected, text)).toEqual({
			isClear: true,
			data: { optedOut: true, text, clear: true },
		});
	}
});

it.each<[string, Expected, object]>([
	['Cancel', approvalOf(), { approved: false }],
	['cancel', strictApproval, { approved: false }],
	['cancel', choiceOf('Cancel', 'Keep'), { choice: 'Cancel' }],
	['cancel', choiceOf('Cancel the order', 'Keep it'), { choice: 'Cancel the order' }],
	['End', choiceOf('Beginning', 'End'), { choice: 'End' }],
	['Cancel', freeText, { text: 'Cancel' }],
	['the end', freeText, { text: 'the end' }],
	// The workflow names these itself.
	['Stop', choiceOf('Go', 'Stop'), { choice: 'Stop' }],
	['stop', approvalOf({ declineWords: 'stop' }), { approved: false }],
	['STOP', approvalOf({ approveWords: 'stop' }), { approved: true }],
	['No. Stop messaging me', approvalOf(), { approved: false }],
])('%s is an answer where the question takes it for one', (text, expected, data) => {
	expect(readAnswer(expected, text)).toMatchObject({ isClear: true, data });
	expect(readAnswer(expected, text).data).not.toHaveProperty('optedOut');
});

it.each(['START', 'UNSTOP', 'start'])('%s approves nothing', (text) => {
	for (const expected of [approvalOf(), strictApproval]) {
		expect(readAnswer(expected, text)).toMatchObject({ isClear: false, data: { text } });
		expect(readAnswer(expected, text).data).not.toHaveProperty('approved');
	}
});
