import {
	assess,
	type Assessment,
	type ErrorReason,
	type ErrorResponse,
	type Failure,
} from '../../../../nodes/service/failure';

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

const page = (status: number): ErrorResponse => ({
	kind: 'errorResponse',
	status,
	message: '',
	isForeign: true,
	isWebPage: true,
});

describe('the reason of an error response', () => {
	it.each([
		[400, 'not_found', 'notFound'],
		[200, 'not_found', 'notFound'],
		[500, 'source_not_found', 'notFound'],
		[403, 'unauthorized', 'unauthorized'],
		[404, 'unauthorized', 'unauthorized'],
		[500, 'something_else', 'unavailable'],
		[404, 'constructor', 'notFound'],
	])('is given by the code before the status: %d %s', (status, code, reason) => {
		expect(assess(coded(status, code)).reason).toBe(reason);
	});

	it.each<[number, ErrorReason, boolean, Assessment['processed']]>([
		[200, 'invalid', false, 'yes'],
		[400, 'invalid', false, 'yes'],
		[401, 'unauthorized', false, 'yes'],
		[402, 'unpaid', false, 'yes'],
		[403, 'forbidden', false, 'yes'],
		[404, 'notFound', false, 'yes'],
		[405, 'wrongAddress', false, 'yes'],
		[408, 'unavailable', true, 'maybe'],
		[409, 'invalid', false, 'yes'],
		[429, 'rateLimited', true, 'no'],
		[500, 'unavailable', true, 'maybe'],
		[502, 'unavailable', true, 'maybe'],
		[503, 'unavailable', true, 'maybe'],
		[504, 'unavailable', true, 'maybe'],
		[524, 'unavailable', false, 'maybe'],
	])(
		'is given by the status %d, and whether it passes, and what became of the request',
		(status, ...expected) => {
			const { reason, isTransient, processed } = assess(refused(status));
			expect([reason, isTransient, processed]).toEqual(expected);
		},
	);

	it('is another address for a 404 in the words of another server', () => {
		const foreign: Failure = { kind: 'errorResponse', status: 404, message: 'nginx', isForeign: true };
		expect(assess(foreign).reason).toBe('wrongAddress');
	});

	it.each([
		[200, 'wrongAddress'],
		[401, 'wrongAddress'],
		[403, 'wrongAddress'],
		[404, 'wrongAddress'],
		[429, 'rateLimited'],
		[502, 'unavailable'],
	])('is another server for a web page with the status %d, unless that passes: %s', (status, reason) => {
		expect(assess(page(status)).reason).toBe(reason);
	});

	it.each<[Failure, string]>([
		[refused(400), 'unauthorized'],
		[refused(401), 'unauthorized'],
		[refused(403), 'unauthorized'],
		[refused(500), 'notLoggedIn'],
		[{ kind: 'timeout' }, 'notLoggedIn'],
	])('is that of the credential after a log-in that is refused, and of no other: %j', (cause, reason) => {
		expect(assess({ kind: 'notLoggedIn', cause }).reason).toBe(reason);
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
		['503 with Retry-After', refused(503, 0), notTaken],
		['500 with Retry-After', refused(500, 1000), unknown],
		['500 in words', { kind: 'errorResponse', status: 500, message: 'Failed to send' }, unknown],
		['502 in words', { kind: 'errorResponse', status: 502, message: 'Failed to send' }, known],
		[
			'502 in words of a proxy',
			{ kind: 'errorResponse', status: 502, message: 'Bad Gateway', isForeign: true },
			unknown,
		],
		['500 not_found', coded(500, 'not_found'), known],
		['no connection', { kind: 'notConnected', reason: '' }, notTaken],
		['no session', { kind: 'notLoggedIn', cause: refused(500) }, notTaken],
		['a time-out', { kind: 'timeout' }, unknown],
		['a web page', page(200), unknown],
		['a web page that refuses', page(403), known],
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
		['a web page', page(200), false],
		['an answer without a record', { kind: 'missingData', missing: 'record', fields: [] }, false],
		['a redirection', { kind: 'redirect', location: '' }, false],
		['a cancelled request', { kind: 'cancelled', sent: true }, false],
		['a code of the service in an outage', coded(503, 'not_found'), false],
	])('after %s', (_, failure, isTransient) => {
		expect(assess(failure).isTransient).toBe(isTransient);
	});
});
