import {
	RateLimiter,
	type RequestResult,
	RETRY_LIMITS,
	type RetryPolicy,
	sendWithRetries,
} from '../../../../nodes/service/retry';
import type { Failure } from '../../../../nodes/service/failure';

/** Never closed. */
const open = new AbortController().signal;

const tick = async (milliseconds = 2) => await new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Runs `count` attempts and tells the most that were in flight at once. */
async function mostInFlight(limiter: RateLimiter, count: number, limitedFor?: number) {
	let active = 0;
	let most = 0;
	await Promise.all(
		Array.from({ length: count }, async (_, order) => {
			await limiter.run(order, async () => {
				most = Math.max(most, ++active);
				await tick();
				active--;
				if (limitedFor === undefined) limiter.raiseLimit();
				else limiter.lowerLimit(limitedFor);
			});
		}),
	);
	return most;
}

describe('RateLimiter', () => {
	afterEach(() => jest.restoreAllMocks());

	it('lets in no more than its limit', async () => {
		expect(await mostInFlight(new RateLimiter(4, open), 20)).toBe(4);
	});

	it.each([0, 5])(
		'halves the limit once for all refusals of one burst, with a pause of %d ms',
		async (pauseMs) => {
			const limiter = new RateLimiter(8, open);
			await mostInFlight(limiter, 8, pauseMs);
			expect(await mostInFlight(limiter, 8)).toBe(4);
		},
	);

	it('lets nobody in during a pause', async () => {
		const now = jest.spyOn(Date, 'now').mockReturnValue(1_000);
		const time = new AbortController();
		const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
		const limiter = new RateLimiter(2, open);
		await mostInFlight(limiter, 1, 60);
		let isIn = false;
		const entering = limiter.run(0, async () => (isIn = true));
		await tick();
		expect(timeout.mock.calls).toEqual([[60]]);
		expect(isIn).toBe(false);
		now.mockReturnValue(1_060);
		time.abort();
		await entering;
	});

	it('wins the limit back by successes', async () => {
		const limiter = new RateLimiter(8, open);
		await mostInFlight(limiter, 8, 1);
		await mostInFlight(limiter, 60);
		expect(await mostInFlight(limiter, 20)).toBe(8);
	});

	it('never falls below one', async () => {
		const limiter = new RateLimiter(1, open);
		for (let i = 0; i < 5; i++) await mostInFlight(limiter, 1, 1);
		expect(await mostInFlight(limiter, 3)).toBe(1);
	});

	it('gives back the place of a task that throws', async () => {
		const limiter = new RateLimiter(1, open);
		const failing = limiter.run(0, async () => await Promise.reject(new Error('failed')));
		await expect(failing).rejects.toThrow('failed');
		expect(await mostInFlight(limiter, 3)).toBe(1);
	});

	it('lets those of the same order in as they came', async () => {
		const limiter = new RateLimiter(1, open);
		const entered: string[] = [];
		const run = async (name: string, order: number) => {
			await limiter.run(order, async () => {
				entered.push(name);
				await tick();
			});
		};
		await Promise.all([run('first', 0), run('a', 3), run('b', 3), run('before', 1), run('c', 3)]);
		expect(entered).toEqual(['first', 'before', 'a', 'b', 'c']);
	});
});

const refused = (status: number, retryAfter?: number): Failure => ({
	kind: 'errorResponse',
	status,
	message: '',
	...(retryAfter !== undefined && { retryAfter }),
});

const asIs = (result: RequestResult) => result;

/** Sends a request that always fails in this way, and returns the number of its tries. */
async function countTries(failure: Failure, policy: Partial<RetryPolicy> = {}): Promise<number> {
	let tries = 0;
	const sendOnce = async () => {
		tries++;
		return { ok: false as const, problem: failure };
	};
	await sendWithRetries(sendOnce, { idempotent: true, ...policy }, asIs);
	return tries;
}

describe('A request', () => {
	beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
	afterEach(() => jest.restoreAllMocks());

	it.each<[string, Failure, boolean, boolean]>([
		['what passes and was not taken', refused(429), true, true],
		['a 503 with Retry-After', refused(503, 1), true, true],
		['what passes and may have been carried out', refused(500), true, false],
		['a refused connection', { kind: 'notConnected', reason: '' }, true, true],
		['a reset', { kind: 'networkError' }, true, false],
		['what does not pass', refused(400), false, false],
		['what does not pass and was not taken', { kind: 'redirect', location: '' }, false, false],
		['a log-in that failed for now', { kind: 'notLoggedIn', cause: refused(500) }, true, true],
		['a cancelled execution', { kind: 'cancelled', sent: true }, false, false],
	])('is sent again after %s by what it does: %s', async (_, failure, harmless, harmful) => {
		expect(await countTries(failure)).toBe(harmless ? 4 : 1);
		expect(await countTries(failure, { idempotent: false })).toBe(harmful ? 4 : 1);
	});

	it.each([0, 1, 3])('is sent again no more often than it may: %d times', async (maxRetries) => {
		expect(await countTries(refused(500), { maxRetries })).toBe(maxRetries + 1);
	});

	it.each([
		[1, 3],
		[0, 1],
	])(
		'uses up none of %d retries on a rate limit, but only while others get through',
		async (maxRetries, most) => {
			const limiter = new RateLimiter(1, open);
			let tries = 0;
			const sendOnce = async () => {
				if (tries++ === 0) limiter.answersWithoutRateLimit++;
				return { ok: false as const, problem: refused(429, 0) };
			};
			await sendWithRetries(sendOnce, { idempotent: true, maxRetries, limiter }, asIs);
			expect(tries).toBe(most);
		},
	);
});

describe('A request that looks before it is sent', () => {
	beforeEach(() => void jest.useFakeTimers());
	afterEach(() => void jest.useRealTimers());

	it('looks before each try, and again after it has waited for its place', async () => {
		const steps: string[] = [];
		const limiter = new RateLimiter(1, new AbortController().signal);
		let freeOther = () => {};
		void limiter.run(0, async () => await new Promise<void>((resolve) => (freeOther = resolve)));
		const answers = [
			{ ok: false as const, problem: refused(429, 30) },
			{ ok: true as const, value: { body: {} } },
		];
		const sendOnce = async () => {
			steps.push('send');
			return answers.shift() as (typeof answers)[0];
		};
		const isStillWanted = async () => steps.push('look') > 0;
		const policy = { idempotent: false, isStillWanted, limiter };
		const result = sendWithRetries(sendOnce as never, policy, asIs);
		await jest.advanceTimersByTimeAsync(1_900);
		freeOther();
		await jest.advanceTimersByTimeAsync(0);
		expect(steps).toEqual(['look', 'send', 'look']);
		await jest.advanceTimersByTimeAsync(60_000);
		expect(await result).toMatchObject({ ok: true });
		// The look before the second try was 30 seconds old when the service let it through.
		expect(steps).toEqual(['look', 'send', 'look', 'look', 'send']);
	});

	it('is not sent, and has no place while it looks, once it is no longer wanted', async () => {
		const limiter = new RateLimiter(1, new AbortController().signal);
		const sendOnce = jest.fn();
		const isStillWanted = async () => await limiter.run(0, async () => false);
		expect(
			await sendWithRetries(sendOnce, { idempotent: false, isStillWanted, limiter }, asIs),
		).toMatchObject({
			ok: false,
			problem: { failure: { kind: 'cancelled', sent: false }, isOutcomeKnown: true },
		});
		expect(sendOnce).not.toHaveBeenCalled();
	});
});

describe('The pause before a retry', () => {
	/** The pauses of a request, which are not waited for, in milliseconds. */
	async function pausesOf(failure: Failure, policy: Partial<RetryPolicy> = {}): Promise<number[]> {
		const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
			const over = new AbortController();
			queueMicrotask(() => over.abort());
			return over.signal;
		});
		await countTries(failure, policy);
		const pauses = timeout.mock.calls.map(([milliseconds]) => milliseconds);
		timeout.mockRestore();
		return pauses;
	}
	afterEach(() => jest.restoreAllMocks());

	it('is a random part of a time that doubles with each try up to 20 seconds', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
		expect(await pausesOf(refused(500), { maxRetries: 8 })).toEqual([
			250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000,
		]);
	});

	it('is what the service asks for, of a log-in too', async () => {
		expect(await pausesOf(refused(503, 7_000), { maxRetries: 1 })).toEqual([7_000]);
		const logIn: Failure = { kind: 'notLoggedIn', cause: refused(503, 3_000) };
		expect(await pausesOf(logIn, { maxRetries: 1 })).toEqual([3_000]);
	});

	it('is too long above five minutes, or above what the caller can wait for', async () => {
		const { maxRetryAfterMs } = RETRY_LIMITS;
		expect(await pausesOf(refused(503, maxRetryAfterMs), { maxRetries: 1 })).toEqual([300_000]);
		expect(await pausesOf(refused(503, maxRetryAfterMs + 1))).toEqual([]);
		expect(await pausesOf(refused(503, 2_000), { endAt: Date.now() + 1_999 })).toEqual([]);
	});
});

describe('The pause for other requests after a rate limit that is not waited for', () => {
	it.each([
		['what the service asks for', 2_000, 2_000],
		['none for a pause that would fail them too', 300_001, 0],
	])('is %s', async (_, asked, pauseMs) => {
		const limiter = new RateLimiter(1, open);
		const lowerLimit = jest.spyOn(limiter, 'lowerLimit');
		const sendOnce = async () => ({ ok: false as const, problem: refused(429, asked) });
		await sendWithRetries(sendOnce, { idempotent: true, maxRetries: 0, limiter }, asIs);
		expect(lowerLimit.mock.calls).toEqual([[pauseMs]]);
	});
});
