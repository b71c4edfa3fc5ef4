import type { IDataObject } from 'n8n-workflow';

import { selectBurst } from '../../../../nodes/messages/burst';
import { randomOf } from '../../../support/random';
import { rowFrom } from '../../../support/listed-rows';
import { writeInBursts } from '../../../support/message-bursts';

const PAUSE_MS = 5_000;

const messageAt = (milliseconds: number, more: IDataObject = {}) =>
	rowFrom('+14155550123', milliseconds, more);

/** The IDs of the burst of each message, by its ID. */
const bursts = (messages: Array<ReturnType<typeof messageAt>>) =>
	Object.fromEntries(
		messages.map(({ id }) => [id, selectBurst(messages, id, PAUSE_MS)?.map((one) => one.id)]),
	);

it('goes on with the last message before a pause, which is as long as the option says, and has all before it', () => {
	expect(bursts([0, 4_999, 9_998, 14_998].map((time) => messageAt(time)))).toEqual({
		'at-0': undefined,
		'at-4999': undefined,
		'at-9998': ['at-0', 'at-4999', 'at-9998'],
		'at-14998': ['at-14998'],
	});
});

it('goes on with exactly one of two messages of the same second', () => {
	const [one, other] = [messageAt(0, { id: 'b' }), messageAt(0, { id: 'a' })];
	expect(bursts([one, other])).toEqual({ a: undefined, b: ['a', 'b'] });
	expect(bursts([other, one])).toEqual({ a: undefined, b: ['a', 'b'] });
});

it('leaves out what went out, and lets an opt-out be a burst of its own', () => {
	const messages = [
		messageAt(0, { body: 'Hello' }),
		messageAt(1_000, { body: 'STOP' }),
		messageAt(2_000, { direction: 'outbound', body: 'You are unsubscribed' }),
		messageAt(3_000, { body: 'Wait' }),
	];
	expect(bursts(messages)).toMatchObject({
		'at-0': undefined,
		'at-1000': ['at-1000'],
		'at-3000': ['at-0', 'at-3000'],
	});
});

it('puts each message of 200 people into exactly one burst, also where times are in whole seconds', () => {
	for (const precision of [1, 1_000]) {
		const written = writeInBursts(200, { random: randomOf(7), periodMs: 60_000 });
		for (let person = 0; person < 200; person++) {
			const messages = written
				.filter((message) => message.person === person)
				.map(({ time }, index) => messageAt(precision * Math.floor(time / precision), { id: `${index}` }));
			const found = Object.values(bursts(messages)).flatMap((ids) => ids ?? []);
			expect(found.toSorted()).toEqual(messages.map(({ id }) => id).toSorted());
		}
	}
});
