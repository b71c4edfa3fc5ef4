import { toVerdict, retryDelay } from '../src/service/webhooks/rules.ts';
import { startReceiver, status, type Receiver } from '../../test/support/http-server.ts';
import { eventually, settled } from '../../test/support/eventually.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import { untypedControl } from '../../test/support/untyped-control.ts';

let receiver: Receiver;
/** Tries again at once. */
let hasty: SandboxAccount;
/** Tries again when its clock is set forward, and waits for an answer, however busy the machine is. */
let patient: SandboxAccount;
beforeAll(async () => {
	[receiver, hasty, patient] = await Promise.all([
		startReceiver(),
		sandboxAsNew('empty', { deliveryTries: 3, deliveryBaseDelayMs: 10 }),
		sandboxAsNew('empty', {
			deliveryTries: 4,
			deliveryBaseDelayMs: 3_600_000,
			deliveryTimeoutMs: 600_000,
		}),
	]);
});
beforeEach(async () => {
	await Promise.all([hasty, patient].map((sandbox) => sandbox.control('POST', '/reset', { seed: 'empty' })));
	receiver.received.length = 0;
	receiver.answer = status(200);
});
afterAll(() => receiver?.close());

/** Makes an SMS arrive at the receiver; answers the delivery's id. */
async function deliver(sandbox: SandboxAccount, url = receiver.url): Promise<string> {
	await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { webhook_url: url });
	const { deliveries } = await sandbox.control('POST', '/events/sms.received');
	const [delivery] = deliveries;
	if (delivery === undefined) throw new Error('There is no delivery.');
	return delivery.id;
}
const deadLetters = async (sandbox: SandboxAccount) =>
	(await sandbox.control('GET', '/dead-letters')).dead_letters;
const find = (sandbox: SandboxAccount, id: string) => sandbox.control('GET', `/deliveries/${id}`);
const attempted = (sandbox: SandboxAccount, id: string, count: number) =>
	eventually(async () => {
		const delivery = await find(sandbox, id);
		return delivery.attempts.length >= count ? delivery : undefined;
	});

describe('6 delivery rules', () => {
	let sandbox: SandboxAccount;
	beforeAll(() => void (sandbox = hasty));

	it.each([
		[null, 'retry'],
		[200, 'success'],
		[399, 'success'],
		[400, 'client_error'],
		[408, 'retry'],
		[409, 'client_error'],
		[410, 'gone'],
		[429, 'retry'],
		[499, 'client_error'],
		[500, 'retry'],
	])('of the status %d the verdict is %s', (code, verdict) => {
		expect(toVerdict(code)).toBe(verdict);
	});

	it('a success is not retried, and no redirect is followed', async () => {
		receiver.answer = (_request, response) => {
			response.writeHead(308, { location: `${receiver.url}/elsewhere` }).end();
		};
		const delivery = await settled(sandbox, await deliver(sandbox));
		expect(delivery).toMatchObject({ status: 'succeeded', attempt_count: 1, next_attempt_at: null });
		expect(delivery.attempts).toEqual([expect.objectContaining({ number: 1, http_status: 308 })]);
		expect(receiver.received.map(({ path }) => path)).toEqual(['/']);
		expect(await deadLetters(sandbox)).toEqual([]);
	});

	it('503 is retried, and dead-lettered when all retries fail', async () => {
		receiver.answer = status(503);
		const id = await deliver(sandbox);
		const delivery = await settled(sandbox, id);
		expect(delivery).toMatchObject({ status: 'dead_lettered', attempt_count: 3 });
		expect(delivery.attempts.map(({ number, http_status }) => [number, http_status])).toEqual([
			[1, 503],
			[2, 503],
			[3, 503],
		]);
		// The same event id in the same bytes: what a receiver tells duplicates by.
		expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
		const signatures = receiver.received.map(({ headers }) => headers['x-service-signature']);
		expect(signatures).toEqual(Array(3).fill(delivery.signature));
		expect(await deadLetters(sandbox)).toEqual([
			expect.objectContaining({ reason: 'retries_exhausted', delivery: expect.objectContaining({ id }) }),
		]);
	});

	it.each([
		[410, 'gone'],
		[404, 'client_error'],
	])('%d is dead-lettered at once', async (code, reason) => {
		receiver.answer = status(code);
		const delivery = await settled(sandbox, await deliver(sandbox));
		expect(delivery).toMatchObject({ status: 'dead_lettered', attempt_count: 1 });
		expect(await deadLetters(sandbox)).toMatchObject([{ reason }]);
		expect(receiver.received).toHaveLength(1);
	});

	it('a refused and a broken connection are retried', async () => {
		const gone = await startReceiver();
		await gone.close();
		receiver.answer = (_request, response) => void response.destroy();
		for (const url of [gone.url, receiver.url]) {
			const failed = await settled(sandbox, await deliver(sandbox, url));
			expect(failed).toMatchObject({ status: 'dead_lettered', attempt_count: 3 });
			const error = expect.stringMatching(url === gone.url ? /ECONNREFUSED/ : /./);
			expect(failed.attempts[0]).toMatchObject({ http_status: null, error });
		}
	});

	it('logs every attempt with status, headers, response body, number, duration, URL and time, and no cookie', async () => {
		let answers = 0;
		receiver.answer = (_request, response) => {
			answers += 1;
			response.setHeader('x-answered-by', 'the receiver').setHeader('set-cookie', 'session=secret');
			response.writeHead(answers === 1 ? 500 : 200).end(`answer ${answers} ${'x'.repeat(100_000)}`);
		};
		const { attempts } = await settled(sandbox, await deliver(sandbox, `${receiver.url}/hook?a=1`));
		expect(attempts).toHaveLength(2);
		for (const [index, attempt] of attempts.entries()) {
			expect(attempt).toMatchObject({
				number: index + 1,
				url: `${receiver.url}/hook?a=1`,
				http_status: index === 0 ? 500 : 200,
				response_headers: { 'x-answered-by': 'the receiver', 'set-cookie': ['[redacted]'] },
				error: null,
				duration_ms: expect.any(Number),
				started_at: expect.stringMatching(/Z$/),
			});
			expect(attempt.response_body).toMatch(new RegExp(`^answer ${index + 1} x+$`));
			expect(attempt.response_body).toHaveLength(4096);
		}
		expect(receiver.received[0]?.path).toBe('/hook?a=1');
	});

	it('an endless answer does not hold the delivery up', async () => {
		receiver.answer = (_request, response) => {
			const timer = setInterval(() => response.write('x'.repeat(2000)), 5);
			response.on('close', () => clearInterval(timer));
		};
		const delivery = await settled(sandbox, await deliver(sandbox));
		expect(delivery).toMatchObject({ status: 'succeeded', attempt_count: 1 });
	});
});

describe('6 delivery rules, one receiver and another', () => {
	let sandbox: SandboxAccount;
	beforeAll(() => void (sandbox = patient));

	it('a slow receiver does not delay others', async () => {
		const addKey = (name: string, number: string) =>
			sandbox.control('POST', '/api-keys', {
				name,
				webhook_url: `${receiver.url}/${name}`,
				phone_numbers: [number],
			});
		const slow = await addKey('slow', '+14155550100');
		await addKey('quick', '+14155550101');
		receiver.answer = (request, response) => {
			if (request.path === '/quick') response.end();
		};
		const arrive = (to: string) => sandbox.control('POST', '/events/sms.received', { to_number: to });
		await Promise.all(Array.from({ length: 100 }, () => arrive('+14155550100')));
		const { deliveries } = await arrive('+14155550101');
		expect(await settled(sandbox, deliveries[0]?.id ?? '')).toMatchObject({ status: 'succeeded' });
		const waiting = await sandbox.control('GET', `/deliveries?status=pending&api_key_id=${slow.id}`);
		expect(waiting.total).toBe(100);
	});
});

describe('6 retries by the clock', () => {
	let sandbox: SandboxAccount;
	beforeAll(() => void (sandbox = patient));

	it('advancing the clock sends what falls due at once, until the retries are used up', async () => {
		receiver.answer = status(503);
		const id = await deliver(sandbox);
		for (let attempt = 1; attempt <= 3; attempt += 1) {
			const delivery = await attempted(sandbox, id, attempt);
			expect(delivery.attempts).toHaveLength(attempt);
			const { now } = await sandbox.control('GET', '/clock');
			const wait = Date.parse(delivery.next_attempt_at ?? '') - Date.parse(now);
			expect(wait).toBeLessThanOrEqual(3_600_000 * 2 ** (attempt - 1));
			await sandbox.control('POST', '/clock', { advance_seconds: Math.max(wait / 1000, 0) + 1 });
		}
		expect(await settled(sandbox, id)).toMatchObject({ status: 'dead_lettered', attempt_count: 4 });
	});

	it('pending retries go to a URL that was set meanwhile', async () => {
		receiver.answer = status(500);
		const id = await deliver(sandbox, `${receiver.url}/old`);
		await attempted(sandbox, id, 1);
		receiver.answer = status(200);
		await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { webhook_url: `${receiver.url}/new` });
		await sandbox.control('POST', '/clock', { advance_seconds: 7200 });
		expect(await settled(sandbox, id)).toMatchObject({ status: 'succeeded' });
		expect(receiver.received.map(({ path }) => path)).toEqual(['/old', '/new']);
	});

	it.each([
		['the URL is cleared', 'webhook_url_cleared', 'PATCH', { webhook_url: null }],
		['the key is revoked', 'api_key_revoked', 'DELETE', undefined],
	])('they are dead-lettered when %s', async (_name, reason, method, body) => {
		receiver.answer = status(500);
		const key = await sandbox.control('POST', '/api-keys', { name: 'x', webhook_url: receiver.url });
		const { deliveries } = await sandbox.control('POST', '/events/sms.received');
		const id = deliveries[0]?.id ?? '';
		await attempted(sandbox, id, 1);
		await untypedControl(sandbox, method, `/api-keys/${key.id}`, body);
		expect(await find(sandbox, id)).toMatchObject({ status: 'dead_lettered' });
		expect(await deadLetters(sandbox)).toMatchObject([{ reason, delivery: { id } }]);
		await sandbox.control('POST', '/clock', { advance_seconds: 7200 });
		expect((await find(sandbox, id)).attempts).toHaveLength(1);
	});

	it('a delivery that is given up while it is being sent stays given up; the attempt is logged', async () => {
		let answerNow: () => void = () => undefined;
		receiver.answer = (_request, response) => {
			answerNow = () => response.writeHead(500).end();
		};
		const id = await deliver(sandbox);
		await eventually(() => (receiver.received.length === 1 ? true : undefined));
		await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { webhook_url: null });
		answerNow();
		expect(await attempted(sandbox, id, 1)).toMatchObject({ status: 'dead_lettered', next_attempt_at: null });
		expect(await deadLetters(sandbox)).toMatchObject([{ reason: 'webhook_url_cleared' }]);
	});

	it('the wait has full jitter under an exponential bound', () => {
		const policy = { deliveryBaseDelayMs: 1000, deliveryMaxDelayMs: 60_000 };
		const bounds = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempt) => retryDelay(attempt, policy, 1));
		expect(bounds).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
		expect(retryDelay(3, policy, 0)).toBe(0);
		expect(retryDelay(3, policy, 0.25)).toBe(1000);
	});
});
