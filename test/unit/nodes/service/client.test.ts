import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { VoiceAgentClient, type RequestPolicy } from '../../../../nodes/service/client';
import { RateLimiter } from '../../../../nodes/service/rateLimiter';
import { hashLogIn } from '../../../../nodes/service/session';

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
		[
			{ baseUrl: 'https://ada:pw@x.example', apiKey: KEY },
			/^The 'Base URL' holds a user name or password\. /,
		],
		[{ baseUrl: 'https://x.example?key=1', apiKey: KEY }, /^The 'Base URL' holds a query or a fragment\. /],
		[{ baseUrl: 'https://x.example', apiKey: ' ' }, /^The 'API Key' is empty\. /],
		[{ baseUrl: 'https://x.example', apiKey: 'whsec_0123456789' }, /^The 'API Key' holds a signing secret /],
	])('refuses %j before any request', async (credential, words) => {
		await expect(VoiceAgentClient.open(contextWith(credential))).rejects.toMatchObject({
			message: expect.stringMatching(words),
			description: 'Open the credential, correct it and test it. Nothing was sent.',
		});
	});

	it('leaves the tokens of another account behind', async () => {
		const account = {
			baseUrl: 'https://x.example',
			anonKey: 'anon',
			email: 'ada@example.com',
			password: 'pw',
		};
		const stored = { ...account, sessionToken: 't', refreshToken: 'r', obtainedWith: hashLogIn(account) };
		expect((await VoiceAgentClient.open(contextWith(stored), 'session')).credential).toMatchObject({
			sessionToken: 't',
		});
		const edited = await VoiceAgentClient.open(
			contextWith({ ...stored, email: 'bob@example.com' }),
			'session',
		);
		expect(edited.credential).toMatchObject({ sessionToken: '', refreshToken: '' });
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
const unreached = thrown('ENOTFOUND');

type Options = Partial<RequestPolicy> & { limiter?: RateLimiter };

/** A client that is answered with the list, and then with the last of it for ever. */
async function answeredWith(...answers: Answer[]) {
	let calls = 0;
	const context = contextWith({ baseUrl: 'https://x.example', apiKey: KEY });
	const httpRequestWithAuthentication = async () => {
		const answer = answers[Math.min(calls++, answers.length - 1)];
		if (answer instanceof Error) throw answer;
		return answer;
	};
	const client = await VoiceAgentClient.open({
		...context,
		helpers: { httpRequestWithAuthentication },
	} as unknown as IExecuteFunctions);
	const request = async ({ limiter = new RateLimiter(5, open), ...policy }: Options = {}) => {
		const slot = limiter.slot();
		try {
			return await client.request(
				{ method: 'POST', path: 'get-message', body: {} },
				{ idempotent: true, ...policy },
				slot,
			);
		} finally {
			slot.free();
		}
	};
	return { client, request, calls: () => calls };
}

describe('request', () => {
	beforeEach(() => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
	});
	afterEach(() => {
		jest.restoreAllMocks();
	});

	it('repeats an idempotent request until it works', async () => {
		const { request, calls } = await answeredWith(refused(500), reset, ok);
		expect(await request()).toMatchObject({ body: {} });
		expect(calls()).toBe(3);
	});

	it.each<[string, Answer, number]>([
		['a success', ok, 6],
		['an error response', refused(404), 6],
		['a 500', refused(500), 5],
		['a 503', refused(503), 5],
		['a time-out', thrown('ETIMEDOUT'), 5],
		['a reset', reset, 5],
		['an unreachable service', unreached, 5],
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
		let seen = 0;
		const attempts = Array.from({ length: 20 }, async () => {
			const slot = limiter.slot();
			await slot.take();
			seen = Math.max(seen, ++inFlight);
			await new Promise((resolve) => setTimeout(resolve, 1));
			inFlight--;
			slot.free();
		});
		await Promise.all(attempts);
		expect(seen).toBe(most);
	});

	it('keeps its place until the caller has decided what follows', async () => {
		const limiter = new RateLimiter(1, open);
		const events: string[] = [];
		const { client } = await answeredWith(refused(404));
		const slot = limiter.slot();
		const message = { method: 'POST', path: 'get-message', body: {} } as const;
		expect(await client.request(message, { idempotent: true }, slot)).toMatchObject({ ok: false });
		const next = limiter
			.slot()
			.take()
			.then(() => events.push('begun'));
		await new Promise((resolve) => setTimeout(resolve, 20));
		events.push('decided');
		slot.free();
		await next;
		expect(events).toEqual(['decided', 'begun']);
	});

	it('gives up after the retries', async () => {
		const { request, calls } = await answeredWith(refused(503));
		expect(await request()).toMatchObject({ ok: false, retries: 3 });
		expect(calls()).toBe(4);
	});

	it('never repeats a send whose outcome is unknown', async () => {
		const { request, calls } = await answeredWith(reset, ok);
		expect(await request({ idempotent: false })).toMatchObject({
			ok: false,
			isOutcomeKnown: false,
			retries: 0,
		});
		expect(calls()).toBe(1);
	});

	it('uses up no retry on a rate limit while others get through', async () => {
		const limiter = new RateLimiter(2, open);
		const { request, calls } = await answeredWith(...Array.from({ length: 8 }, () => refused(429, 1)), ok);
		jest.spyOn(limiter, 'slot').mockReturnValue({
			limiter,
			take: async () => void limiter.progress++,
			free: () => {},
		});
		await request({ limiter });
		expect(calls()).toBe(9);
	});

	it('repeats nothing after a rate limit either if no retries are wanted, while others get through', async () => {
		const limiter = new RateLimiter(2, open);
		const { request, calls } = await answeredWith(refused(429, 1), ok);
		jest.spyOn(limiter, 'slot').mockReturnValue({
			limiter,
			take: async () => void limiter.progress++,
			free: () => {},
		});
		expect(await request({ limiter, maxRetries: 0 })).toMatchObject({ ok: false, retries: 0 });
		expect(calls()).toBe(1);
	});

	it('gives up on a rate limit that lets no request through', async () => {
		const { request, calls } = await answeredWith(refused(429, 1));
		expect(await request({ limiter: new RateLimiter(2, open) })).toMatchObject({ ok: false });
		expect(calls()).toBe(4);
	});

	it('remembers that an earlier try may have been processed', async () => {
		const { request } = await answeredWith(reset, refused(404));
		expect(await request()).toMatchObject({ failure: { status: 404 }, isOutcomeKnown: false, retries: 1 });
	});

	it('stops waiting when the execution is canceled', async () => {
		const controller = new AbortController();
		const { request } = await answeredWith(refused(429, 2_000));
		const sending = request({ limiter: new RateLimiter(2, controller.signal) });
		setTimeout(() => controller.abort(), 20);
		expect(await sending).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
	});
});

it.each([
	[undefined, 31_000],
	[60_000, 61_000],
])(
	'asks for the whole answer, whatever it is, and leaves the deadline of %p ms to the client',
	async (timeoutMs, timeout) => {
		const asked: IHttpRequestOptions[] = [];
		const httpRequestWithAuthentication = async (_type: string, options: IHttpRequestOptions) => {
			asked.push(options);
			return ok;
		};
		const context = {
			...contextWith({ baseUrl: 'https://x.example', apiKey: KEY }),
			helpers: { httpRequestWithAuthentication },
		};
		const client = await VoiceAgentClient.open(context as unknown as IExecuteFunctions);
		const policy = { idempotent: true, ...(timeoutMs && { timeoutMs }) };
		const answer = {
			method: 'POST',
			timeout,
			encoding: 'text',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		};
		await client.request(
			{ method: 'POST', path: 'list-agents', body: {} },
			policy,
			new RateLimiter(1, open).slot(),
		);
		const files = [new File(['a'], 'a.wav')];
		await client.request(
			{ method: 'POST', path: 'clone-voice', body: { name: 'Ada' }, files },
			policy,
			new RateLimiter(1, open).slot(),
		);
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

/** A client with a session, and the tokens that its requests were sent with; empty for a new one, which n8n fills in. */
async function withSession({
	stored = '',
	refuses = () => false,
	refusal = { ...refused(401), body: '{"error":{"code":"unauthorized"}}' },
	onLogIn = () => {},
	limiter = new RateLimiter(1, open),
}: {
	stored?: string;
	refuses?: (token: string) => boolean;
	refusal?: object;
	onLogIn?: () => void;
	limiter?: RateLimiter;
}) {
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
			return refuses(token) ? refusal : ok;
		},
	};
	const credential = {
		...account,
		sessionToken: stored,
		refreshToken: '',
		obtainedWith: hashLogIn(account),
	};
	const client = await VoiceAgentClient.open(
		{ ...contextWith(credential), helpers } as unknown as IExecuteFunctions,
		'session',
	);
	const send = async () => {
		const slot = limiter.slot();
		try {
			const request = { method: 'POST', path: 'get-message', body: {} } as const;
			return await client.request(request, { idempotent: false, maxRetries: 0 }, slot);
		} finally {
			slot.free();
		}
	};
	return { send, tokens, logIns: () => logIns };
}

describe('a session', () => {
	it('that the service no longer accepts is renewed once, and the request sent again', async () => {
		const { send, tokens, logIns } = await withSession({
			stored: 'old',
			refuses: (token) => token === 'old',
		});
		expect(await send()).toMatchObject({ ok: true });
		expect({ tokens, logIns: logIns() }).toEqual({ tokens: ['old', ''], logIns: 1 });
	});

	it.each([
		[{ code: 'unauthorized' }, 2],
		[{ code: 'forbidden' }, 1],
	])(
		'that is refused with 403 and %j is sent %d times: its code tells whether it is renewed',
		async (error, calls) => {
			const { send, tokens } = await withSession({
				stored: 'old',
				refuses: (token) => token === 'old',
				refusal: { statusCode: 403, headers: {}, body: JSON.stringify({ error }) },
			});
			await send();
			expect(tokens).toHaveLength(calls);
		},
	);

	it('that is refused again is not renewed a second time for one request', async () => {
		const { send, tokens, logIns } = await withSession({ stored: 'old', refuses: () => true });
		expect(await send()).toMatchObject({ ok: false, failure: { status: 401 } });
		expect({ calls: tokens.length, logIns: logIns() }).toEqual({ calls: 2, logIns: 1 });
	});

	it('that was begun for the request is not renewed when it is refused', async () => {
		const { send, tokens, logIns } = await withSession({ refuses: () => true });
		expect(await send()).toMatchObject({ ok: false, failure: { status: 401 } });
		expect({ calls: tokens.length, logIns: logIns() }).toEqual({ calls: 1, logIns: 1 });
	});

	it('that works is neither renewed nor are its requests sent twice', async () => {
		const { send, tokens, logIns } = await withSession({ stored: 'good' });
		await send();
		await send();
		expect({ tokens, logIns: logIns() }).toEqual({ tokens: ['good', 'good'], logIns: 0 });
	});

	it('is left to n8n to store by one request only', async () => {
		const { send, tokens, logIns } = await withSession({});
		await send();
		await send();
		expect({ tokens, logIns: logIns() }).toEqual({ tokens: ['', 'new1'], logIns: 1 });
	});

	it('begins no request when the execution was canceled meanwhile', async () => {
		const cancelled = new AbortController();
		const { send, tokens } = await withSession({
			onLogIn: () => cancelled.abort(),
			limiter: new RateLimiter(1, cancelled.signal),
		});
		expect(await send()).toMatchObject({ ok: false, failure: { kind: 'cancelled', sent: false } });
		expect(tokens).toEqual([]);
	});
});
