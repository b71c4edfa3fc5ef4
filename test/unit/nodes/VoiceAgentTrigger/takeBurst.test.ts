import { takeBurst } from '../../../../nodes/VoiceAgentTrigger/takeBurst';

const PAUSE_MS = 5_000;
const BEGUN = Date.parse('2026-05-31T12:00:00Z');

const messageAt = (id: string, afterMs: number) => ({
	id,
	at: BEGUN + afterMs,
	latestAt: BEGUN + afterMs,
	direction: 'inbound' as const,
	optOut: undefined,
});

/** Lets the execution of a message take, and says what it took, and when it did what. */
async function take(
	id: string,
	messages: ReturnType<typeof messageAt>[],
	{ isOnlyProcess = false, sleepsUntil = Infinity } = {},
) {
	let now = messages.find((message) => message.id === id)?.at ?? BEGUN;
	const steps: string[] = [];
	const note = (step: string) => steps.push(`${step} ${(now - BEGUN) / 1_000}`);
	const taken = await takeBurst(
		{ id, isOptOut: false, pauseMs: PAUSE_MS, isRetry: false },
		{
			isOnlyProcess,
			clock: () => now,
			sleep: async (milliseconds) => {
				now += milliseconds;
				if (now - BEGUN > sleepsUntil) throw new Error('canceled');
			},
			fetch: async () => {
				note('read');
				return { messages, now };
			},
			record: async (keys) => {
				note('take');
				return keys;
			},
		},
	).catch((error: Error) => error.message);
	return { steps, taken: Array.isArray(taken) ? taken.map((one) => one.id) : taken };
}

it('takes at once after the pause in the execution of the newest message', async () => {
	const messages = [messageAt('a', 0), messageAt('b', 2_000)];
	expect(await take('b', messages)).toEqual({ steps: ['read 7', 'take 7'], taken: ['a', 'b'] });
});

it('takes two seconds later in another one, or in several processes when its turn comes', async () => {
	const messages = [messageAt('a', 0), messageAt('b', 2_000)];
	const only = await take('a', messages, { isOnlyProcess: true });
	expect(only.steps).toEqual(['read 5', 'read 9', 'take 9', 'take 9']);
	const times = new Set<string | undefined>();
	for (const afterMs of [1, 2, 3].map((turn) => 2_000 * turn)) {
		const later = [messageAt('a', afterMs), messageAt('b', afterMs + 1_000), messageAt('c', afterMs + 2_000)];
		const [a, b] = [await take('a', later), await take('b', later)];
		expect(a.steps.at(-1)).not.toBe(b.steps.at(-1));
		times.add(a.steps.at(-1));
	}
	expect(times.size).toBeGreaterThan(1);
});

it('takes nothing once it is canceled', async () => {
	const messages = [messageAt('a', 0), messageAt('b', 2_000)];
	const { steps, taken } = await take('a', messages, { sleepsUntil: 9_000 });
	expect({ steps, taken }).toEqual({ steps: ['read 5', 'read 9'], taken: 'canceled' });
});

it('looks twice for a message that is not listed', async () => {
	expect(await take('x', [messageAt('a', 0)])).toEqual({ steps: ['read 5', 'read 7'], taken: undefined });
});
