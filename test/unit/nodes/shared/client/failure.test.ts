import {
	wasNotProcessed,
	isNotFound,
	isOutcomeUnknown,
	classifyError,
	shouldRetry,
	type Failure,
	type ErrorResponse,
} from '../../../../../nodes/shared/client/failure';

const refused = (status: number, retryAfter?: number): Failure => ({
	kind: 'refused',
	status,
	message: '',
	...(retryAfter !== undefined && { retryAfter }),
});

describe('worthRetrying', () => {
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
		['400', refused(400), false, false],
		['401', refused(401), false, false],
		['501', refused(501), false, false],
		['a cancelled execution', { kind: 'cancelled', sent: true }, false, false],
		['a redirection', { kind: 'redirected', location: '' }, false, false],
	])('after %s', (_, failure, harmless, harmful) => {
		expect(shouldRetry(failure, true)).toBe(harmless);
		expect(shouldRetry(failure, false)).toBe(harmful);
	});
});

const coded = (status: number, code: string): ErrorResponse => ({
	kind: 'refused',
	status,
	message: '',
	code,
});

describe('reasonOf', () => {
	it.each([
		[400, 'not_found', 'notFound'],
		[200, 'not_found', 'notFound'],
		[500, 'source_not_found', 'notFound'],
		[404, 'unauthorized', 'unauthorized'],
		[500, 'insufficient_audio', 'invalid'],
		[500, 'something_else', 'unavailable'],
		[404, 'constructor', 'notFound'],
	])('decides %d with the code %s by the code first', (status, code, reason) => {
		expect(classifyError(coded(status, code))).toBe(reason);
		expect(isNotFound(coded(status, code))).toBe(reason === 'notFound');
	});

	it.each([
		[200, 'invalid'],
		[400, 'invalid'],
		[401, 'unauthorized'],
		[403, 'forbidden'],
		[404, 'notFound'],
		[408, 'unavailable'],
		[409, 'invalid'],
		[429, 'rateLimited'],
		[500, 'unavailable'],
		[524, 'unavailable'],
	])('falls back to the status %d', (status, reason) => {
		expect(classifyError({ kind: 'refused', status, message: '' })).toBe(reason);
	});
});

describe('what became of a request', () => {
	const known = 'known';
	const unknown = 'unknown';
	const notTaken = 'not taken';
	it.each<[string, Failure, string]>([
		['429', refused(429), notTaken],
		['503 with Retry-After', refused(503, 0), notTaken],
		['503', refused(503), unknown],
		['500 with Retry-After', refused(500, 1000), unknown],
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
		['no reason', { kind: 'unknown' }, unknown],
		['a redirection', { kind: 'redirected', location: '' }, known],
		['a cancelled request that was sent', { kind: 'cancelled', sent: true }, unknown],
		['a cancelled request that was not', { kind: 'cancelled', sent: false }, known],
	])('after %s', (_, failure, outcome) => {
		expect(isOutcomeUnknown(failure)).toBe(outcome === unknown);
		expect(wasNotProcessed(failure)).toBe(outcome === notTaken);
	});
});
