import { advance, isNew, oldestFirst, type Cursor } from '../../../../nodes/VoiceAgentMessageTrigger/cursor';
import { messagesSince, type FetchPage } from '../../../../nodes/VoiceAgentMessageTrigger/messageList';
import type { ListedMessage } from '../../../../nodes/shared/wire/records';

const START = Date.parse('2026-05-31T12:00:00.000Z');

/** A message of so many milliseconds after some noon. */
export const messageAt = (milliseconds: number, id = `at-${milliseconds}`): ListedMessage => ({
	id,
	from_number: '+14155550123',
	to_number: '+14155550100',
	direction: 'inbound',
	created_at: new Date(START + milliseconds).toISOString(),
});

/** A list as the service has it: by time, and within a time by arrival; newest first. */
export class FakeList {
	requests = 0;

	private readonly messages: ListedMessage[] = [];

	/** Called before each page. */
	onFetch = () => {};

	add(...messages: ListedMessage[]): void {
		for (const message of messages) {
			let place = 0;
			while ((this.messages[place]?.created_at ?? '') > message.created_at) place++;
			this.messages.splice(place, 0, message);
		}
	}

	readonly fetchPage: FetchPage = async (offset, limit) => {
		this.requests++;
		this.onFetch();
		const messages = this.messages.slice(offset, offset + limit);
		return { messages, hasMore: offset + messages.length < this.messages.length };
	};
}

/** Polls until nothing is left: IDs by poll, and the cursor at the end. */
export async function drain(
	list: FakeList,
	start: Cursor,
	most = 1_000,
): Promise<{ polls: string[][]; cursor: Cursor }> {
	const polls: string[][] = [];
	let cursor = start;
	for (;;) {
		const listed = await messagesSince(cursor, list.fetchPage);
		if (!listed) throw new Error('The list has no end');
		const fresh = oldestFirst(listed.filter((message) => isNew(cursor, message))).slice(0, most);
		if (fresh.length === 0) return { polls, cursor };
		polls.push(fresh.map(({ id }) => id));
		cursor = advance(cursor, fresh);
	}
}
