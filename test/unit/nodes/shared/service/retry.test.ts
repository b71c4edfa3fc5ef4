import type { Answer } from '../../../../../nodes/shared/service/response';
import type { Fault } from '../../../../../nodes/shared/service/failure';
import { sendWithRetry } from '../../../../../nodes/shared/service/retry';
import { Throttle } from '../../../../../nodes/shared/service/rateLimiter';

const ok: Answer = { ok: true, body: {} };
const fault = (value: Fault): Answer => ({ ok: false, fault: value });
const refused = (status: number, retryAfter?: number) =>
	fault({ kind: 'refused', status, message: '', ...(retryAfter !== undefined && { retryAfter }) });
const reset = fault({ kind: 'unanswered', reason: 'reset' });

/** Answers with the list, then with the last of it for ever. */
function service(...answers: Answer[]) {
	let calls = 0;
	return {
		attempt: async () => answers[Math.min(calls++, answers.length - 1)] as Answer,
		calls: () => calls,
	};
}

const policy = { maxRetries: 3, repeatable: true, random: () => 0 };

describe('sendWithRetry', () => {
	it('repeats a harmless request until it works', async () => {
		const { attempt, calls } = service(refused(500), reset, ok);
		expect(await sendWithRetry(attempt, policy, new Throttle(5), 0)).toMatchObject({ ok: true, retries: 2 });
		expect(calls()).toBe(3);
	});

	it('gives up after the retries', async () => {
		const { attempt, calls } = service(refused(503));
		expect(await sendWithRetry(attempt, policy, new Throttle(5), 0)).toMatchObject({ ok: false, retries: 3 });
		expect(calls()).toBe(4);
	});

	it('never repeats a send whose outcome is unknown', async () => {
		const { attempt, calls } = service(reset, ok);
		const outcome = await sendWithRetry(attempt, { ...policy, repeatable: false }, new Throttle(5), 0);
		expect(outcome).toMatchObject({ ok: false, outcomeKnown: false, retries: 0 });
		expect(calls()).toBe(1);
	});

	it('repeats even a send that was not taken', async () => {
		const { attempt } = service(
			refused(503, 1),
			fault({ kind: 'unreached', reason: '' }),
			refused(429, 1),
			ok,
		);
		const outcome = await sendWithRetry(attempt, { ...policy, repeatable: false }, new Throttle(5), 0);
		expect(outcome).toMatchObject({ ok: true, retries: 3 });
	});

	it('repeats nothing when no retries are wanted', async () => {
		const { attempt, calls } = service(refused(429, 1), ok);
		expect(await sendWithRetry(attempt, { ...policy, maxRetries: 0 }, new Throttle(5), 0)).toMatchObject({
			ok: false,
		});
		expect(calls()).toBe(1);
	});

	it('uses up no retry on a rate limit while others get through', async () => {
		const throttle = new Throttle(2);
		const { attempt, calls } = service(...Array.from({ length: 8 }, () => refused(429, 1)), ok);
		const others = async () => {
			const answer = await attempt();
			throttle.progress++;
			return answer;
		};
		expect(await sendWithRetry(others, policy, throttle, 0)).toMatchObject({ ok: true });
		expect(calls()).toBe(9);
	});

	it('gives up on a rate limit that lets nobody through', async () => {
		const { attempt, calls } = service(refused(429, 1));
		expect(await sendWithRetry(attempt, policy, new Throttle(2), 0)).toMatchObject({ ok: false });
		expect(calls()).toBe(4);
	});

	it('stops waiting when the execution is cancelled', async () => {
		const controller = new AbortController();
		const throttle = new Throttle(2, controller.signal);
		const { attempt } = service(refused(429, 2_000));
		const sending = sendWithRetry(attempt, { ...policy, signal: controller.signal }, throttle, 0);
		setTimeout(() => controller.abort(), 20);
		expect(await sending).toMatchObject({ ok: false, fault: { kind: 'cancelled' } });
	});
});
