import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { callFunction, JSON_TYPE } from '../../test/support/call-service.ts';
import { eventually } from '../../test/support/eventually.ts';
import { startSandbox, type Sandbox } from '../../test/support/start-sandbox.ts';
import { untypedControl } from '../../test/support/untyped-control.ts';

/** Together larger than what is kept. */
const FLOOD = process.env.TEST_FULL ? 2_000 : 500;

jest.setTimeout(240_000);

describe('what the sandbox keeps is bounded', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 'empty', deliveryTries: 1 });
	});
	afterAll(() => sandbox?.stop());

	it('a flood of requests with large bodies does not fill the memory', async () => {
		const body = JSON.stringify({ phone_number: '1', padding: Array.from({ length: 12_000 }, () => 'x') });
		const send = (chunked: boolean) =>
			fetch(`${sandbox.url}/functions/v1/list-messages`, {
				method: 'POST',
				headers: { ...JSON_TYPE, authorization: `Bearer ${sandbox.apiKey}` },
				...(chunked ? { body: new Blob([body]).stream(), duplex: 'half' } : { body }),
			} as RequestInit).then((response) => response.arrayBuffer());
		for (let sent = 0; sent < FLOOD; sent += 50) {
			await Promise.all(Array.from({ length: 50 }, (_, index) => send(index % 2 === 0)));
		}
		// However long it takes until the rubbish is collected.
		await eventually(async () => {
			const { memory_bytes: memory } = await sandbox.control('GET', '/status');
			return memory < 450e6 ? true : undefined;
		});
		const answer = await sandbox.control('GET', '/requests?limit=2000');
		expect(answer.total).toBe(answer.requests.length);
		expect(answer.total).toBeLessThan(FLOOD);
		expect(JSON.stringify(answer).length).toBeLessThan(20e6);
	});

	it('a reset clears what came before it, and keeps what comes after it', async () => {
		const add = (body: string) => sandbox.control('POST', '/events/sms.received', { body });
		const before = Array.from({ length: 20 }, (_, index) => add(`before ${index}`));
		const reset = sandbox.control('POST', '/reset', {});
		await Promise.all([...before, reset]);
		await add('after');
		const { body } = await callFunction<{ messages: Array<{ body: string }> }>(sandbox, 'list-messages');
		expect(body.messages.map((message) => message.body)).toContain('after');
	});
});

describe('history', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 'empty', keep: 100, deliveryTries: 1, deliveryTimeoutMs: 600_000 });
	});
	afterAll(() => sandbox?.stop());

	const add = (count: number, to?: string) =>
		Promise.all(
			Array.from({ length: count }, (_, index) =>
				sandbox.control('POST', '/events/sms.received', { body: `${index}`, to_number: to }),
			),
		);
	const deliveries = (query: string) => sandbox.control('GET', `/deliveries?limit=1&${query}`);

	it('keeps the newest, counts all, and never deletes what is pending', async () => {
		const receiver = createServer((request, response) => {
			request.resume();
			if (request.url === '/ok') response.end();
		}).listen(0, '127.0.0.1');
		await once(receiver, 'listening');
		const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
		const key = (name: string, number: string) =>
			sandbox.control('POST', '/api-keys', {
				name,
				webhook_url: `${url}/${name}`,
				phone_numbers: [number],
			});
		const { id: silent } = await key('silent', '+14155550101');
		const { id: ok } = await key('ok', '+14155550100');
		try {
			await add(70, '+14155550101');
			await add(600, '+14155550100');
			expect(await deliveries('status=succeeded&wait_for=600&timeout_ms=110000')).toMatchObject({
				reached: true,
			});
			await eventually(async () => {
				const { total } = await deliveries(`api_key_id=${ok}`);
				const { total: messages } = await sandbox.control('GET', '/messages?limit=1');
				return total <= 100 && messages <= 100 ? true : undefined;
			});
			expect((await deliveries(`api_key_id=${silent}&status=pending`)).total).toBe(70);
			expect(await sandbox.control('GET', '/status')).toMatchObject({
				deliveries: { pending: 70, succeeded: 600 },
			});
			const { dead_letters: letters } = await sandbox.control('GET', '/dead-letters');
			expect(letters).toEqual([]);
		} finally {
			receiver.closeAllConnections();
			receiver.close();
		}
	});

	it('checking for rows to delete writes nothing', async () => {
		const quiet = await startSandbox();
		try {
			const looks = [
				'/batches',
				'/calls',
				'/chat-sessions',
				'/credits',
				'/api-keys',
				'/deliveries',
				'/status',
			];
			const changes = async () => {
				const { body } = await fetch(`${quiet.url}/sandbox/v1/live`);
				return body;
			};
			const stream = await changes();
			const reader = stream?.pipeThrough(new TextDecoderStream()).getReader();
			await reader?.read();
			for (const path of looks) await untypedControl(quiet, 'GET', path);
			const next = reader?.read();
			const silence = new Promise((resolve) => setTimeout(resolve, 600, 'nothing'));
			expect(await Promise.race([next, silence])).toBe('nothing');
		} finally {
			await quiet.stop();
		}
	});
});

describe('a receiver that stalls', () => {
	it('in the middle of its body has answered: its status counts', async () => {
		const receiver = createServer((request, response) => {
			request.resume();
			response.writeHead(200).write('so far');
		}).listen(0, '127.0.0.1');
		await once(receiver, 'listening');
		const sandbox = await startSandbox({ seed: 'empty', deliveryTimeoutMs: 4000 });
		try {
			const { port } = receiver.address() as AddressInfo;
			const url = `http://127.0.0.1:${port}/`;
			await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { webhook_url: url });
			const { deliveries } = await sandbox.control('POST', '/events/sms.received');
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
