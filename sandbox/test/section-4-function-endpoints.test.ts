import { JSON_TYPE } from '../../test/support/call-service.ts';
import { readOperations, type Operation } from '../../test/support/openapi-operations.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

const SHOWN = [
	'PATCH custom-functions/{id}',
	'PATCH manage-skills/{id}',
	...[
		...['batch-calls', 'billing-add-credits', 'clone-voice', 'custom-functions', 'delete-knowledge-source'],
		...['delete-memory', 'get-agent', 'get-message', 'list-agents', 'list-messages', 'list-models'],
		...['list-phone-numbers', 'manage-skills/{id}/execute', 'replay-webhook-delivery'],
		...['search-phone-numbers', 'send-chatapp-message', 'update-memory'],
	].map((name) => `POST ${name}`),
];
const UUID = '00000000-0000-4000-8000-000000000000';

let sandbox: SandboxAccount;
/** Each with its address, in which an id stands. */
let functions: ReadonlyArray<Operation & { name: string; address: string }>;
beforeAll(async () => {
	sandbox = await sandboxAsNew('empty');
	const operations = await readOperations(sandbox.url);
	functions = operations
		.filter(({ path }) => path.startsWith('/functions/v1/'))
		.map((operation) => ({
			...operation,
			name: operation.path.slice('/functions/v1/'.length),
			address: operation.path.replace(/\{\w+\}/g, UUID),
		}));
});

const ask = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
	const response = await fetch(sandbox.url + path, { method, headers, ...(body !== undefined && { body }) });
	return { status: response.status, body: (await response.json()) as unknown };
};
const keyed = () => ({ authorization: `Bearer ${sandbox.apiKey}` });

describe('4 function endpoints', () => {
	it('are those that the interface shows', () => {
		expect(functions.map(({ method, name }) => `${method} ${name}`).sort()).toEqual([...SHOWN].sort());
	});

	it('use POST, or PATCH where stated, and nothing else', async () => {
		const shown = new Set(functions.map(({ method, address }) => `${method} ${address}`));
		for (const address of new Set(functions.map((one) => one.address))) {
			for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'POST']) {
				if (shown.has(`${method} ${address}`)) continue;
				const body = method === 'GET' ? undefined : '{}';
				const { status } = await ask(method, address, { ...JSON_TYPE, ...keyed() }, body);
				expect([method, address, status]).toEqual([method, address, 404]);
			}
		}
	});

	it('5 and 7: require a token, which is an API key or of a session, and for replay an API key', async () => {
		const login = JSON.stringify({ email: sandbox.email, password: sandbox.password });
		const token = '/auth/v1/token?grant_type=password';
		const { body } = await ask('POST', token, { ...JSON_TYPE, apikey: sandbox.anonKey }, login);
		const session = { authorization: `Bearer ${(body as { access_token: string }).access_token}` };
		const structured = { error: { code: 'unauthorized', message: 'Unauthorized' } };
		for (const { method, name, address } of functions) {
			const answerTo = async (headers: object) =>
				await ask(method, address, { ...JSON_TYPE, ...headers }, '{}');
			const refused = {
				status: 401,
				body: name === 'send-chatapp-message' ? { error: 'Unauthorized' } : structured,
			};
			const allowed = await answerTo(keyed());
			expect([name, allowed.status]).not.toEqual([name, 401]);
			expect([name, await answerTo({})]).toEqual([name, refused]);
			const inSession = (await answerTo(session)).status;
			const expected = name === 'replay-webhook-delivery' ? 401 : allowed.status;
			expect([name, inSession]).toEqual([name, expected]);
		}
	});

	it('require a content type, and JSON except for the one that takes a form', async () => {
		for (const { method, name, address, body } of functions) {
			expect([name, (await ask(method, address, keyed())).status]).toEqual([name, 415]);
			const other =
				body?.contentType === 'multipart/form-data' ? 'application/json' : 'multipart/form-data; boundary=x';
			for (const type of ['text/plain', other]) {
				const { status } = await ask(method, address, { ...keyed(), 'content-type': type }, '{}');
				expect([name, type, status]).toEqual([name, type, 415]);
			}
		}
	});

	it('7: refuse a body that is not JSON in plain form', async () => {
		const refused = { status: 400, body: { error: expect.any(String) } };
		expect(await ask('POST', '/functions/v1/get-agent', { ...JSON_TYPE, ...keyed() }, '{"a":')).toEqual(
			refused,
		);
	});
});

describe('9 versioning', () => {
	it.each(['/functions/v2/list-messages', '/functions/list-messages', '/auth/v2/token', '/v1/list-messages'])(
		'there is no %s: v1 is the only version',
		async (path) => {
			const headers = { ...JSON_TYPE, ...keyed(), apikey: sandbox.anonKey };
			const error = `There is no POST ${path}`;
			expect(await ask('POST', path, headers, '{}')).toEqual({ status: 404, body: { error } });
		},
	);
});
