import { connect } from 'node:net';
import { JSON_TYPE } from '../../test/support/call-service.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew('empty');
});

const PATHS = [
	...['list-messages', 'get-message', 'send-chatapp-message', 'no-such'].map(
		(name) => `/functions/v1/${name}`,
	),
	...['events/sms.received', 'events/sms.sent', 'events/chatapp.received', 'api-keys', 'clock', 'faults'].map(
		(name) => `/sandbox/v1/${name}`,
	),
	...['chatapp-accounts', 'deliveries/x/replay', 'nothing'].map((name) => `/sandbox/v1/${name}`),
];

const statusOf = async (path: string, body: string | Buffer, type?: string) =>
	(await answerTo(path, body, type)).status;

async function answerTo(path: string, body: string | Buffer, type = 'application/json') {
	const response = await fetch(`${sandbox.url}${path}`, {
		method: 'POST',
		headers: { 'content-type': type, authorization: `Bearer ${sandbox.apiKey}` },
		body: typeof body === 'string' ? body : new Uint8Array(body),
	});
	return { status: response.status, text: await response.text() };
}

describe('hostile requests', () => {
	const bodies: Array<[string, string | Buffer]> = [
		['half of a document', '{"limit":'],
		['prototype pollution', '{"__proto__":{"limit":1},"constructor":{"prototype":{}}}'],
		['a deep document', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
		['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
		[
			'lone surrogates',
			'{"message_id":"\\ud800","message":"\\udc00","phone_number":"\\ud800","body":"\\ud800"}',
		],
	];

	it.each(bodies)('%s is never a 500', async (_name, body) => {
		for (const path of PATHS) expect([path, await statusOf(path, body)]).not.toEqual([path, 500]);
	});

	it('8 a body may be nested 100 levels deep, and no deeper', async () => {
		const nested = (levels: number) => `{"x":${'['.repeat(levels - 1)}"]}{["${']'.repeat(levels - 1)}}`;
		const { status, text } = await answerTo('/functions/v1/list-messages', nested(100));
		expect([status, text]).toEqual([200, expect.stringContaining('"messages"')]);
		for (const levels of [101, 5_000]) {
			expect(await answerTo('/functions/v1/list-messages', nested(levels))).toEqual({
				status: 400,
				text: JSON.stringify({ error: 'The body is nested deeper than 100 levels' }),
			});
		}
	});

	it('a huge body is refused without being read', async () => {
		for (const path of PATHS.slice(0, 6)) {
			expect(await statusOf(path, `{"x":"${'y'.repeat(12_000_000)}"}`)).toBe(413);
		}
		expect(await sandbox.control('GET', '/status')).toHaveProperty('name');
	});

	it('another content type than JSON is refused', async () => {
		expect(await statusOf('/functions/v1/list-messages', '{}', 'text/plain')).toBe(415);
		const bare = await fetch(`${sandbox.url}/functions/v1/list-messages`, {
			method: 'POST',
			headers: { authorization: `Bearer ${sandbox.apiKey}` },
		});
		expect(bare.status).toBe(415);
	});

	it('a broken request line, an endless header and odd addresses do not stop it', async () => {
		const { hostname, port } = new URL(sandbox.url);
		const say = (text: string) =>
			new Promise<void>((resolve) => {
				const socket = connect(Number(port), hostname, () => socket.end(text));
				socket.on('close', () => resolve());
				socket.on('error', () => resolve());
				socket.resume();
			});
		await say('NONSENSE\r\n\r\n');
		await say(`GET / HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(100_000)}\r\n\r\n`);
		await say('POST /functions/v1/list-messages HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{}');
		for (const path of [
			'/%',
			'/%00',
			'/../../etc/passwd',
			'/media/v1/..%2f..%2fpackage.json',
			'/functions/v1/%ff',
		]) {
			const response = await fetch(`${sandbox.url}${path}`);
			expect(response.status).toBeGreaterThanOrEqual(400);
			expect(response.status).toBeLessThan(500);
		}
		expect(await sandbox.control('GET', '/status')).toHaveProperty('name');
	});

	it('answers unknown addresses in plain form', async () => {
		const response = await fetch(`${sandbox.url}/functions/v1/no-such`, {
			method: 'POST',
			headers: { ...JSON_TYPE, authorization: `Bearer ${sandbox.apiKey}` },
			body: '{}',
		});
		expect(response.status).toBe(404);
		expect(await response.json()).toEqual({ error: 'There is no POST /functions/v1/no-such' });
	});
});
