import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';

import {
	VoiceAgentClient,
	type RequestPolicy,
	type ServiceRequest,
	createSend,
	post,
} from '../../../../nodes/service/request';
import { ServiceError } from '../../../../nodes/service/failure';
import { RateLimiter, sendWithRetries } from '../../../../nodes/service/retry';
import { toStoredSession } from '../../../../nodes/service/session';

const KEY = `svc_${'0'.repeat(40)}`;
const contextWith = (credential: ICredentialDataDecryptedObject) =>
	({
		getCredentials: async () => credential,
		getNode: () => ({ name: 'Voice Agent', type: 'voiceAgent', parameters: {} }),
	}) as unknown as IExecuteFunctions;

describe('open', () => {
	it('cleans the base URL', async () => {
		const context = contextWith({ baseUrl: ' https://x.example/functions/v1/ ', apiKey: ` ${KEY}\n` });
		expect(await VoiceAgentClient.open(context)).toMatchObject({
			credentialType: 'voiceAgentApi',
			connection: { baseUrl: 'https://x.example' },
		});
	});

	it.each([
		[{ baseUrl: '', apiKey: KEY }, /^The 'Base URL' is empty\. /],
		[{ baseUrl: 'https://x.example', apiKey: 'whsec_0123456789' }, /^The 'API Key' holds a signing secret /],
	])('refuses %j before any request', async (credential, words) => {
		await expect(VoiceAgentClient.open(contextWith(credential))).rejects.toMatchObject({
			message: expect.stringMatching(words),
			description: 'Open the credential, correct it and test it. Nothing was sent.',
		});
	});
});

/** Never fires. */
const open = new AbortController().signal;

/** An answer as n8n's HTTP client gives it, or the error that it throws. */
type Answer = { statusCode: number; headers: IDataObject; body: string } | Error;

const ok: Answer = { statusCode: 200, headers: {}, body: '{}' };
const refused = (statusCode: number, retryAfterMs?: number): Answer => ({
	statusCode,
	headers: retryAfterMs === undefined ? {} : { 'retry-after': String(retryAfterMs / 1000) },
	body: '{ "error": "" }',
});
const thrown = (code: string): Answer => Object.assign(new Error(code), { code });
const reset = thrown('ECONNRESET');

const sendBy = async (client: VoiceAgentClient, request: ServiceRequest, policy: RequestPolicy) =>
	await sendWithRetries(
		async () => await client.sendOnce(request, policy),
		policy,
		(result) => result,
	);

/** A client that is answered with the list, and then with the last of it for ever, and the requests that it has sent. */
async function answeredWith(...answers: Answer[]) {
	const asked: IHttpRequestOptions[] = [];
	const httpRequestWithAuthentication = async (_type: string, options: IHttpRequestOptions) => {
		const answer = answers[Math.min(asked.push(options), answers.length) - 1];
		if (answer instanceof Error) throw answer;
		return answer;
	};
	const client = await VoiceAgentClient.open({
		...contextWith({ baseUrl: 'https://x.example', apiKey: KEY }),
		helpers: { httpRequestWithAuthentication },
	} as unknown as IExecuteFunctions);
	const request = async (
		policy: Partial<RequestPolicy> = {},
		message: ServiceRequest = { method: 'POST', path: 'get-message', body: {} },
	) => await sendBy(client, message, { idempotent: true, limiter: new RateLimiter(5, open), ...policy });
	return { client, request, asked };
}

describe('request', () => {
	beforeEach(() => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
	});
	afterEach(() => {
		jest.restoreAllMocks();
	});

	it('sends fields as text, objects as JSON, and the files under one name, as a form', async () => {
		const { request, asked } = await answeredWith(ok);
		const files = [new File(['a'], 'a.wav'), new File(['b'], 'b.wav')];
		await request({}, post('clone-voice', { name: 'Front desk', count: 2, extra: { a: 1 } }, files));
		const form = asked[0]?.body as FormData;
		expect(['name', 'count', 'extra'].map((name) => form.get(name))).toEqual(['Front desk', '2', '{"a":1}']);
		expect(form.getAll('files')).toHaveLength(2);
	});

	it.each<[string, Answer, number]>([
		['a success', ok, 6],
		['an error response', refused(404), 6],
		['a 500', refused(500), 5],
		['a reset', reset, 5],
		['half of an answer', { statusCode: 200, headers: {}, body: '{ "a": ' }, 5],
	])('lets more requests in after %s only if the service keeps up', async (_, answer, most) => {
		const limiter = new RateLimiter(10, open);
		// Halves the limit to five.
		limiter.lowerLimit(0);
		const { request } = await answeredWith(answer);
		for (let count = 0; count < 6; count++) {
			await request({ limiter, maxRetries: 0 });
		}
		let inFlight = 0;
		for (let count = 0; count < 20; count++) {
			void limiter.run(0, async () => await new Promise(() => inFlight++));
		}
		await new Promise((resolve) => setTimeout(resolve, 1));
		expect(inFlight).toBe(most);
	});

	it('keeps its place until the caller has decided what follows', async () => {
		const stopped = new AbortController();
		const limiter = new RateLimiter(1, stopped.signal);
		const { client, asked } = await answeredWith(refused(404));
		const policy = { idempotent: true, limiter };
		const send = createSend(client, { ...policy, onFailure: () => stopped.abort() });
		const failing = send(post('get-message', {}));
		const next = sendBy(client, post('get-message', {}), policy);
		await expect(failing).rejects.toThrow(ServiceError);
		expect(await next).toMatchObject({ problem: { failure: { kind: 'cancelled', sent: false } } });
		expect(asked).toHaveLength(1);
	});

	it('remembers that an earlier try may have been processed', async () => {
		const { request } = await answeredWith(reset, refused(404));
		expect(await request()).toMatchObject({
			problem: { failure: { status: 404 }, isOutcomeKnown: false, retries: 1 },
		});
	});
});

it.each([
	[undefined, 31_000],
	[60_000, 61_000],
])(
	'asks for the whole answer, and leaves the deadline of %p ms to the client',
	async (timeoutMs, timeout) => {
		const { request, asked } = await answeredWith(ok);
		const policy = timeoutMs ? { timeoutMs } : {};
		await request(policy, { method: 'POST', path: 'list-agents', body: {} });
		const files = [new File(['a'], 'a.wav')];
		await request(policy, { method: 'POST', path: 'clone-voice', body: { name: 'Ada' }, files });
		const answer = {
			method: 'POST',
			timeout,
			encoding: 'text',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		};
		expect(asked).toMatchObject([
			{
				...answer,
				url: 'https://x.example/functions/v1/list-agents',
				body: '{}',
				headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
			},
			{ ...answer, headers: { Accept: 'application/json' } },
		]);
		expect(asked[1]?.headers).not.toHaveProperty('Content-Type');
	},
);

let accounts = 0;

const sessionRefused = (statusCode: number, code: string): Answer => ({
	statusCode,
	headers: {},
	body: JSON.stringify({ error: { code } }),
});

/** A client with a session, and the tokens that its requests were sent with; empty for a new one, which n8n fills in. */
async function withSession(
	stored: string,
	answerTo: (token: string) => Answer,
	{ limiter = new RateLimiter(1, open), onLogIn = () => {} } = {},
) {
	const account = {
		baseUrl: `https://x${++accounts}.example`,
		anonKey: 'anon',
		email: 'a@x.example',
		password: 'pw',
	};
	const tokens: string[] = [];
	let logIns = 0;
	const helpers = {
		httpRequest: async () => {
			onLogIn();
			return { statusCode: 200, headers: {}, body: `{"access_token":"new${++logIns}"}` };
		},
		httpRequestWithAuthentication: async (
			_type: string,
			_options: unknown,
			{ credentialsDecrypted }: { credentialsDecrypted: { data: IDataObject } },
		) => {
			const token = String(credentialsDecrypted.data.sessionToken);
			tokens.push(token);
			return answerTo(token);
		},
	};
	const { obtainedWith } = toStoredSession(account);
	const credential = { ...account, sessionToken: stored, refreshToken: '', obtainedWith };
	const context = { ...contextWith(credential), helpers } as unknown as IExecuteFunctions;
	const client = await VoiceAgentClient.open(context, 'voiceAgentSessionApi');
	const send = async () =>
		await sendBy(client, post('get-message', {}), { idempotent: false, maxRetries: 0, limiter });
	return { send, tokens, logIns: () => logIns };
}

describe('a session', () => {
	const refusesOld = (refusal: Answer) => (token: string) => (token === 'old' ? refusal : ok);
	const refusesAll = () => sessionRefused(401, 'unauthorized');

	it.each<[string, string, (token: string) => Answer, boolean, string[], number]>([
		['an old one is renewed', 'old', refusesOld(sessionRefused(401, 'unauthorized')), true, ['old', ''], 1],
		['its code tells', 'old', refusesOld(sessionRefused(403, 'unauthorized')), true, ['old', ''], 1],
		[
			'another code is about the request',
			'old',
			refusesOld(sessionRefused(403, 'forbidden')),
			false,
			['old'],
			0,
		],
		['it is renewed once for one request', 'old', refusesAll, false, ['old', ''], 1],
		['one begun for the request is not renewed', '', refusesAll, false, [''], 1],
	])('that is refused: %s', async (_, stored, answerTo, isOk, sent, begun) => {
		const { send, tokens, logIns } = await withSession(stored, answerTo);
		expect(await send()).toMatchObject({ ok: isOk });
		expect({ tokens, logIns: logIns() }).toEqual({ tokens: sent, logIns: begun });
	});

	it('is left to n8n to store by one request only', async () => {
		const { send, tokens, logIns } = await withSession('', () => ok);
		await send();
		await send();
		expect({ tokens, logIns: logIns() }).toEqual({ tokens: ['', 'new1'], logIns: 1 });
	});

	it('begins no request when the execution was canceled meanwhile', async () => {
		const cancelled = new AbortController();
		const { send, tokens } = await withSession('', () => ok, {
			onLogIn: () => cancelled.abort(),
			limiter: new RateLimiter(1, cancelled.signal),
		});
		expect(await send()).toMatchObject({
			ok: false,
			problem: { failure: { kind: 'cancelled', sent: false } },
		});
		expect(tokens).toEqual([]);
	});
});

it.each([
	[1, 'a request', post('get-message', { message_id: 'm1' })],
	[3, 'a page of a long list, whose answer is not kept', { ...post('list-messages', {}), isPage: true }],
])('asks %d times for two callers at once and a later one of %s', async (times, _, request) => {
	const { client, asked } = await answeredWith(ok);
	const send = createSend(client, { idempotent: true, results: new Map() });
	await Promise.all([send(request), send(request)]);
	await send(request);
	expect(asked).toHaveLength(times);
});
