import { networkInterfaces } from 'node:os';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { callFunction, JSON_TYPE } from './support/service.ts';
import { startSandbox, type Sandbox } from './support/start-sandbox.ts';

jest.setTimeout(120_000);

interface Status {
	memory_bytes: number;
	deliveries: Record<string, number>;
}

describe('what the sandbox keeps is bounded', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 'empty', deliveryTries: 1 });
	});
	afterAll(() => sandbox.stop());

	it('requests: a flood of large bodies is forgotten, not kept', async () => {
		const body = JSON.stringify({ phone_number: '1', padding: Array.from({ length: 12_000 }, () => 'x') });
		const send = (chunked: boolean) =>
			fetch(`${sandbox.url}/functions/v1/list-messages`, {
				method: 'POST',
				headers: { ...JSON_TYPE, authorization: `Bearer ${sandbox.apiKey}` },
				...(chunked ? { body: new Blob([body]).stream(), duplex: 'half' } : { body }),
			} as RequestInit).then((response) => response.arrayBuffer());
		for (let sent = 0; sent < 2000; sent += 50) {
			await Promise.all(Array.from({ length: 50 }, (_, index) => send(index % 2 === 0)));
		}
		const { memory_bytes: memory } = await sandbox.control<Status>('GET', '/status');
		expect(memory).toBeLessThan(450e6);
		const answer = await sandbox.control<{ total: number; requests: unknown[] }>(
			'GET',
			'/requests?limit=2000',
		);
		expect(answer.total).toBe(2000);
		expect(JSON.stringify(answer).length).toBeLessThan(20e6);
	});

	it('a reset takes a time that grows with what there is, not with its square', async () => {
		const { api_key_id: id } = await sandbox.control<{ api_key_id: string }>('POST', '/reset', {});
		await sandbox.control('PATCH', `/api-keys/${id}`, { webhook_url: 'http://127.0.0.1:9/' });
		for (let sent = 0; sent < 6000; sent += 200) {
			await Promise.all(
				Array.from({ length: 200 }, (_, index) =>
					sandbox.control('POST', '/events/sms.received', { body: `${sent + index}` }),
				),
			);
		}
		await sandbox.control('GET', '/deliveries?status=dead_lettered&wait_for=6000&timeout_ms=60000&limit=1');
		const begun = performance.now();
		await sandbox.control('POST', '/reset', {});
		expect(performance.now() - begun).toBeLessThan(1000);
	});

	it('a reset waits its turn: what was accepted before is gone, what comes after stays', async () => {
		const add = (body: string) => sandbox.control('POST', '/events/sms.received', { body });
		const before = Array.from({ length: 20 }, (_, index) => add(`before ${index}`));
		const reset = sandbox.control('POST', '/reset', {});
		await Promise.all([...before, reset]);
		await add('after');
		const { body } = await callFunction<{ messages: Array<{ body: string }> }>(sandbox, 'list-messages');
		expect(body.messages.map((message) => message.body)).toContain('after');
	});
});

describe('control API from elsewhere', () => {
	const outward = Object.values(networkInterfaces())
		.flatMap((addresses) => addresses ?? [])
		.find(({ internal, family }) => !internal && family === 'IPv4')?.address;

	(outward === undefined ? it.skip : it)('wants the printed token, whatever name is used', async () => {
		const sandbox = await startSandbox({ seed: 'empty', host: '0.0.0.0' });
		try {
			const { port } = new URL(sandbox.url);
			const status = (headers: Record<string, string>) =>
				fetch(`http://${outward}:${port}/sandbox/v1/status`, { headers }).then((answer) => answer.status);
			expect(await status({})).toBe(403);
			expect(await status({ authorization: 'Bearer wrong' })).toBe(403);
			expect(await status({ authorization: `Bearer ${sandbox.controlToken}` })).toBe(200);
			expect(await status({ cookie: `a=b; sandbox_token=${sandbox.controlToken}` })).toBe(200);
			expect(
				await status({ authorization: `Bearer ${sandbox.controlToken}`, origin: 'https://evil.example' }),
			).toBe(403);
			const page = await fetch(`http://${outward}:${port}/dashboard/?token=${sandbox.controlToken}`, {
				redirect: 'manual',
			});
			expect(page.headers.get('set-cookie')).toMatch(/^sandbox_token=\w+;.*HttpOnly; SameSite=Strict/);
		} finally {
			await sandbox.stop();
		}
	});

	it('the public URL is a name of the sandbox', async () => {
		const sandbox = await startSandbox({ seed: 'empty', publicUrl: 'https://sandbox.example' });
		try {
			const { request } = await import('node:http');
			const status = (headers: Record<string, string>) =>
				new Promise((resolve) =>
					request(`${sandbox.url}/sandbox/v1/status`, { headers }, (answer) => {
						answer.resume();
						resolve(answer.statusCode);
					}).end(),
				);
			const authorization = `Bearer ${sandbox.controlToken}`;
			expect(await status({ host: 'sandbox.example' })).toBe(403);
			expect(await status({ host: 'sandbox.example', authorization })).toBe(200);
			expect(
				await status({ host: 'sandbox.example', authorization, origin: 'https://sandbox.example' }),
			).toBe(200);
			expect(await status({ host: 'other.example', authorization })).toBe(403);
		} finally {
			await sandbox.stop();
		}
	});
});

describe('a receiver that stalls', () => {
	it('in its body has answered: its status decides', async () => {
		const receiver = createServer((request, response) => {
			request.resume();
			response.writeHead(200).write('so far');
		}).listen(0, '127.0.0.1');
		await once(receiver, 'listening');
		const sandbox = await startSandbox({ seed: 'empty', deliveryTimeoutMs: 300 });
		try {
			const { port } = receiver.address() as AddressInfo;
			const url = `http://127.0.0.1:${port}/`;
			await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { webhook_url: url });
			const { deliveries } = await sandbox.control<{ deliveries: Array<{ id: string }> }>(
				'POST',
				'/events/sms.received',
			);
			await sandbox.control('GET', '/deliveries?status=succeeded&wait_for=1&timeout_ms=20000');
			expect(await sandbox.control('GET', `/deliveries/${deliveries[0]?.id}`)).toMatchObject({
				status: 'succeeded',
				attempts: [{ number: 1, http_status: 200, response_body: 'so far' }],
			});
		} finally {
			receiver.closeAllConnections();
			receiver.close();
			await sandbox.stop();
		}
	});
});
