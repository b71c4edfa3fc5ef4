import type { IDataObject } from 'n8n-workflow';

import type { Message } from '../../../../nodes/messages/message';
import { MessageList, type MessageListQuery } from '../../../../nodes/messages/messageList';
import { ServiceError } from '../../../../nodes/service/failure';
import { answeringSend } from '../../../support/answering-send';

const START = Date.parse('2026-05-31T12:00:00Z');

/** So many records, the newest first, a second apart. */
const records = (count: number, more: (index: number) => IDataObject = () => ({})): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		id: `m${index}`,
		from_number: '14155550123',
		to_number: '106540352242922',
		direction: 'inbound',
		created_at: new Date(START - index * 1_000).toISOString(),
		...more(index),
	}));

/** A service that lists records by the number that it is asked for, and the requests so far. */
function serviceWith(
	find: (number: unknown) => IDataObject[] | undefined,
	reason: 'invalid' | 'forbidden' = 'invalid',
) {
	const requests: IDataObject[] = [];
	const send = answeringSend(({ body, isPage }) => {
		// Otherwise the answers of a long list would be kept until the run ends.
		expect(isPage).toBe(true);
		requests.push(body);
		const found = find(body.phone_number);
		if (!found) throw new ServiceError({ message: 'Malformed', description: '', reason });
		const [offset, limit] = [Number(body.offset), Number(body.limit)];
		const page = { messages: found.slice(offset, offset + limit), has_more: offset + limit < found.length };
		return { body: page, serviceTime: START };
	});
	return { send, requests };
}

const listOf = (query: MessageListQuery = {}) =>
	new MessageList<Message>(query, ({ record: _, ...message }) => message);
const idsOf = (list: MessageList<Message>) => list.messages.map(({ id }) => id);
const isNever = () => false;

it('reads on where it stopped, and asks for each page once', async () => {
	const { send, requests } = serviceWith(() => records(250));
	const list = listOf();
	await list.fetchUntil(send, ({ kept }) => kept.length >= 100);
	expect([list.count, list.isComplete, list.now]).toEqual([100, false, START]);
	await list.fetchUntil(send, ({ kept }) => kept.length >= 100);
	await list.fetchUntil(send, isNever);
	expect(requests.map(({ offset }) => offset)).toEqual([0, 100, 200]);
	expect([list.count, list.isComplete]).toEqual([250, true]);
});

it('keeps what it is told to, and shows the test each page as it comes', async () => {
	const { send } = serviceWith(() => records(250));
	const pages: number[] = [];
	const list = new MessageList<Message>({}, (message) => (message.id === 'm7' ? message : undefined));
	await list.fetchUntil(send, ({ added }) => {
		pages.push(added.length);
		return false;
	});
	expect([pages, idsOf(list)]).toEqual([[100, 100, 50], ['m7']]);
	expect(list.messages[0]).toMatchObject({ record: { id: 'm7' } });
});

describe('Each spelling of a number', () => {
	const [PLUS, DIGITS] = ['+14155550123', '14155550123'];

	it('is asked for, and the messages of all are in one order', async () => {
		const { send, requests } = serviceWith((number) =>
			records(4).filter((_, index) => (index % 2 === 0) === (number === PLUS)),
		);
		const list = listOf({ number: PLUS, fields: { direction: 'inbound' } });
		await list.fetchUntil(send, isNever);
		expect(idsOf(list)).toEqual(['m0', 'm1', 'm2', 'm3']);
		expect(requests.map(({ phone_number: number }) => number)).toEqual([PLUS, DIGITS]);
		expect(requests[0]).toMatchObject({ direction: 'inbound' });
	});

	it('is read once if the service takes no notice of it', async () => {
		const { send, requests } = serviceWith(() => records(150));
		const list = listOf({ number: PLUS });
		await list.fetchUntil(send, isNever);
		expect([list.count, idsOf(list).length]).toEqual([150, 150]);
		expect(requests.map(({ offset }) => offset)).toEqual([0, 100, 0]);
	});

	it.each([PLUS, DIGITS])('may be refused, as long as another one is not: %s', async (refused) => {
		const { send, requests } = serviceWith((number) => (number === refused ? undefined : records(1)));
		const list = listOf({ number: PLUS });
		await list.fetchUntil(send, isNever);
		await list.fetchUntil(send, isNever);
		expect(idsOf(list)).toEqual(['m0']);
		expect(requests).toHaveLength(2);
	});

	it.each([
		['invalid', 2],
		['forbidden', 1],
	] as const)('is refused in the words of the service if all are %s', async (reason, asked) => {
		const { send, requests } = serviceWith(() => undefined, reason);
		await expect(listOf({ number: PLUS }).fetchUntil(send, isNever)).rejects.toThrow('Malformed');
		expect(requests).toHaveLength(asked);
	});
});
