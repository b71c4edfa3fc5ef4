import type { Failure } from '../../../../nodes/service/failure';
import { describeFailure, type MessageContext, type MessageSource } from '../../../../nodes/service/messages';
import type { SendingPlace } from '../../../../nodes/service/messages';

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
type Given = Partial<MessageContext> & { retries?: number; isOutcomeKnown?: boolean };
const report = (failure: Failure, { retries = 0, isOutcomeKnown = true, ...messages }: Given = {}) =>
	describeFailure({ failure, retries, isOutcomeKnown }, source, { sentFrom: 'node', ...messages });
const send = { adviceWhenUnknown: 'Look for it with Message > Get Many before you send it again.' };
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
			{ sentFrom: 'list' },
			/^The service answered with status 400\. Choose 'By ID' or 'By Number' instead, and enter it\.$/,
		],
		[
			'a success that says no without words',
			refused(200),
			{},
			/^The service did not carry out the request\. The service gives no reason\. Look in the dashboard/,
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
			{ adviceWhenNotFound: 'Check the Memory ID.' },
			/^x\. Check the Memory ID\.$/,
		],
		[
			'a key',
			refused(401, 'Unauthorized'),
			{},
			/^The service did not accept the credential\. Unauthorized\. The API key is wrong or was revoked/,
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
			{ adviceWhenNotFound: 'Check the Memory ID.' },
			/^Another server answered instead of the service\. Cannot POST \/functions\/v1\/x\. .* status 404 .* Check the 'Base URL' in the credential \(https:\/\/service\.example\)/,
		],
		[
			'a web page in place of an answer',
			refused(403, '', { isForeign: true, isWebPage: true }),
			{},
			/^Another server answered instead of the service\. The answer has the status 403 .* A proxy, a cache or a firewall .* may have sent it\. Check the 'Base URL' .*NO_PROXY of n8n too\./,
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
			/^The service could not be reached: its host name .*\(https:\/\/service\.example\).* The request was not carried out\.$/,
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
			/^The answer of the service was cut off\. It is unknown .* Look for it/,
		],
		[
			'a redirection',
			{ kind: 'redirect', location: 'https://other.example/a?token=x' },
			{},
			/^The service redirects to https:\/\/other\.example\. The 'Base URL' .*The key was not sent on\. The request was not carried out\.$/,
		],
		[
			'a redirection to another path',
			{ kind: 'redirect', location: '/a?token=x' },
			{},
			/^The service redirects to another path\. The 'Base URL' in the credential \(https:\/\/service\.example\) .* Check its path/,
		],
		[
			'an unsent request',
			{ kind: 'cancelled', sent: false },
			{},
			/^The execution was canceled\. The request was not carried out\.$/,
		],
		[
			'a cancelled send',
			{ kind: 'cancelled', sent: true },
			unsure,
			/^The execution was canceled\. It is unknown whether the request was carried out.* Look for it/,
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
			/^The service did not accept the credential\. The email, the password .*The request was not carried out\.$/,
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
				/was not (sent|carried out)\./,
			);
		},
	);

	it.each<[string, Failure]>([
		['a refused connection', { kind: 'notConnected', reason: 'nothing answers at its address' }],
		['a wrong password', { kind: 'notLoggedIn', cause: refused(400) }],
		['a long wait', refused(429, '', { retryAfter: 600_000 })],
	])('speaks of the request alone, since others may have been carried out: %s', (_, failure) => {
		expect(report(failure).description).toMatch(/ The request was not carried out\.$/);
	});

	it.each([
		[301_000, '6 minutes'],
		[119 * 60_000, '119 minutes'],
		[119 * 60_000 + 1, '2 hours'],
		[86_400_000 * 3, '72 hours'],
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
		const own = {
			...unsure,
			adviceWhenNotFound: 'Check the Memory ID.',
			adviseOn: () => 'Write within a day.',
		};
		const { description } = report({ kind: 'notLoggedIn', cause: refused(503, 'Closed') }, own);
		expect(description).not.toMatch(/Memory ID|within a day/);
	});

	it.each([
		[299, 'The service did not carry out the request'],
		[418, 'The service answered with status 418'],
	])('tells a success that says no from another answer: %d', (status, words) => {
		expect(report(refused(status)).message).toBe(words);
	});

	it.each([200, 299])('blames no parameter for an answer without words and the status %d', (status) => {
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
			const { description } = report(failure, { ...context, isOutcomeKnown: false });
			expect(/^(The answer has no fields\. .*)?It is unknown whether/.test(description)).toBe(isSend);
		}
	});

	it('leaves open what became of a send after a 500 that asks for a long wait', () => {
		expect(report(refused(500, '', { retryAfter: 600_000 }), unsure).description).toMatch(
			/^The service asks to wait for 10 minutes\. It is unknown whether .*Look for it/,
		);
	});

	it.each<[SendingPlace, RegExp]>([
		['trigger', /Run the workflow again/],
		['polling', /Wait for the next poll/],
		['list', /Open the list again/],
		['memory', /Run the workflow again/],
		['publishing', /Publish the workflow again/],
	])('advises in the %s only what can be done there', (sentFrom, repetition) => {
		for (const failure of [{ kind: 'timeout' } as const, refused(429), refused(503)]) {
			const { description } = report(failure, { sentFrom });
			expect(description).toMatch(repetition);
			expect(description).not.toMatch(/'Timeout|Parallel Requests|Max Retries|the node/);
		}
	});

	it.each<[SendingPlace, number]>([
		['list', 10_000],
		['publishing', 10_000],
		['node', 300_000],
	])('says in the %s how long the service asks to wait, if that is longer than %d ms', (sentFrom, most) => {
		const words = (retryAfter: number) => report(refused(429, '', { retryAfter }), { sentFrom }).description;
		expect(words(most)).not.toMatch(/asks to wait/);
		expect(words(most + 1)).toMatch(/^The service asks to wait for /);
	});

	it('shows no secret that the service repeats, in none of its fields', () => {
		const echo = `${KEY} whsec_abc123 Bearer eyJ.x.y https://ada:pw@x.example/?token=t correct horse`;
		const shown = JSON.stringify(report(refused(400, echo, { detail: echo, code: KEY })));
		for (const secret of [KEY, 'abc123', 'eyJ', 'pw@', 'token=t', 'correct horse']) {
			expect(shown).not.toContain(secret);
		}
	});

	it('shortens long words of the service, and shows no part of a secret at the place of the cut', () => {
		expect(report(refused(400, 'x'.repeat(2_000))).message).toBe('x'.repeat(2_000));
		expect(report(refused(400, 'x'.repeat(2_001))).message).toBe(`${'x'.repeat(2_000)}...`);
		const echo = `${'x'.repeat(1_990)}correct horse`;
		const shown = JSON.stringify(report(refused(400, echo, { detail: echo })));
		expect(shown).not.toContain('correct');
	});

	it('gives the status and the code of the service', () => {
		expect(report(refused(404, 'x', { code: 'not_found' }))).toMatchObject({
			reason: 'notFound',
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
