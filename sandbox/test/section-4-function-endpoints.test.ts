import { callFunction, JSON_TYPE } from '../../test/support/call-service.ts';
import { readOperations, type Operation } from '../../test/support/openapi-operations.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

const UUID = '00000000-0000-4000-8000-000000000000';

let sandbox: SandboxAccount;
let functions: ReadonlyArray<Operation & { name: string }>;
beforeAll(async () => {
	sandbox = await sandboxAsNew();
	const operations = await readOperations(sandbox.url);
	functions = operations
		.filter(({ path }) => path.startsWith('/functions/v1/'))
		.map((operation) => ({
			...operation,
			name: operation.path.slice('/functions/v1/'.length).replace(/\{\w+\}/g, UUID),
		}));
});

const ask = (path: string, method: string, headers: Record<string, string>, body?: string) =>
	fetch(sandbox.url + path, { method, headers, ...(body !== undefined && { body }) });
const keyed = () => ({ authorization: `Bearer ${sandbox.apiKey}` });

describe('4 function endpoints', () => {
	it('are the 18 that the interface shows', () => {
		expect(
			functions.map(({ method, path }) => `${method} ${path.slice('/functions/v1/'.length)}`).sort(),
		).toEqual(
			[
				'PATCH custom-functions/{id}',
				'PATCH manage-skills/{id}',
				...[
					'batch-calls',
					'billing-add-credits',
					'clone-voice',
					'custom-functions',
					'delete-knowledge-source',
					'delete-memory',
					'get-agent',
					'get-message',
					'list-agents',
					'list-messages',
					'list-models',
					'list-phone-numbers',
					'manage-skills/{id}/execute',
					'replay-webhook-delivery',
					'search-phone-numbers',
					'send-chatapp-message',
					'update-memory',
				].map((name) => `POST ${name}`),
			].sort(),
		);
	});

	it('use POST, or PATCH where stated, and nothing else', async () => {
		const shown = new Set(functions.map(({ method, name }) => `${method} ${name}`));
		for (const name of new Set(functions.map((one) => one.name))) {
			for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'POST']) {
				if (shown.has(`${method} ${name}`)) continue;
				const headers = { ...JSON_TYPE, ...keyed() };
				const body = method === 'GET' ? undefined : '{}';
				const { status } = await ask(`/functions/v1/${name}`, method, headers, body);
				expect([method, name, status]).toEqual([method, name, 404]);
			}
		}
	});

	it('7: each refuses without a token in structured form, the chat-app send in plain form', async () => {
		for (const { method, name } of functions) {
			const response = await ask(`/functions/v1/${name}`, method, JSON_TYPE, '{}');
			expect([name, response.status]).toEqual([name, 401]);
			const plain = name === 'send-chatapp-message';
			expect(await response.json()).toEqual(
				plain ? { error: 'Unauthorized' } : { error: { code: 'unauthorized', message: 'Unauthorized' } },
			);
		}
	});

	it('require a content type, and JSON except for the one that takes a form', async () => {
		for (const { method, name, body } of functions) {
			const bare = await ask(`/functions/v1/${name}`, method, keyed());
			expect([name, bare.status]).toEqual([name, 415]);
			const other =
				body?.contentType === 'multipart/form-data' ? 'application/json' : 'multipart/form-data; boundary=x';
			for (const type of ['text/plain', 'application/x-www-form-urlencoded', other]) {
				const { status } = await ask(
					`/functions/v1/${name}`,
					method,
					{ ...keyed(), 'content-type': type },
					'{}',
				);
				expect([name, type, status]).toEqual([name, type, 415]);
			}
		}
	});

	it('7: refuse a body that is not JSON in plain form', async () => {
		for (const { method, name, body } of functions) {
			if (body?.contentType !== 'application/json') continue;
			const response = await ask(`/functions/v1/${name}`, method, { ...JSON_TYPE, ...keyed() }, '{"a":');
			expect([name, response.status]).toEqual([name, 400]);
			expect(await response.json()).toEqual({ error: expect.any(String) });
		}
	});
});

describe('9 versioning', () => {
	it('has no other version than v1', async () => {
		for (const path of [
			'/functions/v2/list-messages',
			'/functions/list-messages',
			'/auth/v2/token',
			'/v1/list-messages',
		]) {
			const { status } = await ask(path, 'POST', { ...JSON_TYPE, ...keyed(), apikey: sandbox.anonKey }, '{}');
			expect([path, status]).toEqual([path, 404]);
		}
		expect((await callFunction(sandbox, 'list-messages')).status).toBe(200);
	});
});
