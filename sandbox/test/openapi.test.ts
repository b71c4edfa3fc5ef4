import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fastJsonStringify from 'fast-json-stringify';
import { callFunction } from '../../test/support/call-service.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

const NODE = join(__dirname, '..', '..', 'node_modules', '.bin', 'node');
const REDOCLY = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin', 'cli.js');

/** Section 4, every endpoint. */
const ENDPOINTS = [
	['post', '/list-agents'],
	['post', '/get-agent'],
	['post', '/list-models'],
	['post', '/list-phone-numbers'],
	['post', '/search-phone-numbers'],
	['post', '/list-messages'],
	['post', '/get-message'],
	['post', '/send-chatapp-message'],
	['post', '/manage-skills/{id}/execute'],
	['patch', '/manage-skills/{id}'],
	['post', '/custom-functions'],
	['patch', '/custom-functions/{id}'],
	['post', '/delete-knowledge-source'],
	['post', '/clone-voice'],
	['post', '/batch-calls'],
	['post', '/update-memory'],
	['post', '/delete-memory'],
	['post', '/billing-add-credits'],
	['post', '/replay-webhook-delivery'],
] as const;

/** Section 4: request fields whose names the interface does not show. */
const GAPS = [
	['post', '/list-messages', 'after_date'],
	['post', '/list-messages', 'before_date'],
	['post', '/list-phone-numbers', 'agent_id'],
	['post', '/list-phone-numbers', 'text_agent_id'],
	['post', '/list-phone-numbers', 'is_active'],
	['post', '/list-models', 'provider'],
	['patch', '/manage-skills/{id}', 'trigger_type'],
	['patch', '/manage-skills/{id}', 'schedule'],
	['post', '/replay-webhook-delivery', 'delivery_id'],
	['post', '/replay-webhook-delivery', 'event_type'],
	['post', '/replay-webhook-delivery', 'start_time'],
	['post', '/replay-webhook-delivery', 'end_time'],
] as const;

/** Section 6, event kinds. */
const EVENTS = [
	'call.completed',
	'sms.received',
	'sms.sent',
	'chatapp.received',
	'chat.session.completed',
] as const;

type Content = Record<string, { schema: object; example?: object }>;
interface Operation {
	operationId: string;
	security?: unknown;
	parameters?: Array<{ name: string; schema: object }>;
	requestBody?: { content: Content };
	responses: Record<string, { content?: Content }>;
}
interface Document {
	openapi: string;
	servers: Array<{ url: string }>;
	paths: Record<string, Record<string, Operation>>;
	webhooks: Record<string, Record<string, Operation>>;
}

let sandbox: SandboxAccount;
let document: Document;
beforeAll(async () => {
	sandbox = await sandboxAsNew('empty');
	document = (await (await fetch(`${sandbox.url}/openapi.json`)).json()) as Document;
});

/** The reasons why a value does not fit a schema. */
function misfits(schema: object = {}, value: unknown): unknown[] {
	const ajv = new Ajv2020({ strict: false, validateFormats: false });
	ajv.validate(schema, value);
	return ajv.errors ?? [];
}

const operationAt = (method: string, path: string) => document.paths[`/functions/v1${path}`]?.[method];

describe('the OpenAPI document', () => {
	it('is of OpenAPI 3.1', () => {
		expect(document.openapi).toBe('3.1.0');
	});

	it.each(ENDPOINTS)(
		'has %s %s of section 4, behind a token, with what it takes and answers',
		(method, path) => {
			const operation = operationAt(method, path);
			expect(operation?.security).toEqual([{ bearer: [] }]);
			expect(operation?.requestBody?.content).toBeDefined();
			expect(Object.keys(operation?.responses ?? {}).some((code) => /^2\d\d$/.test(code))).toBe(true);
		},
	);

	it('has no function endpoint that section 4 does not name', () => {
		const named = new Set(ENDPOINTS.map(([method, path]) => `${method} /functions/v1${path}`));
		const described = Object.entries(document.paths)
			.filter(([path]) => path.startsWith('/functions/v1/'))
			.flatMap(([path, operations]) => Object.keys(operations).map((method) => `${method} ${path}`));
		expect(described.filter((one) => !named.has(one))).toEqual([]);
	});

	it('has the token endpoint, which takes the anon key and no token', () => {
		expect(document.paths['/auth/v1/token']?.post?.security).toEqual([{ anon_key: [] }]);
	});

	it('asks for no token in the control API on the same machine', () => {
		const control = Object.entries(document.paths).filter(([path]) => path.startsWith('/sandbox/v1/'));
		const wanted = control.flatMap(([, operations]) => Object.values(operations)).map((one) => one.security);
		expect(new Set(wanted.map((one) => JSON.stringify(one)))).toEqual(
			new Set([JSON.stringify([{ control_token: [] }, {}])]),
		);
	});

	it('names every operation and webhook once, with a verb and a noun in camel case', () => {
		const operations = [...Object.values(document.paths), ...Object.values(document.webhooks)];
		const names = operations.flatMap((one) => Object.values(one)).map(({ operationId }) => operationId);
		expect(names.filter((name) => !/^[a-z]+([A-Z][a-z\d]*)+$/.test(name))).toEqual([]);
		expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
		expect(names.length).toBeGreaterThan(100);
	});

	it.each([
		['post', '/functions/v1/send-chatapp-message', 'sendChatAppMessage'],
		['get', '/sandbox/v1/snapshots', 'listSnapshots'],
		['post', '/sandbox/v1/snapshots', 'saveSnapshot'],
		['post', '/sandbox/v1/snapshots/{name}/restore', 'restoreSnapshot'],
		['delete', '/sandbox/v1/scripted-replies/{id}', 'removeScriptedReply'],
	])('names %s %s as a person would: %s', (method, path, name) => {
		expect(document.paths[path]?.[method]?.operationId).toBe(name);
	});

	it('gives the address of the service relative to the document', () => {
		expect(document.servers.map(({ url }) => new URL(url, `${sandbox.url}/openapi.json`).href)).toEqual([
			`${sandbox.url}/`,
		]);
	});

	it.each(ENDPOINTS.filter(([, path]) => path !== '/clone-voice'))(
		'has an example of a request to %s %s that its own schema takes',
		(method, path) => {
			const { schema, example } = operationAt(method, path)?.requestBody?.content['application/json'] ?? {};
			expect(example).toBeDefined();
			expect(misfits(schema, example)).toEqual([]);
		},
	);

	it.each(EVENTS)('has the webhook %s with an example, signed but for chat-app messages', (event) => {
		const { parameters, requestBody, security } = document.webhooks[event]?.post ?? {};
		const { schema, example } = requestBody?.content['application/json'] ?? {};
		expect(example).toMatchObject({ event });
		expect(misfits(schema, example)).toEqual([]);
		expect(misfits(schema, { ...example, event: 'another.event' })).not.toEqual([]);
		expect(parameters?.map(({ name }) => name)).toEqual(
			event === 'chatapp.received' ? [] : ['x-service-signature'],
		);
		expect(security).toEqual([]);
	});

	it('describes the webhooks as they are sent', async () => {
		await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { webhook_url: 'http://127.0.0.1:9/' });
		await sandbox.control('POST', '/numbers', { phone_number: '+14155550177' });
		const { message, deliveries } = await sandbox.control('POST', '/events/sms.received', {
			to_number: '+14155550177',
		});
		const { body } = await sandbox.control('GET', `/deliveries/${deliveries[0]?.id}`);
		const sent = JSON.parse(body) as { data: object };
		expect(sent.data).toEqual(message);
		const { schema } =
			document.webhooks['sms.received']?.post?.requestBody?.content['application/json'] ?? {};
		expect(misfits(schema, sent)).toEqual([]);
	});

	it('has no errors according to Redocly', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
		const lint = async (content: object) => {
			const file = join(folder, 'openapi.json');
			await writeFile(file, JSON.stringify(content));
			return await new Promise<number>((resolve) => {
				const settings = {
					env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
				};
				execFile(NODE, [REDOCLY, 'lint', file], { ...settings, cwd: folder }, (error) =>
					resolve(typeof error?.code === 'number' ? error.code : 0),
				);
			});
		};
		try {
			expect(await lint(document)).toBe(0);
			expect(await lint({ ...document, servers: [] })).toBe(1);
		} finally {
			await rm(folder, { recursive: true });
		}
	});

	it.each(GAPS)('marks the gap at %s %s: %s', (method, path, field) => {
		expect(fieldsNamed(field, operationAt(method, path)?.requestBody)).toContainEqual(
			expect.objectContaining({ 'x-not-shown-in-interface': expect.any(String) }),
		);
	});

	// The sandbox itself compiles a schema only at the first call.
	it('has no schema that cannot be compiled', () => {
		const ajv = new Ajv2020({ strict: false, validateFormats: false });
		const all = Object.values(document.paths).flatMap((operations) => Object.values(operations));
		const schemasOf = (content: Content = {}) => Object.values(content).map(({ schema }) => schema);
		const answers = all.flatMap(({ responses }) =>
			Object.values(responses).flatMap(({ content }) => schemasOf(content)),
		);
		const requests = all.flatMap(({ parameters = [], requestBody }) => [
			...parameters.map(({ schema }) => schema),
			...schemasOf(requestBody?.content),
		]);
		for (const schema of answers) expect(() => fastJsonStringify(schema)).not.toThrow();
		for (const schema of [...requests, ...answers]) expect(() => ajv.compile(schema)).not.toThrow();
		expect(Math.min(answers.length, requests.length)).toBeGreaterThan(100);
	});

	it('comes without a token', async () => {
		expect(
			(await callFunction(sandbox, 'list-messages', {}, { 'content-type': 'application/json' })).status,
		).toBe(401);
		expect((await fetch(`${sandbox.url}/openapi.json`)).status).toBe(200);
	});
});

/** The schemas of the properties with that name, however deep. */
function fieldsNamed(name: string, value: unknown): unknown[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, child]) => [
		...(key === name ? [child as unknown] : []),
		...fieldsNamed(name, child),
	]);
}

describe('the reference at /docs', () => {
	it('is served completely by the sandbox itself', async () => {
		const page = await fetch(`${sandbox.url}/docs/`);
		expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'self'/);
		const addresses = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(
			([, url]) => url ?? '',
		);
		expect(addresses.length).toBeGreaterThan(3);
		for (const address of addresses) {
			expect(new URL(address, `${sandbox.url}/docs/`).origin).toBe(sandbox.url);
			expect((await fetch(new URL(address, `${sandbox.url}/docs/`))).status).toBe(200);
		}
	});
});
