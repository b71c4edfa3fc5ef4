import { assess, type ErrorResponse, type Failure } from '../../../../../nodes/shared/client/failure';

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

describe('the reason of an error response', () => {
	it.each([
		[400, 'not_found', 'notFound'],
		[200, 'not_found', 'notFound'],
		[500, 'source_not_found', 'notFound'],
		[404, 'unauthorized', 'unauthorized'],
		[500, 'insufficient_audio', 'invalid'],
		[500, 'something_else', 'unavailable'],
		[404, 'constructor', 'notFound'],
	])('is given by the code before the status: %d %s', (status, code, reason) => {
		expect(assess(coded(status, code)).reason).toBe(reason);
	});

	it.each([
		[200, 'invalid'],
		[400, 'invalid'],
		[401, 'unauthorized'],
		[402, 'unpaid'],
		[403, 'forbidden'],
		[404, 'notFound'],
		[408, 'unavailable'],
		[409, 'invalid'],
		[425, 'unavailable'],
		[429, 'rateLimited'],
		[500, 'unavailable'],
		[524, 'unavailable'],
	])('is given by the status %d', (status, reason) => {
		expect(assess(refused(status)).reason).toBe(reason);
	});

	it('is another address for a 404 in the words of another server', () => {
		const foreign: Failure = { kind: 'errorResponse', status: 404, message: 'nginx', isForeign: true };
		expect(assess(foreign).reason).toBe('wrongAddress');
	});

	it('stays that of the status for another refusal in the words of another server', () => {
		const foreign: Failure = { kind: 'errorResponse', status: 400, message: 'nginx', isForeign: true };
		expect(assess(foreign).reason).toBe('invalid');
	});
});

describe('the outcome of a request', () => {
	const known = 'yes';
	const unknown = 'maybe';
	const notTaken = 'no';
	it.each<[string, Failure, string]>([
		['429', refused(429), notTaken],
		['503 with Retry-After', refused(503, 0), notTaken],
		['425', refused(425), notTaken],
		['503', refused(503), unknown],
		['500 with Retry-After', refused(500, 1000), unknown],
		['500 in words', { kind: 'errorResponse', status: 500, message: 'Failed to send' }, unknown],
		['408', refused(408), unknown],
		['504', refused(504), unknown],
		['524, as a proxy answers for a service that took it', refused(524), unknown],
		['501', refused(501), known],
		['502 without words, from a proxy', refused(502), unknown],
		['502 in words', { kind: 'errorResponse', status: 502, message: 'Failed to send' }, known],
		[
			'502 in words of a proxy',
			{ kind: 'errorResponse', status: 502, message: 'Bad Gateway', isForeign: true },
			unknown,
		],
		['500 not_found', coded(500, 'not_found'), known],
		['400', refused(400), known],
		['an error in a 200', refused(200), known],
		['no connection', { kind: 'notConnected', reason: '' }, notTaken],
		['no session', { kind: 'notLoggedIn', cause: refused(500) }, notTaken],
		['a time-out', { kind: 'timeout' }, unknown],
		['a web page', { kind: 'invalidBody', status: 200, body: 'html' }, unknown],
		['an answer without a record', { kind: 'missingData', missing: 'record', fields: [] }, unknown],
		['no reason', { kind: 'unknown' }, unknown],
		['a redirection', { kind: 'redirect', location: '' }, notTaken],
		['a cancelled request that was sent', { kind: 'cancelled', sent: true }, unknown],
		['a cancelled request that was not', { kind: 'cancelled', sent: false }, notTaken],
	])('is known as far as it can be after %s', (_, failure, outcome) => {
		expect(assess(failure).processed).toBe(outcome);
	});
});

describe('whether the same request may succeed later', () => {
	it.each<[string, Failure, boolean]>([
		['no connection', { kind: 'notConnected', reason: '' }, true],
		['no session because of an outage', { kind: 'notLoggedIn', cause: refused(503) }, true],
		['no session because of a wrong password', { kind: 'notLoggedIn', cause: refused(400) }, false],
		['a time-out', { kind: 'timeout' }, true],
		['a lost connection', { kind: 'networkError' }, true],
		['no reason', { kind: 'unknown' }, true],
		['an answer that was cut off', { kind: 'invalidBody', status: 200, body: 'truncated' }, true],
		['an answer without a body', { kind: 'invalidBody', status: 200, body: 'empty' }, true],
		['a web page', { kind: 'invalidBody', status: 200, body: 'html' }, false],
		['an answer without a record', { kind: 'missingData', missing: 'record', fields: [] }, false],
		['a redirection', { kind: 'redirect', location: '' }, false],
		['a cancelled request', { kind: 'cancelled', sent: true }, false],
		['an outage', refused(503), true],
		['a refusal', refused(400), false],
		['a code of the service in an outage', coded(503, 'not_found'), false],
	])('after %s', (_, failure, isTransient) => {
		expect(assess(failure).isTransient).toBe(isTransient);
	});
});
