import type { ErrorResponse, Failure } from '../../../../../nodes/shared/client/errors';
import {
	isOutcomeUnknown,
	isRetryAfterTooLong,
	retryDelay,
	shouldRetry,
	wasNotProcessed,
} from '../../../../../nodes/shared/client/retry';

const refused = (status: number, retryAfter?: number): Failure => ({
	kind: 'refused',
	status,
	message: '',
	...(retryAfter !== undefined && { retryAfter }),
});

const coded = (status: number, code: string): ErrorResponse => ({
	kind: 'refused',
	status,
	message: '',
	code,
});

describe('shouldRetry', () => {
	it.each<[string, Failure, boolean, boolean]>([
		['429', refused(429), true, true],
		['503 with Retry-After', refused(503, 1000), true, true],
		['a refused connection', { kind: 'unreached', reason: '' }, true, true],
		['503', refused(503), true, false],
		['500', refused(500), true, false],
		['408', refused(408), true, false],
		['a time-out', { kind: 'unanswered', reason: 'timeout' }, true, false],
		['a reset', { kind: 'unanswered', reason: 'reset' }, true, false],
		['a cut body', { kind: 'unreadable', status: 200, body: 'truncated' }, true, false],
		['a web page', { kind: 'unreadable', status: 200, body: 'html' }, false, false],
		['an empty answer', { kind: 'unreadable', status: 200, body: 'empty' }, true, false],
		['no reason', { kind: 'unknown' }, true, false],
		['an answer without a record', { kind: 'incomplete', missing: 'record', fields: [] }, false, false],
		['524, as a proxy answers for a service that took it', refused(524), false, false],
		['500 not_found', coded(500, 'not_found'), false, false],
		['400', refused(400), false, false],
		['401', refused(401), false, false],
		['a log-in that failed for now', { kind: 'notLoggedIn', cause: refused(500) }, true, true],
		['a log-in that was refused', { kind: 'notLoggedIn', cause: refused(401) }, false, false],
		['501', refused(501), false, false],
		['a cancelled execution', { kind: 'cancelled', sent: true }, false, false],
		['a redirection', { kind: 'redirected', location: '' }, false, false],
	])('after %s', (_, failure, harmless, harmful) => {
		expect(shouldRetry(failure, true)).toBe(harmless);
		expect(shouldRetry(failure, false)).toBe(harmful);
	});
});

describe('the outcome of a request', () => {
	const known = 'known';
	const unknown = 'unknown';
	const notTaken = 'not taken';
	it.each<[string, Failure, string]>([
		['429', refused(429), notTaken],
		['503 with Retry-After', refused(503, 0), notTaken],
		['503', refused(503), unknown],
		['500 with Retry-After', refused(500, 1000), unknown],
		['500 in words', { kind: 'refused', status: 500, message: 'Failed to send' }, unknown],
		['408', refused(408), unknown],
		['504', refused(504), unknown],
		['524, as a proxy answers for a service that took it', refused(524), unknown],
		['501', refused(501), known],
		['502 without words, from a proxy', refused(502), unknown],
		['502 in words', { kind: 'refused', status: 502, message: 'Failed to send' }, known],
		[
			'502 in words of a proxy',
			{ kind: 'refused', status: 502, message: 'Bad Gateway', isForeign: true },
			unknown,
		],
		['500 not_found', coded(500, 'not_found'), known],
		['400', refused(400), known],
		['an error in a 200', refused(200), known],
		['no connection', { kind: 'unreached', reason: '' }, notTaken],
		['no session', { kind: 'notLoggedIn', cause: refused(500) }, notTaken],
		['a time-out', { kind: 'unanswered', reason: 'timeout' }, unknown],
		['a web page', { kind: 'unreadable', status: 200, body: 'html' }, unknown],
		['an answer without a record', { kind: 'incomplete', missing: 'record', fields: [] }, unknown],
		['no reason', { kind: 'unknown' }, unknown],
		['a redirection', { kind: 'redirected', location: '' }, known],
		['a cancelled request that was sent', { kind: 'cancelled', sent: true }, unknown],
		['a cancelled request that was not', { kind: 'cancelled', sent: false }, known],
	])('after %s', (_, failure, outcome) => {
		expect(isOutcomeUnknown(failure)).toBe(outcome === unknown);
		expect(wasNotProcessed(failure)).toBe(outcome === notTaken);
	});
});

describe('retryDelay', () => {
	it('is a random part of a limit that doubles with each retry up to 20 seconds', () => {
		const delays = [0, 1, 2, 10].map((retries) => retryDelay(refused(500), retries, 0.5));
		expect(delays).toEqual([250, 500, 1000, 10_000]);
		expect(retryDelay(refused(500), 3, 0)).toBe(0);
	});

	it('is what the service asks for, of a log-in too', () => {
		expect(retryDelay(refused(503, 7_000), 0, 0.9)).toBe(7_000);
		expect(retryDelay({ kind: 'notLoggedIn', cause: refused(429, 3_000) }, 0, 0.9)).toBe(3_000);
	});

	it('is too long above five minutes, or above what the caller can wait for', () => {
		expect(isRetryAfterTooLong(refused(429, 300_000))).toBe(false);
		expect(isRetryAfterTooLong(refused(429, 300_001))).toBe(true);
		expect(isRetryAfterTooLong(refused(429, 2_000), 1_999)).toBe(true);
		expect(shouldRetry(refused(429, 300_001), true)).toBe(false);
		const login: Failure = { kind: 'notLoggedIn', cause: refused(429, 2_000) };
		expect([2_000, 1_999].map((most) => shouldRetry(login, false, most))).toEqual([true, false]);
	});
});
