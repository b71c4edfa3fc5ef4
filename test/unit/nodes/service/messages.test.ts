import { assess, type Failure } from '../../../../nodes/service/failure';
import {
	createServiceError,
	type FailureAdvice,
	type UsedCredential,
} from '../../../../nodes/service/messages';

const KEY = `svc_${'a'.repeat(40)}`;
const source = {
	connection: { baseUrl: 'https://service.example/voice' },
	credentialType: 'voiceAgentApi',
	credential: { apiKey: KEY, password: 'correct horse' },
} as unknown as UsedCredential;

const refused = (status: number, message = '', more = {}): Failure => ({
	kind: 'errorResponse',
	status,
	message,
	...more,
});
/** The context of a message, and what came of the request. */
type Given = Partial<FailureAdvice> & { retries?: number; isOutcomeKnown?: boolean };
const report = (failure: Failure, { retries = 0, isOutcomeKnown = true, ...messages }: Given = {}) =>
	createServiceError({ failure, assessment: assess(failure), retries, isOutcomeKnown }, source, messages)
		.report;
const send = { adviceWhenUnknown: 'Look for it with Message > Get Many before you send it again.' };
const unsure = { ...send, isOutcomeKnown: false };
const MEMORY = { adviceWhenNotFound: 'Check the Memory ID.' };
const PAGE = refused(403, '', { isNotInServiceForm: true, isWebPage: true });
const CUT: Failure = { kind: 'invalidBody', status: 200, body: 'truncated' };

describe('createServiceError', () => {
	const tokenless: Failure = {
		kind: 'missingData',
		missing: "session token ('access_token')",
		fields: ['user'],
	};
	const elsewhere = 'https://other.example/a?token=x';

	it.each<[string, Failure, RegExp, Given?]>([
		['a refusal', refused(400, 'message is required'), /^message is required\. Change the value .*try again/],
		[
			'a detail',
			refused(502, 'Failed', { detail: 'Blocked' }),
			/^Failed: Blocked\. The service could not do it now/,
		],
		[
			'no words',
			refused(418),
			/^The service answered with status 418\. .* gives no reason\. Check the values/,
		],
		['a success that says no', refused(299), /^The service did not carry out the request\. /],
		['an unknown id', refused(500, 'x', { code: 'not_found' }), /^x\. Check the Memory ID\.$/, MEMORY],
		['a key', refused(401, 'No'), /^The service did not accept the credential\. No\. The API key is wrong/],
		[
			'an empty account',
			refused(402, 'Broke'),
			/^Broke\. .* too few credits, .* Credit > Create Top-Up Link/,
		],
		[
			'a web page',
			PAGE,
			/^Another server answered .* status 403 .* A proxy, .* Check the 'Base URL' .*NO_PROXY/,
		],
		['a rate limit', refused(429), /, or lower 'Parallel Requests' .* Tried 4 times\.$/, { retries: 3 }],
		['a time-out', { kind: 'timeout' }, /^The service did not answer in time\. .*longer 'Timeout \(Ms\)'/],
		[
			'an empty body',
			{ kind: 'invalidBody', status: 200, body: 'empty' },
			/^.* without a body\. Try again\.$/,
		],
		['a cut body', CUT, /^The answer .* was cut off\. It is unknown .* Look for it/, unsure],
		[
			'a redirection',
			{ kind: 'redirect', location: elsewhere },
			/to https:\/\/other\.example\. .*The key was not sent on/,
		],
		[
			'a cut-off send',
			{ kind: 'networkError' },
			/^The connection ended before .*It is unknown .*Look for it/,
			unsure,
		],
		[
			'a log-in without a token',
			{ kind: 'notLoggedIn', cause: tokenless },
			/: .* without a session token .* Check the cred/,
		],
	])('explains %s', (_, failure, words, context = {}) => {
		const { message, description } = report(failure, context);
		expect(`${message}. ${description}`).toMatch(words);
		expect(`${message} ${description}`).not.toMatch(/\b(error|problem|failure|mistake|undefined)\b/i);
	});

	it.each<[string, Failure]>([
		['a refused connection', { kind: 'notConnected', reason: 'nothing answers at its address' }],
		['a wrong password', { kind: 'notLoggedIn', cause: refused(400) }],
		['a long wait', refused(429, '', { retryAfter: 600_000 })],
		['a request that was cancelled before its second try', { kind: 'cancelled', sent: false }],
	])('says after %s that nothing happened, unless an earlier try may have been carried out', (_, failure) => {
		expect(report(failure).description).toMatch(/The request was not carried out\.$/);
		expect(report(failure, { isOutcomeKnown: false }).description).not.toMatch(
			/was not (sent|carried out)\./,
		);
	});

	it.each([
		[301_000, '6 minutes'],
		[119 * 60_000 + 1, '2 hours'],
	])('says how long the service asks to wait: %d ms', (retryAfter, words) => {
		expect(report(refused(429, '', { retryAfter })).description).toBe(
			`The service asks to wait for ${words}. Try again after that. The request was not carried out.`,
		);
	});

	it.each([400, 401, 403])('says that the credential is wrong when a log-in is answered %d', (status) => {
		const { message, description } = report({ kind: 'notLoggedIn', cause: refused(status) });
		expect(message).toBe('The service did not accept the credential');
		expect(description).toMatch(/^The email, the password or the anon key is wrong/);
	});

	it.each<[string, Failure]>([
		['an outage', refused(503, 'Closed')],
		['another address', { kind: 'errorResponse', status: 404, message: '', isNotInServiceForm: true }],
		['a rate limit', refused(429)],
	])('does not say so after %s, and gives none of the advice about the request itself', (_, cause) => {
		const own = { ...unsure, ...MEMORY, adviseOn: () => 'Write within a day.' };
		const { message, description } = report({ kind: 'notLoggedIn', cause }, own);
		expect(message).toMatch(/^Logging in to the service did not work: /);
		expect(description).not.toMatch(/Memory ID|within a day/);
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
		for (const failure of [missing, CUT]) {
			const { description } = report(failure, { ...context, isOutcomeKnown: false });
			expect(/^(The answer has no fields\. .*)?It is unknown whether/.test(description)).toBe(isSend);
		}
	});

	it.each<[string, Failure, RegExp]>([
		['a time-out', { kind: 'timeout' }, /'Timeout \(Ms\)'/],
		['a rate limit', refused(429), /'Parallel Requests'/],
	])('advises to change an option after %s, unless a person waits in the editor', (_, failure, option) => {
		expect(report(failure).description).toMatch(option);
		const { description } = report(failure, { isInteractive: true });
		expect(description).toMatch(/Try again later\./);
		expect(description).not.toMatch(option);
	});

	it.each([
		[true, 10_000],
		[false, 300_000],
	])('says how long the service asks to wait: interactive %s, longer than %d ms', (isInteractive, most) => {
		const words = (retryAfter: number) =>
			report(refused(429, '', { retryAfter }), { isInteractive }).description;
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
		expect(report(refused(400, 'x'.repeat(300))).message).toBe('x'.repeat(300));
		expect(report(refused(400, 'x'.repeat(301))).message).toBe(`${'x'.repeat(300)}...`);
		const echo = `${'x'.repeat(290)}correct horse`;
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
});
