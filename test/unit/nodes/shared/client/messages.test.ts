import type { Failure } from '../../../../../nodes/shared/client/failure';
import {
	describeFailure,
	durationInWords,
	type MessageContext,
	type MessageSource,
} from '../../../../../nodes/shared/client/messages';

const KEY = `svc_${'a'.repeat(40)}`;
const source = {
	connection: { baseUrl: 'https://service.example/voice' },
	credentialType: 'voiceAgentApi',
	credential: { apiKey: KEY, password: 'correct horse' },
} as unknown as MessageSource;

const refused = (status: number, message = '', more = {}): Failure => ({
	kind: 'errorResponse',
	status,
	message,
	...more,
});
/** The context of a message, and what came of the request. */
type Given = MessageContext & { retries?: number; isOutcomeKnown?: boolean };
const report = (failure: Failure, { retries = 0, isOutcomeKnown = true, ...messages }: Given = {}) =>
	describeFailure({ failure, retries, isOutcomeKnown, sentAt: 0 }, source, messages);
const send = { ifOutcomeUnknown: 'Look for it with Message > Get Many before you send it again.' };
const unsure = { ...send, isOutcomeKnown: false };

describe('describeFailure', () => {
	it.each<[string, Failure, Given, RegExp]>([
		[
			'a refusal',
			refused(400, 'message is required'),
			{},
			/^message is required\. Change the value .*run the node again\.$/,
		],
		[
			'a detail',
			refused(502, 'Failed to send', { detail: 'Blocked' }),
			{},
			/^Failed to send: Blocked\. The service could not do it now/,
		],
		[
			'no words',
			refused(418),
			{},
			/^The service answered with status 418\. The service gives no reason\. Check the values of the parameters, then run the node again\.$/,
		],
		[
			'no words about a list',
			refused(400),
			{ isForList: true },
			/^The service answered with status 400\. Choose 'By ID' and enter the ID\.$/,
		],
		[
			'a success that says no without words',
			refused(200, '', { refusingField: 'data.success: false' }),
			{},
			/^The service did not carry out the request: its answer has 'data\.success: false'\. The service gives no reason\. Look in the dashboard/,
		],
		[
			'a log-in without a session token',
			{
				kind: 'notLoggedIn',
				cause: { kind: 'missingData', missing: "session token ('access_token')", fields: ['user'] },
			},
			{},
			/^Logging in to the service did not work: the service answered without a session token \('access_token'\)\. Check the credential \(https:\/\/service\.example\)/,
		],
		[
			'an unknown id',
			refused(500, 'x', { code: 'not_found' }),
			{ ifNotFound: 'Check the Memory ID.' },
			/^x\. Check the Memory ID\.$/,
		],
		[
			'a key',
			refused(401, 'Unauthorized'),
			{},
			/^The service did not accept the credential\. The API key is wrong or was revoked/,
		],
		[
			'a key that has expired',
			refused(401, 'This key ended in May'),
			{},
			/^The service did not accept the credential\. This key ended in May\. The API key is wrong/,
		],
		[
			'an empty account',
			refused(402, 'Insufficient credits'),
			{},
			/^Insufficient credits\. The account has too few credits, .* Credit > Create Top-Up Link .*run the node again\.$/,
		],
		[
			'a 404 of another server',
			refused(404, 'Cannot POST /functions/v1/x', { isForeign: true }),
			{ ifNotFound: 'Check the Memory ID.' },
			/^The 'Base URL' leads to a server .* this address\. Cannot POST \/functions\/v1\/x\. Check the 'Base URL' in the credential \(https:\/\/service\.example\)/,
		],
		[
			'an answer of a cache',
			refused(304),
			{},
			/^The service answered with status 304\. This comes from a cache or proxy/,
		],
		[
			'a rate limit',
			refused(429),
			{ retries: 3 },
			/Lower 'Parallel Requests' or raise 'Max Retries' .* Tried 4 times\.$/,
		],
		[
			'a name',
			{ kind: 'notConnected', reason: 'its host name is not known' },
			{},
			/^The service could not be reached: its host name .*\(https:\/\/service\.example\).* The request was not sent\.$/,
		],
		[
			'a time-out',
			{ kind: 'timeout' },
			{},
			/^The service did not answer in time\. .*longer 'Timeout \(Ms\)'/,
		],
		[
			'an empty body',
			{ kind: 'invalidBody', status: 200, body: 'empty' },
			{},
			/^The service answered without a body\. Run the node again\.$/,
		],
		[
			'a cut body',
			{ kind: 'invalidBody', status: 200, body: 'truncated' },
			unsure,
			/^The answer of the service was cut off\. .*is unknown\. Look for it/,
		],
		[
			'a web page',
			{ kind: 'invalidBody', status: 200, body: 'html' },
			{},
			/^The 'Base URL' leads to a web page/,
		],
		[
			'a redirection',
			{ kind: 'redirect', location: 'https://other.example/a?token=x' },
			{},
			/^The service answers at another address\. .*redirects to https:\/\/other\.example\. .*The key was not sent there\.$/,
		],
		[
			'a redirection to another path',
			{ kind: 'redirect', location: '/a?token=x' },
			{},
			/^The service redirects to another path\. Its server \(https:\/\/service\.example\) is the one of the 'Base URL' in the credential\. Check the path/,
		],
		[
			'an unsent request',
			{ kind: 'cancelled', sent: false },
			{},
			/^The execution was canceled\. The request was not sent\.$/,
		],
		[
			'a cancelled send',
			{ kind: 'cancelled', sent: true },
			unsure,
			/^The execution was canceled\. .*unknown whether it was carried out\. Look for it/,
		],
		[
			'a cut-off send',
			{ kind: 'networkError' },
			unsure,
			/^The connection ended before .*It is unknown whether .*Look for it/,
		],
		['no reason', { kind: 'unknown' }, unsure, /^The request ended without an answer\. It is unknown/],
		[
			'a wrong password',
			{ kind: 'notLoggedIn', cause: refused(400) },
			{},
			/^The service did not accept the credential\. The email, the password .*The request was not sent\.$/,
		],
		[
			'a slow log-in',
			{ kind: 'notLoggedIn', cause: { kind: 'timeout' } },
			{},
			/^Logging in to the service did not work: the service did not answer in time\. /,
		],
	])('explains %s', (_, failure, context, words) => {
		const { message, description } = report(failure, context);
		expect(`${message}. ${description}`).toMatch(words);
		expect(`${message} ${description}`).not.toMatch(/\b(error|problem|failure|mistake|undefined)\b/i);
	});

	it.each<[string, Failure]>([
		['a refused connection', { kind: 'notConnected', reason: 'nothing answers at its address' }],
		['no session', { kind: 'notLoggedIn', cause: refused(500) }],
		['a wrong password', { kind: 'notLoggedIn', cause: refused(400) }],
		['a long wait', refused(500, '', { retryAfter: 600_000 })],
		['a request that was cancelled before its second try', { kind: 'cancelled', sent: false }],
	])(
		'does not say that nothing happened after %s when an earlier try may have been carried out',
		(_, failure) => {
			expect(report(failure, { isOutcomeKnown: false }).description).not.toMatch(
				/Nothing was|was not sent\./,
			);
		},
	);

	it.each<[string, Failure]>([
		['a refused connection', { kind: 'notConnected', reason: 'nothing answers at its address' }],
		['a wrong password', { kind: 'notLoggedIn', cause: refused(400) }],
		['a long wait', refused(500, '', { retryAfter: 600_000 })],
	])('speaks of the request alone, since others may have been carried out: %s', (_, failure) => {
		expect(report(failure).description).toMatch(/ The request was not (sent|carried out)\.$/);
	});

	it.each([
		[301_000, '6 minutes'],
		[7_200_000, '2 hours'],
		[86_400_000 * 3, '3 days'],
	])('says how long the service asks to wait: %d ms', (retryAfter, words) => {
		expect(report(refused(429, '', { retryAfter })).description).toBe(
			`The service asks to wait for ${words}. Run the node again after that. The request was not carried out.`,
		);
	});

	it('does not say so of a wait that the node waits for itself', () => {
		expect(report(refused(429, '', { retryAfter: 300_000 })).description).toMatch(
			/^The service receives too many requests/,
		);
	});

	it.each([
		[1, '1 seconds'],
		[119_000, '119 seconds'],
		[119_001, '2 minutes'],
		[119 * 60_000, '119 minutes'],
		[119 * 60_000 + 1, '2 hours'],
		[47 * 3_600_000, '47 hours'],
		[47 * 3_600_000 + 1, '2 days'],
	])('writes %d ms in words, rounded up', (milliseconds, words) => {
		expect(durationInWords(milliseconds)).toBe(words);
	});

	it('does not take a log-in that has to wait for a wrong password', () => {
		const cause = refused(400, 'Slow down', { retryAfter: 600_000 }) as Failure & { kind: 'errorResponse' };
		expect(report({ kind: 'notLoggedIn', cause }).message).toBe(
			'Logging in to the service did not work: slow down',
		);
	});

	it.each([400, 401, 403])('says that the credential is wrong when a log-in is answered %d', (status) => {
		const { message, description } = report({ kind: 'notLoggedIn', cause: refused(status) });
		expect(message).toBe('The service did not accept the credential');
		expect(description).toMatch(/^The email, the password or the anon key is wrong/);
	});

	it.each<[string, Failure]>([
		['an outage', refused(503)],
		['another address', { kind: 'errorResponse', status: 404, message: '', isForeign: true }],
		['a rate limit', refused(429)],
	])('does not say so after %s', (_, cause) => {
		expect(report({ kind: 'notLoggedIn', cause }).message).toMatch(
			/^Logging in to the service did not work: /,
		);
	});

	it('gives a log-in none of the advice that is about the request itself', () => {
		const own = { ...unsure, ifNotFound: 'Check the Memory ID.', adviseOn: () => 'Write within a day.' };
		const { description } = report({ kind: 'notLoggedIn', cause: refused(503, 'Closed') }, own);
		expect(description).not.toMatch(/Memory ID|within a day/);
	});

	it.each([
		[299, 'The service did not carry out the request'],
		[300, 'The service answered with status 300'],
	])('tells a success that says no from another answer: %d', (status, words) => {
		expect(report(refused(status)).message).toBe(words);
	});

	it.each([299, 399])('blames no parameter for an answer without words and the status %d', (status) => {
		expect(report(refused(status)).description).not.toMatch(/values of the parameters/);
	});

	it.each([
		[false, /^It is unknown whether the request was carried out/],
		[true, /^The service could not do it now/],
	])('says after a 500 what is known of a send: %s', (isOutcomeKnown, words) => {
		expect(report(refused(500), { ...send, isOutcomeKnown }).description).toMatch(words);
	});

	it('lists at most ten fields of an answer without its record', () => {
		const fields = Array.from({ length: 11 }, (_, index) => `field${index}`);
		const { description } = report({ kind: 'missingData', missing: 'record', fields });
		expect(description).toContain('field9 instead');
		expect(description).not.toContain('field10');
	});

	it.each([
		[send, true],
		[{}, false],
	])('says only of a send that its outcome is unknown: %j', (context, isSend) => {
		const missing: Failure = { kind: 'missingData', missing: 'record', fields: [] };
		const cut: Failure = { kind: 'invalidBody', status: 200, body: 'truncated' };
		for (const failure of [missing, cut]) {
			expect(/what the service did is unknown/.test(report(failure, context).description)).toBe(isSend);
		}
	});

	it('leaves open what became of a send after a 500 that asks for a long wait', () => {
		expect(report(refused(500, '', { retryAfter: 600_000 }), unsure).description).toMatch(
			/^The service asks to wait for 10 minutes\. It is unknown whether .*Look for it/,
		);
	});

	it('shows no secret that the service repeats, in none of its fields', () => {
		const echo = `${KEY} whsec_abc123 Bearer eyJ.x.y https://ada:pw@x.example/?token=t correct horse`;
		const shown = JSON.stringify(report(refused(400, echo, { detail: echo, code: KEY })));
		for (const secret of [KEY, 'abc123', 'eyJ', 'pw@', 'token=t', 'correct horse']) {
			expect(shown).not.toContain(secret);
		}
	});

	it('gives the status and the code of the service', () => {
		expect(report(refused(404, 'x', { code: 'not_found' }))).toMatchObject({
			statusCode: 404,
			code: 'not_found',
		});
		expect(report({ kind: 'notLoggedIn', cause: refused(400) })).toMatchObject({ statusCode: 400 });
		expect(report({ kind: 'invalidBody', status: 200, body: 'empty' })).toMatchObject({ statusCode: 200 });
		expect(report(refused(404))).not.toHaveProperty('code');
		expect(report({ kind: 'notConnected', reason: '' })).not.toHaveProperty('statusCode');
	});

	it('keeps the words of the service before the advice of the operation', () => {
		const adviseOn = () => 'Do that.';
		const refusal = refused(502, 'Failed to send', { detail: 'Account restricted for 24 hours' });
		expect(report(refusal, { adviseOn })).toMatchObject({
			message: 'Failed to send: Account restricted for 24 hours',
			description: 'Do that.',
		});
	});
});
