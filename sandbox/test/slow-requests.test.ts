import { connect } from 'node:net';
import { callFunction } from '../../test/support/call-service.ts';
import { startSandbox, type Sandbox } from '../../test/support/start-sandbox.ts';

const REQUEST_TIMEOUT_MS = 1_000;

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ seed: 'empty', requestTimeoutMs: REQUEST_TIMEOUT_MS });
});
afterAll(() => sandbox?.stop());

/**
 * Sends the beginning of a request, and then a byte now and again for as long
 * as it can; answers what it was answered.
 */
async function drip(beginning: string): Promise<string> {
	const { hostname, port } = new URL(sandbox.url);
	const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
	let answer = '';
	socket.on('data', (bytes) => (answer += bytes.toString()));
	// That the sandbox has ended the connection is an error to a client that goes on sending.
	socket.on('error', () => undefined);
	socket.write(beginning);
	const dripping = setInterval(() => socket.write('x'), 20);
	await new Promise((resolve) => socket.once('close', resolve));
	clearInterval(dripping);
	return answer;
}

const head = (path: string, type: string) =>
	`POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${sandbox.apiKey}\r\n` +
	`Content-Type: ${type}\r\nContent-Length: 9999\r\n\r\n`;

describe('a request that does not arrive in time', () => {
	it.each([
		['in a JSON body', () => `${head('/functions/v1/list-messages', 'application/json')}{"body": "`],
		['in an upload', () => `${head('/functions/v1/clone-voice', 'multipart/form-data; boundary=b')}--b\r\n`],
		['in a form', () => `${head('/auth/v1/token', 'application/x-www-form-urlencoded')}a=`],
		['in its headers', () => 'POST /functions/v1/list-messages HTTP/1.1\r\nHost: '],
	])('7 is answered 408 in plain form, and the connection ends: %s', async (_where, beginning) => {
		expect(await drip(beginning())).toMatch(
			/^HTTP\/1\.1 408 Request Timeout\r\n[^]*\r\n\r\n\{"error":"Request Timeout"\}$/,
		);
		expect((await callFunction(sandbox, 'list-messages')).status).toBe(200);
	});

	it('does not end streams and slow answers, which take longer', async () => {
		const { body } = await fetch(`${sandbox.url}/sandbox/v1/live`);
		const lines = body?.pipeThrough(new TextDecoderStream()).getReader();
		await sandbox.addFault({ kind: 'latency', latency_ms: 2 * REQUEST_TIMEOUT_MS, count: 1 });
		expect((await callFunction(sandbox, 'list-messages')).status).toBe(200);
		await sandbox.receiveSms();
		let told = '';
		while (!told.includes('sms.received')) {
			const { done, value } = (await lines?.read()) ?? { done: true };
			expect(done).toBe(false);
			told += value;
		}
		await lines?.cancel();
	});
});
