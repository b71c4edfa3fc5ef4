import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { N8nClient, StoredWorkflow } from '../../playground/n8n-client.ts';
import { reservePort } from '../../playground/ports.ts';
import { readDemo, webhookUrlOf, withCredential } from '../../scripts/start/demo.ts';
import { startSandbox } from '../support/start-sandbox.ts';
import type { Sandbox } from '../support/start-sandbox.ts';
import { paths, prepareTimeoutMs } from '../support/prepared.ts';
import { TriggerN8n } from '../support/real-n8n.ts';

const contact = '+14155550123';
const credentialType = 'voiceAgentApi';

let sandbox: Sandbox;
let n8n: TriggerN8n;
let client: N8nClient;
let workflow: StoredWorkflow;
let webhookUrl: string;
let access: { baseUrl: string; apiKey: string; signingSecret: string };

interface Message {
	id: string;
	body: string;
	direction: string;
	status: string;
	to_number: string;
}

const listMessages = async (filters: object): Promise<{ messages: Message[]; total: number }> => {
	const response = await fetch(`${sandbox.url}/functions/v1/list-messages`, {
		method: 'POST',
		headers: { authorization: `Bearer ${access.apiKey}`, 'content-type': 'application/json' },
		body: JSON.stringify(filters),
	});
	return (await response.json()) as { messages: Message[]; total: number };
};

const post = (body: string, headers: Record<string, string>) =>
	fetch(webhookUrl, {
		method: 'POST',
		headers: { 'content-type': 'application/json', connection: 'close', ...headers },
		body,
	});

beforeAll(async () => {
	sandbox = await startSandbox();
	n8n = await TriggerN8n.start();
	client = n8n.client;

	const demo = await readDemo(paths.projectRoot);
	webhookUrl = webhookUrlOf(n8n.url, demo);
	const key = await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, {
		webhook_url: webhookUrl,
	});
	access = { baseUrl: sandbox.url, apiKey: sandbox.apiKey, signingSecret: key.signing_secret ?? '' };
	const credentialId = await client.createCredential('Sandbox', credentialType, access);
	workflow = await client.createWorkflow(withCredential(demo, credentialId));
	await client.activateWorkflow(workflow);
}, prepareTimeoutMs);

afterAll(async () => {
	await n8n?.remove();
	await sandbox?.stop();
}, 60_000);

test('an SMS that arrives is answered by chat app', async () => {
	await sandbox.control('POST', '/events/chatapp.received', { from_number: contact.slice(1) });
	const before = await listMessages({ direction: 'outbound', phone_number: contact });

	await sandbox.control('POST', '/events/sms.received', {
		from_number: contact,
		body: 'Do you open on Sunday?',
	});
	const [execution] = await client.finishedExecutions(workflow.id, 1);

	expect(execution).toMatchObject({ status: 'success', mode: 'webhook' });
	const after = await listMessages({ direction: 'outbound', phone_number: contact });
	expect(after.total).toBe(before.total + 1);
	expect(after.messages[0]).toMatchObject({
		direction: 'outbound',
		to_number: contact.slice(1),
		body: expect.stringMatching(
			/^Thank you for your SMS: "Do you open on Sunday\?"\. Our last ([2-9]|1\d|20) messages/,
		),
	});
}, 90_000);

test('what is not from the service gets 401 and starts nothing', async () => {
	const before = (await client.executions(workflow.id)).length;
	const body = JSON.stringify({ event: 'sms.received', data: { from_number: contact, body: 'forged' } });
	const signedWith = (secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

	const forged = await post(body, { 'x-service-signature': signedWith('whsec_guessed') });
	const unsigned = await post(body, {});
	const altered = await post(`${body} `, { 'x-service-signature': signedWith(access.signingSecret) });
	expect([forged.status, unsigned.status, altered.status]).toEqual([401, 401, 401]);

	// The next event that is genuine is the only one that has started anything.
	expect((await post(body, { 'x-service-signature': signedWith(access.signingSecret) })).status).toBe(200);
	await client.finishedExecutions(workflow.id, before + 1);
	expect(await client.executions(workflow.id)).toHaveLength(before + 1);
}, 90_000);

describe('the credential test in the editor', () => {
	const tryOut = (changes: Partial<typeof access>) =>
		client.testCredential(credentialType, { ...access, ...changes });

	test('is green for a working key at the right address', async () => {
		expect(await tryOut({})).toMatchObject({ status: 'OK' });
	});

	test('is red for a wrong key', async () => {
		const result = await tryOut({ apiKey: `svc_${'0'.repeat(40)}` });
		expect(result).toMatchObject({ status: 'Error', message: expect.stringMatching(/key/i) });
	});

	test('is red for an address at which a web page answers 200', async () => {
		const page = createServer((_, response) =>
			response.setHeader('content-type', 'text/html').end('<h1>Hi</h1>'),
		);
		await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
		try {
			const baseUrl = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
			const result = await tryOut({ baseUrl });
			expect(result).toMatchObject({ status: 'Error', message: expect.stringMatching(/Base URL/) });
		} finally {
			page.close();
		}
	});

	test('is red where nothing answers', async () => {
		const result = await tryOut({ baseUrl: `http://127.0.0.1:${await reservePort()}` });
		expect(result).toMatchObject({ status: 'Error', message: expect.stringMatching(/answers/) });
	});
});
