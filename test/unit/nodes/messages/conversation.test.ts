import { groupByConversation, selectNewestBurst } from '../../../../nodes/messages/burst';
import { toConversationItem } from '../../../../nodes/messages/conversation';
import type { DatedMessage } from '../../../../nodes/VoiceAgentPollingTrigger/messageSearch';
import { rowAt, rowFrom } from '../../../support/listed-messages';

const idsOf = (conversations: Array<Array<{ id: string }>>) =>
	conversations.map((rows) => rows.map(({ id }) => id));

describe('Messages are of one conversation', () => {
	it('if they have the same thread, whatever their numbers, in the order of the first messages', () => {
		const rows = [
			rowFrom('+4915110', 1, { thread_id: 'b' }),
			rowFrom('+4915120', 2, { thread_id: 'a' }),
			rowFrom('4915110', 3, { thread_id: 'b' }),
		];
		expect(groupByConversation(rows)).toEqual([[rows[0], rows[2]], [rows[1]]]);
	});

	it('if they are between the same numbers and have no thread, however the numbers are written', () => {
		const rows = [
			rowFrom('+49 151 10', 1),
			rowFrom('4915110', 2, { thread_id: '' }),
			rowFrom('+4915110', 3, { to_number: '+4915110', from_number: '+14155550100', direction: 'outbound' }),
			rowFrom('+4915110', 4, { to_number: '+14155550101' }),
			rowFrom('+4915110', 5, { thread_id: null }),
		];
		expect(idsOf(groupByConversation(rows))).toEqual([['at-1', 'at-2', 'at-3', 'at-5'], ['at-4']]);
	});

	it.each([
		[[{}, { thread_id: 'a' }, {}], [['at-1', 'at-2', 'at-3']]],
		[
			[{ thread_id: 'a' }, {}, { thread_id: 'b' }],
			[['at-1', 'at-2'], ['at-3']],
		],
		[
			[{}, { thread_id: 'a' }, { thread_id: 'b' }],
			[['at-1', 'at-2'], ['at-3']],
		],
	])('if one has no thread, but the numbers of the other: %j', (messages, groups) => {
		const rows = messages.map((more, index) => rowFrom('+4915110', index + 1, more));
		expect(idsOf(groupByConversation(rows))).toEqual(groups);
	});

	it('not if the thread of one has the name of the numbers of another', () => {
		const numbers = rowFrom('+4915110', 1);
		const thread = rowFrom('+4915120', 2, { thread_id: '["14155550100","4915110"]' });
		expect(groupByConversation([numbers, thread])).toHaveLength(2);
	});
});

describe('The newest burst', () => {
	it('goes back to the last pause, which is as long as the option says', () => {
		const rows = [rowAt(9_000), rowAt(7_001), rowAt(5_001), rowAt(0)];
		expect(selectNewestBurst(rows, 2_000).map(({ id }) => id)).toEqual(['at-7001', 'at-9000']);
	});

	it('is of the conversation of the newest message', () => {
		const rows = [rowFrom('+1', 3), rowFrom('+2', 2), rowFrom('+1', 1)];
		expect(selectNewestBurst(rows, 1_000)).toEqual([rows[2], rows[0]]);
	});

	it('is empty if there are no messages', () => {
		expect(selectNewestBurst([], 1_000)).toEqual([]);
	});
});

describe('The item of a conversation', () => {
	const itemOf = (rows: DatedMessage[], timeZone = 'UTC') =>
		groupByConversation(rows).map((messages) => toConversationItem(messages, timeZone));

	it('has the form of Get Conversation, and the ID of its newest message', () => {
		const media = [{ kind: 'image', caption: null, url: 'https://example.com' }];
		const rows = [
			rowFrom('14155550123', 0, { to_number: '10987', thread_id: 't', body: 'Hello', media }),
			rowFrom('14155550123', 60_000, {
				direction: 'outbound',
				from_number: '10987',
				to_number: '+14155550123',
				thread_id: 't',
				body: 'Two\nlines',
				is_ai_generated: true,
				status: 'failed',
			}),
		];
		expect(itemOf(rows, 'America/New_York')).toEqual([
			{
				threadId: 't',
				channel: 'chatapp',
				contact: '14155550123',
				ourNumber: '10987',
				text: 'Hello',
				transcript: '2026-05-31\nContact (08:00): [photo] Hello\nAgent (08:01, not delivered): Two\n  lines',
				messageId: 'at-60000',
				chatInput: 'Hello',
				messages: [
					{ role: 'contact', text: 'Hello', at: '2026-05-31T12:00:00.000Z', id: 'at-0', media },
					{ role: 'agent', text: 'Two\nlines', at: '2026-05-31T12:01:00.000Z', id: 'at-60000', media: [] },
				],
			},
		]);
	});

	it('has an opt-out alone, and says so', () => {
		const rows = [{ body: 'Hello' }, { body: 'Stop.' }, { body: 'And?' }].map((more, index) =>
			rowFrom('+14155550123', index * 1_000, { thread_id: 't', ...more }),
		);
		const [written, optOut] = itemOf(rows);
		expect(written).toMatchObject({ messageId: 'at-2000', text: expect.not.stringContaining('Stop') });
		expect(written).not.toHaveProperty('optOut');
		expect(optOut).toMatchObject({
			messageId: 'at-1000',
			optOut: 'out',
			text: 'Stop.',
		});
		const sent = rowFrom('+14155550100', 0, { direction: 'outbound', body: 'STOP' });
		expect(itemOf([sent])[0]).not.toHaveProperty('optOut');
	});

	it('has the captions of a message that has no text of its own', () => {
		const media = [{ kind: 'image', caption: 'Look' }, { kind: 'image', caption: null }, { caption: 'Look' }];
		const [item] = itemOf([rowFrom('+1415', 0, { body: '', media })]);
		expect(item).toMatchObject({
			messages: [{ text: 'Look' }],
			text: 'Look',
			transcript: expect.stringMatching(/: \[photo\] Look/),
		});
		const photo = rowFrom('+1415', 0, { body: '', media: media.slice(1, 2) });
		expect(itemOf([photo])[0]).toMatchObject({ messages: [{ text: '' }], text: '[photo]' });
		const odd = rowFrom('+1415', 0, { body: '', media: [{ kind: 'constructor' }] });
		expect(itemOf([odd])[0]).toMatchObject({ text: '[constructor]' });
		expect(itemOf([rowFrom('+1415', 0, { body: 'Hi', media })])[0]).toMatchObject({
			messages: [{ text: 'Hi' }],
		});
	});
});
