import type { ServiceResponse } from '../../../../../nodes/shared/client/response';
import type { Failure } from '../../../../../nodes/shared/client/failure';
import { sendWithRetry } from '../../../../../nodes/shared/client/retry';
import { RateLimiter } from '../../../../../nodes/shared/client/rateLimiter';

/** Never closed. */
const open = new AbortController().signal;

const ok: ServiceResponse = { ok: true, body: {} };
const failed = (failure: Failure): ServiceResponse => ({ ok: false, failure });
const refused = (status: number, retryAfter?: number) =>
	failed({ kind: 'refused', status, message: '', ...(retryAfter !== undefined && { retryAfter }) });
const reset = failed({ kind: 'unanswered', reason: 'reset' });

/** Answers with the list, then with the last of it for ever. */
function service(...answers: ServiceResponse[]) {
	let calls = 0;
	return {
		attempt: async () => answers[Math.min(calls++, answers.length - 1)] as ServiceResponse,
		calls: () => calls,
	};
}

const policy = { maxRetries: 3, safe: true, random: () => 0 };

describe('sendWithRetry', () => {
	it('repeats a harmless request until it works', async () => {
		const { attempt, calls } = service(refused(500), reset, ok);
		expect(await sendWithRetry(attempt, policy, new RateLimiter(5, open), 0)).toMatchObject({
			ok: true,
			retries: 2,
		});
		expect(calls()).toBe(3);
	});

	it.each<[string, ServiceResponse, number]>([
		['a success', ok, 6],
		['a refusal', refused(404), 6],
		['a 500', refused(500), 5],
		['a 503', refused(503), 5],
		['a time-out', failed({ kind: 'unanswered', reason: 'timeout' }), 5],
		['a reset', reset, 5],
		['an unreachable service', failed({ kind: 'unreached', reason: '' }), 5],
		['half of an answer', failed({ kind: 'unreadable', status: 200, body: 'truncated' }), 5],
	])('lets more requests in after %s only if the service keeps up', async (_, answer, most) => {
		const limiter = new RateLimiter(10, open);
		// Halves the limit to five.
		await limiter.run(0, async () => ({ result: undefined, limit: { pauseFor: 0 } }));
		for (let count = 0; count < 6; count++) {
			await sendWithRetry(async () => answer, { ...policy, maxRetries: 0 }, limiter, 0);
		}
		let inFlight = 0;
		let seen = 0;
		const attempts = Array.from({ length: 20 }, async () =>
			limiter.run(0, async () => {
				seen = Math.max(seen, ++inFlight);
				await new Promise((resolve) => setTimeout(resolve, 1));
				inFlight--;
				return { result: undefined, limit: 'keep' };
			}),
		);
		await Promise.all(attempts);
		expect(seen).toBe(most);
	});

	it('tells that it gives up before another request can begin', async () => {
		const limiter = new RateLimiter(1, open);
		const events: string[] = [];
		const giving = sendWithRetry(
			async () => refused(404),
			{ ...policy, onGivenUp: () => events.push('given up') },
			limiter,
			0,
		);
		const next = limiter.run(1, async () => {
			events.push('begun');
			return { result: undefined, limit: 'keep' };
		});
		await Promise.all([giving, next]);
		expect(events).toEqual(['given up', 'begun']);
	});

	it('gives up after the retries', async () => {
		const { attempt, calls } = service(refused(503));
		expect(await sendWithRetry(attempt, policy, new RateLimiter(5, open), 0)).toMatchObject({
			ok: false,
			retries: 3,
		});
		expect(calls()).toBe(4);
	});

	it('never repeats a send whose outcome is unknown', async () => {
		const { attempt, calls } = service(reset, ok);
		const outcome = await sendWithRetry(attempt, { ...policy, safe: false }, new RateLimiter(5, open), 0);
		expect(outcome).toMatchObject({ ok: false, outcomeKnown: false, retries: 0 });
		expect(calls()).toBe(1);
	});

	it('repeats even a send that was not taken', async () => {
		const { attempt } = service(
			refused(503, 1),
			failed({ kind: 'unreached', reason: '' }),
			refused(429, 1),
			ok,
		);
		const outcome = await sendWithRetry(attempt, { ...policy, safe: false }, new RateLimiter(5, open), 0);
		expect(outcome).toMatchObject({ ok: true, retries: 3 });
	});

	it('repeats nothing when no retries are wanted', async () => {
		const { attempt, calls } = service(refused(429, 1), ok);
		expect(
			await sendWithRetry(attempt, { ...policy, maxRetries: 0 }, new RateLimiter(5, open), 0),
		).toMatchObject({
			ok: false,
		});
		expect(calls()).toBe(1);
	});

	it('uses up no retry on a rate limit while others get through', async () => {
		const limiter = new RateLimiter(2, open);
		const { attempt, calls } = service(...Array.from({ length: 8 }, () => refused(429, 1)), ok);
		const others = async () => {
			const answer = await attempt();
			limiter.progress++;
			return answer;
		};
		expect(await sendWithRetry(others, policy, limiter, 0)).toMatchObject({ ok: true });
		expect(calls()).toBe(9);
	});

	it('gives up on a rate limit that lets nobody through', async () => {
		const { attempt, calls } = service(refused(429, 1));
		expect(await sendWithRetry(attempt, policy, new RateLimiter(2, open), 0)).toMatchObject({ ok: false });
		expect(calls()).toBe(4);
	});

	it.each([429, 503])(
		'fails at once when the service asks for more than five minutes with %d',
		async (status) => {
			const { attempt, calls } = service(refused(status, 300_001), ok);
			const begun = Date.now();
			expect(await sendWithRetry(attempt, policy, new RateLimiter(5, open), 0)).toMatchObject({
				ok: false,
				retries: 0,
				outcomeKnown: true,
			});
			expect(calls()).toBe(1);
			expect(Date.now() - begun).toBeLessThan(1000);
		},
	);

	it('fails at once when the service asks for more than the caller can wait', async () => {
		const { attempt, calls } = service(refused(429, 2_000), ok);
		const short = { ...policy, longestWait: 1_999 };
		expect(await sendWithRetry(attempt, short, new RateLimiter(5, open), 0)).toMatchObject({ ok: false });
		expect(calls()).toBe(1);
	});

	it('waits for what the service asks, whatever the back-off would be', async () => {
		const { attempt } = service(refused(503, 30), ok);
		const begun = Date.now();
		await sendWithRetry(attempt, policy, new RateLimiter(5, open), 0);
		expect(Date.now() - begun).toBeGreaterThanOrEqual(29);
	});

	it('remembers that an earlier try may have been carried out', async () => {
		const { attempt } = service(reset, refused(404));
		expect(await sendWithRetry(attempt, policy, new RateLimiter(5, open), 0)).toMatchObject({
			ok: false,
			failure: { status: 404 },
			outcomeKnown: false,
			retries: 1,
		});
	});

	it('stops waiting when the execution is cancelled', async () => {
		const controller = new AbortController();
		const limiter = new RateLimiter(2, controller.signal);
		const { attempt } = service(refused(429, 2_000));
		const sending = sendWithRetry(attempt, policy, limiter, 0);
		setTimeout(() => controller.abort(), 20);
		expect(await sending).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
	});
});
