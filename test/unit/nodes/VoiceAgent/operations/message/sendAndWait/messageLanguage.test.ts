import { readAnswer } from '../../../../../../../nodes/VoiceAgent/operations/message/sendAndWait/answer';
import { approvalOf, strictApproval } from './measureReplies';

const verdictOn = (text: string, message: string, isStrict = false): string => {
	const { approved } = readAnswer(isStrict ? strictApproval : approvalOf(), text, message).data;
	return approved === undefined ? 'unclear' : approved ? 'yes' : 'no';
};

const TOMORROW = 'Shall we come tomorrow?';

describe('a bare letter', () => {
	it.each([
		['y', TOMORROW, 'yes'],
		['Y', `${TOMORROW}\n\nReply yes or no.`, 'yes'],
		['n', `${TOMORROW}\n\nReply yes or no.`, 'no'],
		['k', TOMORROW, 'yes'],
		['kk thanks', TOMORROW, 'yes'],
		['y', '1042 OK? Y/N', 'yes'],
		['Y please', 'Pizza? (y / n)', 'yes'],
		['N', 'Pizza: Y or N', 'no'],
		['y', 'Pizza? Reply Y', 'yes'],
		['J', 'Dürfen wir morgen kommen?', 'yes'],
		['n', 'Pizza: ja oder nein?', 'no'],
		['j', 'Pizza: J oder N', 'yes'],
		['o', 'Pizza : oui ou non', 'yes'],
		['s', '¿Podemos ir mañana? Responda sí o no.', 'yes'],
		// Nothing says in which language.
		['y', '', 'unclear'],
		['n', '', 'unclear'],
		['k', '', 'unclear'],
		['Y', 'Sifariş 1042?', 'unclear'],
		// The line of the node names yes and no, and no "k".
		['y', 'Bạn có muốn xác nhận đơn hàng?\n\nReply yes or no.', 'yes'],
		['n', 'Bạn có muốn xác nhận đơn hàng?\n\nReply yes or no.', 'no'],
		['k', 'Bạn có muốn xác nhận đơn hàng?\n\nReply yes or no.', 'unclear'],
		['K', 'Anh co the den can ho luc 10 gio khong?', 'unclear'],
		['y', 'Sabah görüşək? H/Y', 'unclear'],
		['Y', '¿Confirma fecha y hora?', 'unclear'],
		['ý', `${TOMORROW}\n\nReply yes or no.`, 'unclear'],
		['yes n', TOMORROW, 'unclear'],
		['no, k', TOMORROW, 'unclear'],
	])('%j to %j is %s', (text, message, meaning) => {
		expect(verdictOn(text, message)).toBe(meaning);
	});

	it.each([
		['y', `${TOMORROW}\n\nReply yes or no.`, 'unclear'],
		['n', `${TOMORROW}\n\nReply yes or no.`, 'unclear'],
		['k', TOMORROW, 'unclear'],
		['y', 'The agent wants to run this tool: Chart\n\nInput:\n{"x":1,"y":2}\n\nReply yes or no.', 'unclear'],
		['y', `${TOMORROW} Y/N`, 'yes'],
		['n', `${TOMORROW} (y/n)`, 'no'],
		['Y', `${TOMORROW} Reply Y to confirm.`, 'yes'],
		['jo', 'Dürfen wir morgen kommen?', 'unclear'],
		['jo', 'Dürfen wir morgen kommen? Antworte jo.', 'yes'],
	])('%j to %j is %s in human review', (text, message, meaning) => {
		expect(verdictOn(text, message, true)).toBe(meaning);
	});

	it('counts if the workflow names it', () => {
		const words = { approveWords: 'k', declineWords: 'y' };
		const expected = approvalOf(words);
		expect(readAnswer(expected, 'K', 'Sifariş 1042?').data).toMatchObject({ approved: true });
		expect(readAnswer(expected, 'Y', TOMORROW).data).toMatchObject({ approved: false });
	});
});

it.each([
	['jo', 'Dürfen wir morgen kommen?', 'yes'],
	['Jo, passt', 'Wir sind morgen um 10 Uhr da. Passt das?', 'yes'],
	['jo', 'A vini nesër? Po ose jo?', 'unclear'],
	['Jo', 'A mund të vijmë nesër në orën 10?\n\nReply yes or no.', 'unclear'],
	['jo', '', 'unclear'],
])('the word %j, which is a yes in German and a no in Albanian, to %j is %s', (text, message, meaning) => {
	expect(verdictOn(text, message)).toBe(meaning);
});
