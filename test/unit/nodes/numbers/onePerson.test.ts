/** One answer to the question whether two numbers are of one person, in each place that asks it. */
import type { IDataObject } from 'n8n-workflow';

import { ContactMessages } from '../../../../nodes/conversation/contactMessages';
import { ConversationReader } from '../../../../nodes/conversation/conversationReader';
import { isSameNumber, toChatAppNumber } from '../../../../nodes/numbers/spellings';
import { type Send, type ReadBody, readResult } from '../../../../nodes/service/send';
import type { ServiceSuccess } from '../../../../nodes/service/retry';
import type { ServiceRequest } from '../../../../nodes/service/serviceRequest';
import { itemsWith } from '../../../support/plan-operation';
import { createBatchCall } from '../../../../nodes/VoiceAgent/batchCall/create.operation';

/** Per person, the number that is dialed, and that of the chat app. */
const PEOPLE: ReadonlyArray<readonly [dialed: string, chatApp: string]> = [
	...['55', '33', '81', '22'].map((area) => [`+52${area}12345678`, `521${area}12345678`] as const),
	...['11', '21', '31', '41', '51', '61', '71', '85', '92', '98'].map(
		(area) => [`+55${area}987654321`, `55${area}87654321`] as const,
	),
	...['1123456700', '3413456700', '2613456700', '3513456700'].map(
		(national) => [`+54${national}`, `549${national}`] as const,
	),
	...['95123456', '61123456'].map((national) => [`+22901${national}`, `229${national}`] as const),
	...['0748123456', '0707123456', '0504123456', '0101020304'].map(
		(national) => [`+225${national}`, `225${national.slice(2)}`] as const,
	),
	...['14155550123', '442079460018', '447911123456', '4915123456789', '33612345678', '393123456789'].map(
		(digits) => [`+${digits}`, digits] as const,
	),
	...['34612345678', '31612345678', '46701234567', '48512345678', '905012345678', '917410410123'].map(
		(digits) => [`+${digits}`, digits] as const,
	),
	...['819012345678', '61412345678', '79123456789', '6591234567'].map(
		(digits) => [`+${digits}`, digits] as const,
	),
];

const CALLER = '+14155550100';

/** Lists messages of one person, as the service does that finds a number in the spelling alone in which it has it. */
function serviceWith(listed: string, body: string): Send {
	const message = {
		id: 'm-1',
		from_number: listed,
		to_number: '106540352242922',
		direction: 'inbound',
		body,
		created_at: new Date(Date.now() - 60_000).toISOString(),
	};
	return (async <T>({ path, body: asked }: ServiceRequest, read?: ReadBody<T>) => {
		const isFound = asked.phone_number === undefined || asked.phone_number === listed;
		const answer = path.endsWith('list-phone-numbers')
			? {
					numbers: [{ phone_number: asked.caller ?? CALLER, capabilities: { voice: true } }],
					has_more: false,
				}
			: { messages: isFound && asked.offset === 0 ? [message] : [], has_more: false };
		return readResult(
			{ ok: true, body: answer as IDataObject, retries: 0 } as const,
			read,
		) as ServiceSuccess<T>;
	}) as Send;
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

/** The seven places, each with how it answers for a person who is given one way and known another. */
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
		return (await reader.read(9)).length === 1;
	},
	'Get Many': async (given, known) => {
		const reading = { additionalBodyFields: {}, maxInFlight: 1 };
		const messages = new ContactMessages(serviceWith(known, 'Hi'), given, reading);
		return (await messages.readNewest(9, () => true)).length === 1;
	},
	'the polling trigger, the list of recipients and the fields of events': async (given, known) =>
		isSameNumber(given, known),
	'Call From': async (given, known) => {
		const send: Send = (async (request: ServiceRequest, read: ReadBody<unknown>) =>
			await serviceWith('1', '')({ ...request, body: { ...request.body, caller: known } }, read)) as Send;
		return (await called([CALLER], { callerId: given }, send).catch(() => [])).length === 1;
	},
};

const plus = (number: string): string => `+${toChatAppNumber(number)}`;

describe.each(Object.entries(PLACES))('%s', (_, isOnePerson) => {
	it('knows each of 40 people by each spelling, and takes nobody for the next one', async () => {
		expect(PEOPLE).toHaveLength(40);
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
