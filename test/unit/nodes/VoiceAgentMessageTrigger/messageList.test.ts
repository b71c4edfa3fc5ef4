import { advance, BEGINNING, OVERLAP } from '../../../../nodes/VoiceAgentMessageTrigger/cursor';
import { messagesSince, newestMessage } from '../../../../nodes/VoiceAgentMessageTrigger/messageList';
import { drain, FakeList, messageAt } from './support';

const range = (from: number, to: number, step = 1) =>
	Array.from({ length: to - from }, (_, index) => messageAt((from + index) * step));
const idsOf = (messages: Array<{ id: string }>) => messages.map(({ id }) => id);

describe('the messages since the last poll', () => {
	it('cost one request when they fit on a page', async () => {
		const list = new FakeList();
		list.add(...range(0, 30));
		const { cursor } = await drain(list, BEGINNING);
		list.requests = 0;
		list.add(messageAt(50));
		expect(idsOf((await messagesSince(cursor, list.fetchPage)) ?? [])).toContain('at-50');
		expect(list.requests).toBe(1);
	});

	it.each([1, 97, 10_000])('come once and oldest first from a backlog, %d ms apart', async (step) => {
		const list = new FakeList();
		list.add(messageAt(-1));
		const cursor = advance(BEGINNING, [messageAt(-1)]);
		const messages = range(0, 7_321, step);
		list.add(...messages);
		const { polls } = await drain(list, cursor);
		expect(polls.flat()).toEqual(idsOf(messages));
		expect(polls.map(({ length }) => length)).toEqual([...Array(7).fill(1_000), 321]);
		expect(list.requests / polls.length).toBeLessThan(60);
	});

	it('come once and oldest first while others arrive between the pages', async () => {
		const list = new FakeList();
		list.add(messageAt(-1));
		const cursor = advance(BEGINNING, [messageAt(-1)]);
		list.add(...range(0, 3_000));
		let next = 3_000;
		list.onFetch = () => {
			if (next < 6_000) list.add(...range(next, (next += 37)));
		};
		const { polls } = await drain(list, cursor);
		expect(polls.flat()).toEqual(idsOf(range(0, next)));
	});

	it('include late ones within the overlap', async () => {
		const list = new FakeList();
		list.add(...range(0, 20, 30_000));
		const { cursor } = await drain(list, BEGINNING);
		const newest = 19 * 30_000;
		list.add(messageAt(newest - OVERLAP + 5, 'late'), messageAt(newest - OVERLAP - 5, 'too late'));
		expect((await drain(list, cursor)).polls).toEqual([['late']]);
	});

	it('have no end when the service repeats itself', async () => {
		const page = { messages: range(0, 100).reverse(), hasMore: true };
		expect(await messagesSince(BEGINNING, async () => page)).toBeUndefined();
	});
});

describe('the newest message', () => {
	it('is looked for on further pages', async () => {
		const list = new FakeList();
		list.add(...range(0, 500));
		expect((await newestMessage(({ id }) => id === 'at-250', list.fetchPage))?.id).toBe('at-250');
		expect(await newestMessage(() => false, list.fetchPage)).toBeUndefined();
	});
});
