import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fastJsonStringify from 'fast-json-stringify';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

const NODE = join(__dirname, '..', '..', 'node_modules', '.bin', 'node');
const REDOCLY = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin', 'cli.js');

/** Section 4: request fields whose names the interface does not show. */
const GAPS = [
	['post', '/list-messages', ['after_date', 'before_date']],
	['post', '/list-phone-numbers', ['agent_id', 'text_agent_id', 'is_active']],
	['post', '/list-models', ['provider']],
	['patch', '/manage-skills/{id}', ['trigger_type', 'schedule']],
	['post', '/replay-webhook-delivery', ['delivery_id', 'event_type', 'start_time', 'end_time']],
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
/** The function endpoints, of which section-4-function-endpoints.test.ts knows that they are all. */
const functions = () =>
	Object.entries(document.paths)
		.filter(([path]) => path.startsWith('/functions/v1/'))
		.flatMap(([path, operations]) => Object.values(operations).map((one) => [path, one] as const));

describe('the OpenAPI document', () => {
	it('says of each function endpoint that it takes a token, and what it takes and answers', () => {
		for (const [path, { security, requestBody, responses }] of functions()) {
			const { schema, example } = requestBody?.content['application/json'] ?? {};
			const answers = Object.keys(responses).filter((code) => /^2\d\d$/.test(code));
			expect({ path, security, answers }).toMatchObject({ security: [{ bearer: [] }], answers: [/./] });
			// A form has no example.
			if (schema === undefined) expect(path).toBe('/functions/v1/clone-voice');
			else expect({ path, example, misfits: misfits(schema, example) }).toMatchObject({ misfits: [] });
		}
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

	it('gives the address of the service relative to the document', () => {
		expect(document.servers.map(({ url }) => new URL(url, `${sandbox.url}/openapi.json`).href)).toEqual([
			`${sandbox.url}/`,
		]);
	});

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
		try {
			const file = join(folder, 'openapi.json');
			await writeFile(file, JSON.stringify(document));
			const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
			await promisify(execFile)(NODE, [REDOCLY, 'lint', file], { env, cwd: folder });
		} finally {
			await rm(folder, { recursive: true });
		}
	});

	it.each(GAPS)('marks the gaps at %s %s: %j', (method, path, fields) => {
		const { schema } = operationAt(method, path)?.requestBody?.content['application/json'] ?? {};
		const { anyOf = [schema] } = schema as { anyOf?: object[] };
		const marked = (anyOf as Array<{ properties?: Record<string, object> }>)
			.flatMap(({ properties = {} }) => Object.entries(properties))
			.filter(([, field]) => 'x-not-shown-in-interface' in field);
		expect(marked.map(([name]) => name)).toEqual(expect.arrayContaining([...fields]));
	});

	// The sandbox itself compiles a schema only at the first call.
	it('has no schema that cannot be compiled', () => {
		const ajv = new Ajv2020({ strict: false, validateFormats: false });
		const all = Object.values(document.paths).flatMap((operations) => Object.values(operations));
		const contents = (one: { content?: Content }) => Object.values(one.content ?? {});
		const different = (schemas: Array<{ schema: object }>) =>
			[...new Set(schemas.map(({ schema }) => JSON.stringify(schema)))].map(
				(schema) => JSON.parse(schema) as object,
			);
		const answers = different(all.flatMap(({ responses }) => Object.values(responses).flatMap(contents)));
		const requests = different(
			all.flatMap(({ parameters = [], requestBody = {} }) => [...parameters, ...contents(requestBody)]),
		);
		for (const schema of answers) expect(() => fastJsonStringify(schema)).not.toThrow();
		for (const schema of [...requests, ...answers]) expect(() => ajv.compile(schema)).not.toThrow();
		expect(Math.min(answers.length, requests.length)).toBeGreaterThan(50);
	});
});

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
