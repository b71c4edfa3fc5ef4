import { callFunction } from '../../test/support/call-service.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import type { RequestBody } from '../src/client/interface.ts';

interface Received {
	id: number;
	query: string;
	headers: Record<string, unknown>;
	body: unknown;
	response_body: unknown;
}

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew('empty');
});
beforeEach(() => sandbox.control('DELETE', '/requests'));

const latest = async (): Promise<Received> => {
	const { requests } = await sandbox.control('GET', '/requests');
	const [last] = requests.slice(-1);
	if (!last) throw new Error('No request was recorded');
	return last;
};
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
	fetch(`${sandbox.url}${path}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json', ...headers },
		body,
	});

const MASKED_URL = 'https://[redacted]@shop.example/look-up?size=2&shop_key=[redacted]&sig=[redacted]';

describe('the record of requests', () => {
	it('keeps a malformed body unchanged', async () => {
		expect((await post('/functions/v1/list-messages', '{"limit": 5,,}')).status).toBe(400);
		expect((await latest()).body).toBe('{"limit": 5,,}');
	});

	it('keeps nothing of a malformed log-in, which may hold a password', async () => {
		const path = '/auth/v1/token?grant_type=password';
		expect((await post(path, '{"password": "hunter2",,}', { apikey: sandbox.anonKey })).status).toBe(400);
		expect((await latest()).body).toBe('[redacted]');
	});

	it('hides tokens in queries and keys in headers', async () => {
		await post('/functions/v1/list-messages?token=abc123&limit=2&api_key=def456', '{}', {
			'X-Api-Key': 'ghi789',
		});
		const { query, headers } = await latest();
		expect(query).toBe('token=[redacted]&limit=2&api_key=[redacted]');
		expect(headers['x-api-key']).toBe('[redacted]');
	});

	it('hides possible keys in custom functions', async () => {
		const { agents } = (await callFunction<{ agents: Array<{ id: string }> }>(sandbox, 'list-agents', {}))
			.body;
		const agent_id = agents[0]?.id;
		const created = await callFunction<{ headers: unknown }>(sandbox, 'custom-functions', {
			agent_id,
			name: 'look_up',
			description: 'Looks it up',
			http_method: 'POST',
			endpoint_url:
				'https://shop:secret-of-the-shop@shop.example/look-up?size=2' +
				'&shop_key=secret-of-the-shop&sig=secret-of-the-shop',
			headers: [{ name: 'x-shop-key', value: 'secret-of-the-shop' }],
		});
		expect(created.body.headers).toEqual([{ name: 'x-shop-key', value: 'secret-of-the-shop' }]);
		const creation = await latest();
		expect([creation.body, creation.response_body]).toMatchObject([
			{ endpoint_url: MASKED_URL },
			{ endpoint_url: MASKED_URL },
		]);
		await callFunction(sandbox, 'get-agent', { agent_id });
		const recorded = JSON.stringify([creation, await latest()]);
		expect(recorded).toContain('x-shop-key');
		expect(recorded).not.toContain('secret-of-the-shop');
	});
});

describe('faults', () => {
	const meet = async (fault: RequestBody<'/sandbox/v1/faults'>) => {
		await sandbox.control('POST', '/faults', fault);
		return await post('/functions/v1/list-messages', '{}');
	};

	it('answers the given body of a status unchanged', async () => {
		const json = '{"error":{"code":"maintenance","message":"Back at noon"}}';
		const structured = await meet({ kind: 'status', status: 503, body: json });
		expect([structured.status, await structured.text()]).toEqual([503, json]);
		expect(structured.headers.get('content-type')).toContain('application/json');
		const text = await meet({ kind: 'rate_limit', body: 'Slow down' });
		expect([text.status, await text.text()]).toEqual([429, 'Slow down']);
		expect(text.headers.get('content-type')).toContain('text/plain');
	});

	it('marks the requests that it met, and no other', async () => {
		await meet({ kind: 'status', status: 500, count: 1 });
		await meet({ kind: 'latency', latency_ms: 0, matching: { limit: 1 } });
		await post('/functions/v1/list-messages', '{"limit": 1}');
		const { requests } = await sandbox.control('GET', '/requests');
		expect(requests.map(({ fault, status }) => [fault, status])).toEqual([
			['status', 500],
			[null, 200],
			['latency', 200],
		]);
	});
});
