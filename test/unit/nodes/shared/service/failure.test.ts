import { worthRetrying, type Failure } from '../../../../../nodes/shared/service/failure';

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
		expect(worthRetrying(failure, true)).toBe(harmless);
		expect(worthRetrying(failure, false)).toBe(harmful);
	});
});
