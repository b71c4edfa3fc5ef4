import type { IDataObject } from 'n8n-workflow';

import { computeBurstEnd, findBurst } from '../../../../nodes/messages/burst';
import { rowFrom } from '../../../support/listed-messages';

const PAUSE_MS = 5_000;

const messageAt = (milliseconds: number, more: IDataObject = {}) =>
	rowFrom('+14155550123', milliseconds, more);

/** The IDs of the burst of each message, by its ID. */
const bursts = (messages: Array<ReturnType<typeof messageAt>>) =>
	Object.fromEntries(messages.map(({ id }) => [id, findBurst(messages, id, PAUSE_MS).map((one) => one.id)]));

it('is the same for each of the messages between two pauses, which are as long as the option says', () => {
	const first = ['at-0', 'at-4999', 'at-9998'];
	expect(bursts([0, 4_999, 9_998, 14_998].map((time) => messageAt(time)))).toEqual({
		'at-0': first,
		'at-4999': first,
		'at-9998': first,
		'at-14998': ['at-14998'],
	});
});

it('has two messages of the same second in an order that is always the same', () => {
	const [one, other] = [messageAt(0, { id: 'b' }), messageAt(0, { id: 'a' })];
	expect(bursts([one, other])).toEqual({ a: ['a', 'b'], b: ['a', 'b'] });
	expect(bursts([other, one])).toEqual({ a: ['a', 'b'], b: ['a', 'b'] });
});

it('leaves out what went out, and lets an opt-out be a burst of its own', () => {
	const messages = [
		messageAt(0, { body: 'Hello' }),
		messageAt(1_000, { body: 'STOP' }),
		messageAt(2_000, { direction: 'outbound', body: 'You are unsubscribed' }),
		messageAt(3_000, { body: 'Wait' }),
	];
	expect(bursts(messages)).toEqual({
		'at-0': ['at-0', 'at-3000'],
		'at-1000': ['at-1000'],
		'at-2000': [],
		'at-3000': ['at-0', 'at-3000'],
	});
	expect(findBurst(messages, 'elsewhere', PAUSE_MS)).toEqual([]);
});

it.each([
	['a pause after its last message', [0, 3_000], 8_000],
	['a pause after the last moment that a rounded time can mean', [0], 5_999, 999],
	['ten pauses after its first message', [0, 20_000, 49_000], 50_000],
])('is over %s', (_, times, expected, latestMs = 0) => {
	const [first, ...others] = times.map((at) => ({ at, latestAt: at + latestMs }));
	expect(first && computeBurstEnd([first, ...others], PAUSE_MS)).toBe(expected);
});
