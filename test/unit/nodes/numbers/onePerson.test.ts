/** One answer to the question whether two numbers are of one person, in each place that asks it. */
import type { IDataObject } from 'n8n-workflow';

import { ConversationReader } from '../../../../nodes/messages/conversationReader';
import { MessageList } from '../../../../nodes/messages/messageList';
import { toChatAppNumber } from '../../../../nodes/numbers/spellings';
import { answeringSend } from '../../../support/answering-send';
import { itemsWith } from '../../../support/plan-operation';
import { createBatchCall } from '../../../../nodes/VoiceAgent/batchCall/create.operation';

/** Per person, the number that is dialed, and that of the chat app. */
const PEOPLE: ReadonlyArray<readonly [dialed: string, chatApp: string]> = [
	['+525512345678', '5215512345678'],
	['+5511987654321', '551187654321'],
	['+541123456700', '5491123456700'],
	['+2290195123456', '22995123456'],
	['+2250748123456', '22548123456'],
	['+14155550123', '14155550123'],
];

const CALLER = '+14155550100';

/** Lists messages of one person, as the service does that finds a number in the spelling alone in which it has it. */
function serviceWith(listed: string, body: string) {
	const message = {
		id: 'm-1',
		from_number: listed,
		to_number: '106540352242922',
		direction: 'inbound',
		body,
		created_at: new Date(Date.now() - 60_000).toISOString(),
	};
	return answeringSend(({ body: asked }) => {
		const isFound = asked.phone_number === undefined || asked.phone_number === listed;
		return { body: { messages: isFound && asked.offset === 0 ? [message] : [], has_more: false } };
	});
}

/** Plans a batch call and returns the numbers that are called. */
async function called(
	numbers: string[],
	parameters: IDataObject,
	ask = serviceWith('1', ''),
): Promise<string[]> {
	const items = itemsWith(
		'batchCall:create',
		{ callerId: CALLER, previewOnly: false, ...parameters },
		{ items: numbers.map((phone_number) => ({ phone_number })) },
	);
	const { body } = await createBatchCall.request(items[0], items, ask);
	return (body.recipients as IDataObject[]).map(({ phone_number: number }) => String(number));
}

const optionsFor = (options: IDataObject) => ({ options, doNotCall: '' });

/** The five places, each with how it answers for a person who is given one way and known another. */
const PLACES: Readonly<Record<string, (given: string, known: string) => Promise<boolean>>> = {
	'the recipients of a batch call': async (given, known) =>
		(await called([given, known].map(plus), {})).length === 1,
	'Do Not Call': async (given, known) => (await called([plus(given)], { doNotCall: [known] })).length === 0,
	'Skip Opt-Outs': async (given, known) =>
		(await called([plus(given)], optionsFor({ leaveOutOptOuts: 9 }), serviceWith(known, 'STOP'))).length ===
		0,
	'Get Conversation and the memory': async (given, known) => {
		const reader = await ConversationReader.open(
			serviceWith(known, 'Hi'),
			{ contact: given },
			{ additionalBodyFields: {}, maxInFlight: 1 },
		);
		return (await reader.fetchNewest(9)).length === 1;
	},
	'Get Many': async (given, known) => {
		const list = new MessageList({ number: given }, (message) => message);
		await list.fetchUntil(serviceWith(known, 'Hi'), () => false);
		return list.messages.length === 1;
	},
};

const plus = (number: string): string => `+${toChatAppNumber(number)}`;

describe.each(Object.entries(PLACES))('%s', (_, isOnePerson) => {
	it('knows each of six people by each spelling, and takes nobody for the next one', async () => {
		const wrong: unknown[] = [];
		for (const [index, [dialed, chatApp]] of PEOPLE.entries()) {
			const spellings = [dialed, toChatAppNumber(dialed), chatApp, plus(chatApp)];
			for (const known of spellings) if (!(await isOnePerson(dialed, known))) wrong.push([dialed, known]);
			for (const given of spellings) if (!(await isOnePerson(given, chatApp))) wrong.push([given, chatApp]);
			const [, stranger = ''] = PEOPLE[(index + 1) % PEOPLE.length] ?? [];
			if (await isOnePerson(dialed, stranger)) wrong.push([dialed, stranger]);
		}
		expect(wrong).toEqual([]);
	});
});
