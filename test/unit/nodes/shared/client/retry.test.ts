import type { ErrorResponse, Failure } from '../../../../../nodes/shared/client/failure';
import {
	decideRetry,
	pauseForOthers,
	RETRY_LIMITS,
	type RetryState,
} from '../../../../../nodes/shared/client/retry';

const refused = (status: number, retryAfter?: number): Failure => ({
	kind: 'errorResponse',
	status,
	message: '',
	...(retryAfter !== undefined && { retryAfter }),
});

const coded = (status: number, code: string): ErrorResponse => ({
	kind: 'errorResponse',
	status,
	message: '',
	code,
});

/** The state after the first try. */
const first: RetryState = { idempotent: true, attempt: 1, ...RETRY_LIMITS };

describe('decideRetry', () => {
	it.each<[string, Failure, boolean, boolean]>([
		['429', refused(429), true, true],
		['503 with Retry-After', refused(503, 1000), true, true],
		['a refused connection', { kind: 'notConnected', reason: '' }, true, true],
		['425', refused(425), true, true],
		['503', refused(503), true, false],
		['500', refused(500), true, false],
		['408', refused(408), true, false],
		['a time-out', { kind: 'timeout' }, true, false],
		['a reset', { kind: 'networkError' }, true, false],
		['a cut body', { kind: 'invalidBody', status: 200, body: 'truncated' }, true, false],
		['a web page', { kind: 'invalidBody', status: 200, body: 'html' }, false, false],
		['an empty answer', { kind: 'invalidBody', status: 200, body: 'empty' }, true, false],
		['no reason', { kind: 'unknown' }, true, false],
		['an answer without a record', { kind: 'missingData', missing: 'record', fields: [] }, false, false],
		['524, as a proxy answers for a service that took it', refused(524), false, false],
		['500 not_found', coded(500, 'not_found'), false, false],
		['400', refused(400), false, false],
		['401', refused(401), false, false],
		['a log-in that failed for now', { kind: 'notLoggedIn', cause: refused(500) }, true, true],
		['a log-in that was refused', { kind: 'notLoggedIn', cause: refused(401) }, false, false],
		['501', refused(501), false, false],
		['a cancelled execution', { kind: 'cancelled', sent: true }, false, false],
		['a redirection', { kind: 'redirect', location: '' }, false, false],
	])('decides by what the request does after %s', (_, failure, harmless, harmful) => {
		expect(decideRetry(failure, { ...first, idempotent: true }).retry).toBe(harmless);
		expect(decideRetry(failure, { ...first, idempotent: false }).retry).toBe(harmful);
	});
});

it('retries no more often than it may', () => {
	const decide = (attempt: number) => decideRetry(refused(500), { ...first, attempt }).retry;
	expect([1, 3, 4].map(decide)).toEqual([true, true, false]);
	expect(decideRetry(refused(429), { ...first, maxRetries: 0 })).toEqual({ retry: false, processed: 'no' });
});

describe('the pause before a retry', () => {
	const delayMs = (failure: Failure, more: Partial<RetryState> = {}) => {
		const decision = decideRetry(failure, { ...first, maxRetries: 99, ...more });
		return decision.retry ? decision.delayMs : undefined;
	};
	afterEach(() => jest.restoreAllMocks());

	it('is a random part of a limit that doubles with each retry up to 20 seconds', () => {
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
		const delays = [1, 2, 3, 11].map((attempt) => delayMs(refused(500), { attempt }));
		expect(delays).toEqual([250, 500, 1000, 10_000]);
		jest.spyOn(Math, 'random').mockReturnValue(0);
		expect(delayMs(refused(500), { attempt: 4 })).toBe(0);
	});

	it('is what the service asks for, of a log-in too', () => {
		expect(delayMs(refused(503, 7_000))).toBe(7_000);
		expect(delayMs({ kind: 'notLoggedIn', cause: refused(429, 3_000) })).toBe(3_000);
	});

	it('is too long above five minutes, or above what the caller can wait for', () => {
		expect(delayMs(refused(429, 300_000))).toBe(300_000);
		expect(delayMs(refused(429, 300_001))).toBeUndefined();
		expect(delayMs(refused(429, 2_000), { maxRetryAfterMs: 1_999 })).toBeUndefined();
		const login: Failure = { kind: 'notLoggedIn', cause: refused(429, 2_000) };
		expect(delayMs(login, { maxRetryAfterMs: 2_000 })).toBe(2_000);
		expect(delayMs(login, { maxRetryAfterMs: 1_999 })).toBeUndefined();
	});
});

describe('the pause for others after a rate limit that is not waited for', () => {
	it.each([
		['what the service asks for', 2_000, 2_000],
		['none for a pause that would fail them too', 300_001, 0],
	])('is %s', (_, asked, pauseMs) => {
		expect(pauseForOthers(refused(429, asked), first)).toBe(pauseMs);
	});
});
