import { readFileSync } from 'node:fs';

import {
	assess,
	type Assessment,
	type ErrorResponse,
	type Failure,
	isNotFound,
	ServiceError,
} from '../../../../nodes/service/failure';

const BEHAVIOR = readFileSync('docs/behavior.md', 'utf8');

const refused = (status: number, more: Partial<ErrorResponse> = {}): ErrorResponse => ({
	kind: 'errorResponse',
	status,
	message: '',
	...more,
});
const page = (status: number) => refused(status, { isNotInServiceForm: true, isWebPage: true });
const loggingIn = (cause: Failure): Failure => ({ kind: 'notLoggedIn', cause }) as Failure;

/** What is told of a failure, whether it passes, and what became of the request. */
type Expected = [reason: Assessment['reason'], isTransient: boolean, processed: Assessment['processed']];

it.each<[number, ...Expected]>([
	[200, 'invalid', false, 'yes'],
	[400, 'invalid', false, 'yes'],
	[401, 'unauthorized', false, 'yes'],
	[402, 'unpaid', false, 'yes'],
	[403, 'forbidden', false, 'yes'],
	[404, 'notFound', false, 'yes'],
	[405, 'wrongAddress', false, 'yes'],
	[408, 'unavailable', true, 'maybe'],
	[429, 'rateLimited', true, 'no'],
	[500, 'unavailable', true, 'maybe'],
	[502, 'unavailable', true, 'maybe'],
	[599, 'unavailable', true, 'maybe'],
	[425, 'invalid', false, 'yes'],
])('judges the status %d', (status, ...expected) => {
	const { reason, isTransient, processed } = assess(refused(status));
	expect([reason, isTransient, processed]).toEqual(expected);
});

it('repeats what the page says, and nothing else', () => {
	const [, statuses = ''] =
		/\*\*Reading, .* repeats them after (.*), every status from 500,/.exec(BEHAVIOR) ?? [];
	const repeated = new Set([
		...statuses.split(', ').map(Number),
		...Array.from({ length: 100 }, (_, index) => 500 + index),
	]);
	for (let status = 200; status < 600; status++) {
		expect({ status, isRepeated: assess(refused(status)).isTransient }).toEqual({
			status,
			isRepeated: repeated.has(status),
		});
	}
	const safe = [429, 503].map((status) => assess(refused(status, { retryAfter: 1_000 })).processed);
	expect(safe).toEqual(['no', 'no']);
	expect(BEHAVIOR).toMatch(
		/certainly did not accept the request: after 429, 503 with `Retry-After`, a refused connection/,
	);
});

it.each<[string, Failure, ...Expected]>([
	['a code before the status', refused(400, { code: 'not_found' }), 'notFound', false, 'yes'],
	['a code in an outage', refused(503, { code: 'not_found' }), 'notFound', false, 'yes'],
	['a longer code', refused(500, { code: 'source_not_found' }), 'notFound', false, 'yes'],
	['another code', refused(403, { code: 'unauthorized' }), 'unauthorized', false, 'yes'],
	['an unknown code', refused(500, { code: 'something_else' }), 'unavailable', true, 'maybe'],
	['a code like a method', refused(404, { code: 'constructor' }), 'notFound', false, 'yes'],
	['503 with Retry-After', refused(503, { retryAfter: 0 }), 'unavailable', true, 'no'],
	['500 with Retry-After', refused(500, { retryAfter: 1000 }), 'unavailable', true, 'maybe'],
	['500 in words', refused(500, { message: 'Failed' }), 'unavailable', true, 'maybe'],
	['502 in words', refused(502, { message: 'Failed' }), 'unavailable', true, 'yes'],
	[
		'502 of a proxy',
		refused(502, { message: 'Failed', isNotInServiceForm: true }),
		'unavailable',
		true,
		'maybe',
	],
	['404 of another server', refused(404, { isNotInServiceForm: true }), 'wrongAddress', false, 'yes'],
	['400 of another server', refused(400, { isNotInServiceForm: true }), 'invalid', false, 'yes'],
	['a web page', page(200), 'wrongAddress', false, 'maybe'],
	['a web page that refuses', page(403), 'wrongAddress', false, 'yes'],
	['a web page in an outage', page(502), 'unavailable', true, 'maybe'],
	['a web page for too many requests', page(429), 'rateLimited', true, 'no'],
	['no connection', { kind: 'notConnected', reason: '' }, 'notConnected', true, 'no'],
	['a time-out', { kind: 'timeout' }, 'timeout', true, 'maybe'],
	['a lost connection', { kind: 'networkError' }, 'networkError', true, 'maybe'],
	['no reason', { kind: 'unknown' }, 'unknown', true, 'maybe'],
	['a cut answer', { kind: 'invalidBody', status: 200, body: 'truncated' }, 'invalidBody', true, 'maybe'],
	['no record', { kind: 'missingData', missing: 'record', fields: [] }, 'missingData', false, 'maybe'],
	['a redirection', { kind: 'redirect', location: '' }, 'redirect', false, 'no'],
	['a cancelled send', { kind: 'cancelled', sent: true }, 'cancelled', false, 'maybe'],
	['a cancelled request', { kind: 'cancelled', sent: false }, 'cancelled', false, 'no'],
	['a wrong password', loggingIn(refused(400)), 'unauthorized', false, 'no'],
	['a forbidden log-in', loggingIn(refused(403)), 'unauthorized', false, 'no'],
	['a log-in in an outage', loggingIn(refused(503)), 'notLoggedIn', true, 'no'],
	['a slow log-in', loggingIn({ kind: 'timeout' }), 'notLoggedIn', true, 'no'],
])('judges %s', (_, failure, ...expected) => {
	const { reason, isTransient, processed } = assess(failure);
	expect([reason, isTransient, processed]).toEqual(expected);
});

it.each([
	['notFound', true],
	['wrongAddress', false],
	['unavailable', false],
	[undefined, false],
] as const)('knows by the table of statuses that the service does not know a record: %s', (reason, is) => {
	const report = { message: 'x', description: 'y', statusCode: 404, ...(reason && { reason }) };
	expect(isNotFound(new ServiceError(report))).toBe(is);
	expect(isNotFound(new Error('x'))).toBe(false);
});
