import { type ExpectedReply, readAnswer } from '../../../../../nodes/VoiceAgent/sendAndWait/answer';
import { fc } from '../../../../support/fast-check.ts';
import { approvalOf, laterReplies, meaningOf, replies, scoreLanguages, scoreReplies } from './measureReplies';

const approval = approvalOf();
const freeText: ExpectedReply = { kind: 'freeText' };
const choiceOf = (...choices: string[]): ExpectedReply => ({ kind: 'choice', choices });

describe('replies as people type them', () => {
	it.each(scoreLanguages())('in %s are enough, most of them right and none wrong', (language, score) => {
		const isBig = ['English', 'German', 'Spanish', 'French', 'Portuguese', 'Italian', 'Dutch'].includes(
			language,
		);
		expect(score.tried).toBeGreaterThanOrEqual(isBig ? 60 : 25);
		expect(score.wrong).toBe(0);
		expect(score.right / score.tried).toBeGreaterThanOrEqual(0.8);
	});

	it('that were not used to make the words are never read wrongly', () => {
		expect(laterReplies.length).toBe(187);
		expect(scoreReplies(laterReplies)).toMatchObject({ wrong: 0, falseApprovals: 0 });
	});
});

const list = (texts: string): string[] => texts.split('|').map((text) => text.trim());

it.each([
	[
		'yes',
		'yes | Yes please | ok thanks | yes, go ahead 👍 | sure, sounds good | 👍🏿 | ✅ | Ｙｅｓ | "yes" | YÉS | y\u00ade\u00ads | yes\nyes | yes ❤️ 🙏🏽',
	],
	['no', 'no | No thank you | nope sorry | NO!! | 👎🏻 | ❌ | 🚫 | 🙅🏽‍♀️ | no 🙂'],
	[
		'unclear',
		'not yet | maybe | yes and no | no problem | why not | yes? | ¿sí | ~yes~ | y̶e̶s̶ | yes but | yes if it rains | ❤️ | 🙏 | 😊 | thanks | hello | y | n | k | jo | ne | | yes 10 | tomorrow | not sure | go away | 50 %',
	],
])('reads as %s: %s', (meaning, texts) => {
	const readAs = list(texts).map((text) => [
		text,
		meaningOf(approval, text, 'Shall we come?\n\nReply yes or no.'),
	]);
	expect(readAs).toEqual(list(texts).map((text) => [text, meaning]));
});

it.each([
	[
		'Can we come at 9?',
		'yes at 11 | yes 10 | Yes 10 is better | ja um 10 | yes 9:30 | ok 10 | sure, at 8 | yes at nine thirty | sí a las 10 | oui à 10h | sim às 10 | sì alle 10 | evet 10 | да в 10 | yes tomorrow',
	],
	[
		'Can we come on Tuesday?',
		'Yes Thursday please | yes, Wednesday | ok Friday | ja Donnerstag | sí el jueves | yes next Tuesday | yes in June | Thursday | yes the 5th',
	],
	['Can we come on Tuesday at 9?', 'yes at 11 | yes Friday at 9 | yes 9 or 10'],
	['Pay now?', 'yes 50 percent | yes 50% | yes half | ok 20 dollars | yes in May'],
	['Shall we come at 9 or at 11?', 'yes at 11 | 11 | at 9'],
	['Wir haben im Mai und im Juni Zeit. Passt der Mai?', 'ja im Juni'],
	['Shall we deliver or cancel?', 'yes cancel | cancel | ok cancel'],
	['Shall I cancel your order?', 'cancel | cancel it | Cancel please | cancelled | please cancel | stop'],
	['Shall we stop the repair?', 'stop | stop it | stop please | please stop it'],
	['¿Cancelo su cita?', 'cancelar | cancele | ya cancelé | cancelo'],
	['Your booking is confirmed. Shall we change it?', 'confirmed'],
	['Shall we correct the address?', 'correct | that is correct'],
	['Oi, tudo bem? Posso cancelar o pedido?', 'tudo bem | fica'],
	['¿Le molesta si tardamos?', 'sin problema'],
	['Ska Anna komma?', 'ja Per'],
	['Skal vi komme med to?', 'ja, en'],
])('takes no reply to %j for an answer, or only for an opt-out: %s', (message, texts) => {
	const answers = list(texts).filter((text) => ['yes', 'no'].includes(meaningOf(approval, text, message)));
	expect(answers).toEqual([]);
});

it.each([
	['Shall I cancel your order?', 'yes, cancel it', 'yes'],
	['Shall I cancel your order?', 'no, do not cancel', 'no'],
	['Shall I cancel your order?', 'do not cancel', 'no'],
	['Can we come at 9?', 'yes at 9', 'yes'],
	['Can we come on Tuesday?', 'yes, Tuesday', 'yes'],
	['Can we come on Tuesday?', 'not Tuesday', 'no'],
	['Can we call you?', "don't call me", 'no'],
	['Come? Reply YES or STOP', 'STOP', 'no'],
	['Come? Reply YES or STOP', 'yes', 'yes'],
	['Come? Reply GO or NO', 'go', 'yes'],
	['Shall we stop?', 'Yes, stop', 'yes'],
	['Is that correct?', 'yes, correct', 'yes'],
	['Sind Sie einverstanden?', 'nicht einverstanden', 'unclear'],
	['¿Confirma su cita?', 'Confirmo, gracias', 'yes'],
	['Va bene?', 'non va bene', 'unclear'],
	['¿Puede venir?', 'no puedo', 'no'],
	['Shall I cancel your order?', 'it works well', 'unclear'],
	['Is that correct?', 'no, that is correct', 'unclear'],
	['Podemos cobrar no seu cartão?', 'no está bem', 'unclear'],
	['Shall we come?\n\nReply yes or no.', 'no yes', 'unclear'],
	// Letters and short words that mean the opposite elsewhere.
	['1042 OK? Y/N', 'y', 'yes'],
	['Pizza: Y or N', 'N', 'no'],
	['Pizza: J oder N', 'j', 'yes'],
	['Pizza: jo/ne', 'jo', 'yes'],
	['¿Confirma fecha y hora?', 'y', 'unclear'],
	['Sabah görüşək? H/Y', 'y', 'unclear'],
	['A vini nesër? Po ose jo?', 'jo', 'unclear'],
])('takes in reply to %j %j for %s', (message, text, meaning) => {
	expect(meaningOf(approval, text, message)).toBe(meaning);
});

it('never approves by a text with a negation', () => {
	const approving = replies.filter(
		(reply) => reply.meaning === 'yes' && meaningOf(approval, reply.text, reply.message) === 'yes',
	);
	const negations: Record<string, string> = {
		English:
			"no, not, nope, never, none, nothing, nobody, without, don't, dont, doesn't, can't, cannot, won't, but, if, 👎",
		Spanish: 'no, nunca, jamás, tampoco, ni, nada, ningún, sin, pero, ❌',
		German: 'nein, nicht, kein, keine, nie, niemals, nichts, ohne, aber, wenn, nur',
		French: 'non, pas, jamais, rien, aucun, sans, mais, ne pas',
		Portuguese: 'não, nao, nunca, nem, nenhum, sem, mas, só, se',
		Italian: 'no, non, mai, niente, nessuno, senza, ma, nemmeno, se',
		Dutch: 'nee, niet, geen, nooit, niets, zonder, maar, als',
		Swedish: 'nej, inte, ingen, aldrig, men, utan',
		Danish: 'nej, ikke, ingen, aldrig, men, uden',
		Norwegian: 'nei, ikke, ingen, aldri, men, uten',
		Polish: 'nie, nigdy, bez, ale, nic, jeśli',
		Russian: 'нет, не, никогда, без, но, если',
		Turkish: 'hayır, değil, yok, asla, ama, ise',
		Arabic: 'لا, ليس, مش, غير, بدون, لكن',
		Hindi: 'नहीं, मत, बिना, लेकिन, nahi, mat',
		Indonesian: 'tidak, gak, bukan, jangan, belum, tapi, tanpa',
	};
	fc.assert(
		fc.property(
			fc.constantFrom(...approving),
			fc.nat(),
			fc.nat(),
			fc.constantFrom(' ', ', ', '. ', '\n', '… '),
			({ language, text, message }, which, place, separator) => {
				const some = (negations[language] ?? '').split(', ');
				const negation = some[which % some.length] ?? '';
				const words = text.split(/\s+/);
				const at = place % (words.length + 1);
				const negated = [...words.slice(0, at), negation, ...words.slice(at)].join(separator);
				expect([negated, meaningOf(approval, negated, message)]).not.toEqual([negated, 'yes']);
			},
		),
		{ numRuns: 5_000 },
	);
});

describe('the output', () => {
	it.each<[ExpectedReply, string, object]>([
		[approval, 'Yes', { approved: true, clear: true }],
		[approval, 'No', { approved: false, clear: true }],
		[approval, 'no, call me', { clear: false, chatInput: 'no, call me' }],
		[approval, 'only to Bob', { clear: false, chatInput: 'only to Bob' }],
		[approval, ' ', { clear: false }],
		[approval, 'yes '.repeat(13), { clear: false, chatInput: 'yes '.repeat(13) }],
		[freeText, ' a\nb ', { clear: true }],
		[freeText, 'Cancel', { clear: true }],
		[approval, 'STOP', { optedOut: true, clear: true }],
		[approval, 'No. Stop.', { approved: false, optedOut: true, clear: true }],
		[approval, 'ok, stop texting me', { approved: false, optedOut: true, clear: true }],
		[freeText, 'No. Stop.', { optedOut: true, clear: true }],
		[choiceOf('Tuesday', 'Friday'), 'leave me alone', { optedOut: true, clear: true }],
		[choiceOf('Tuesday', 'Friday'), 'Cancel', { clear: false }],
		[choiceOf('Cancel it', 'Keep it'), 'cancel', { choice: 'Cancel it', clear: true }],
		[choiceOf('Stop the delivery', 'Keep it'), 'Stop', { choice: 'Stop the delivery', clear: true }],
		[choiceOf('Beginning', 'End'), 'End', { choice: 'End', clear: true }],
		[approvalOf({ declineWords: 'stop' }), 'stop', { approved: false, clear: true }],
		[approvalOf({ approveWords: 'stop' }), 'STOP', { approved: true, clear: true }],
	])('of %j for %.20j', (expected, text, data) => {
		const { isClear, ...answer } = readAnswer(expected, text, 'Shall we come?');
		expect(answer).toEqual({ data: { text, ...data } });
		expect(isClear).toBe(answer.data.clear);
	});

	it('keeps what a no says beside it for an AI agent', () => {
		expect(readAnswer(approval, 'no, call me', 'Can I call the customer?').data).toEqual({
			text: 'no, call me',
			approved: false,
			clear: true,
			chatInput: 'no, call me',
		});
	});

	it('takes a word of the message for a free-text answer', () => {
		expect(readAnswer(freeText, 'Stop', 'Start or stop the subscription?').data).toEqual({
			text: 'Stop',
			clear: true,
		});
	});
});

it('reads the words of the workflow first, with the built-in ones or without', () => {
	const words = { approveWords: 'ano, 🦄, no way, y', declineWords: 'nechci, odmítám, ok' };
	const texts = list(
		'Ano! | ANO 🦄 | no way | y | Odmitam | ok | ano, nechci | ano, prosím | ano please | yes | no | ano no',
	);
	const meanings = (onlyThese: boolean) =>
		texts.map((text) => meaningOf(approvalOf({ ...words, onlyThese }), text, 'Shall we come?'));
	const always = ['yes', 'yes', 'yes', 'yes', 'no', 'no', 'unclear', 'unclear', 'yes'];
	expect(meanings(false)).toEqual([...always, 'yes', 'no', 'unclear']);
	expect(meanings(true)).toEqual([...always, 'unclear', 'unclear', 'unclear']);
});

describe('a choice', () => {
	const days = ['Tuesday at 10:00', 'Wednesday at 15:30', 'Never'];
	const choose = (choices: string[], text: string) => readAnswer(choiceOf(...choices), text).data.choice;

	it.each(
		list(
			'1 | 1. | #1 | (1) | 1️⃣ | １ | 1 please | option 1 | Number 1, thanks! | the first | the first one | one | Tuesday | tuesday at 10:00 | tuesday please | 1. Tuesday at 10:00 | *Tuesday* | la primera | yes, tuesday | 10:00 | Túesday | 1) Tuesday | 1 👍 | Tuesday at 10.00! | 10h00 | tuesday 10',
		),
	)('of the first is made by %j', (text) => {
		expect(choose(days, text)).toBe(days[0]);
	});

	it.each(
		list(
			' | 0 | 4 | - | 1 2 | 1 or 2 | 01 | 1e0 | 1.5 | constructor | at | please | 👍 | Tuesday? | not tuesday | Tuesday or Wednesday | tuesday afternoon | 2 not 1 | ~tuesday~ | the fourth | anything but 1 | 11',
		),
	)('is not made by %j', (text) => {
		expect(choose(days, text)).toBeUndefined();
	});

	it.each([
		[['2 people', '3 people'], '2', undefined],
		[['2 people', '3 people'], '2 people', '2 people'],
		[['2 people', '3 people'], '3', '3 people'],
		[['2', '1', '30'], '1', undefined],
		[['A+', 'A-'], 'a-', 'A-'],
		[['A+', 'A-'], 'a', undefined],
		[['$10', '€10'], '€10', '€10'],
		[['$10', '€10'], '10', undefined],
		[['C', 'C++'], 'c', 'C'],
		[['🇩🇪', '🇫🇷'], '🇫🇷', '🇫🇷'],
		[['Crème', 'Sucre'], 'creme', 'Crème'],
		[['Yes please', 'No thanks'], 'no', 'No thanks'],
		[['Tuesday 10:00', 'Tuesday 11:00'], 'tuesday', undefined],
		[['Tuesday 10:00', 'Tuesday 11:00'], '11:00', 'Tuesday 11:00'],
		[['Today?', 'Later'], 'today?', 'Today?'],
		[['9:00', '10:30'], '09.00', '9:00'],
	])('of %j is read from %j', (choices, text, choice) => {
		expect(choose(choices, text)).toBe(choice);
	});
});
