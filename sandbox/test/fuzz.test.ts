import { Ajv2020 } from 'ajv/dist/2020.js';
import { Pool } from 'undici';
import { fc } from '../../test/support/fast-check.ts';
import { readOperations, type Operation } from '../../test/support/openapi-operations.ts';
import { hostileRequest, type Ground, type HostileRequest } from './fuzz/requests.ts';
import { startSandbox, type Sandbox } from '../../test/support/start-sandbox.ts';

/**
 * Requests made from the sandbox's own OpenAPI document, so that new endpoints are in it by themselves: ten
 * thousand with `TEST_FULL=1 npm test`, else a fortieth of them. FUZZ_SEED, which a failure names, makes others.
 */
const ROUNDS = process.env.TEST_FULL ? 400 : 10;
const REQUESTS_PER_ROUND = 25;
/**
 * The account is set up again after this many rounds, so that the requests go on meeting something.
 */
const ROUNDS_PER_RESET = 10;
/** Longer than any answer takes, even on a machine that is busy with other tests. */
const HUNG_AFTER_MS = 15_000;

let sandbox: Sandbox;
let pool: Pool;
let operations: readonly Operation[];
beforeAll(async () => {
	// The same identifiers every time: they are part of what a seed repeats.
	sandbox = await startSandbox({ deterministic: true, deliveryTries: 2, deliveryBaseDelayMs: 10 });
	operations = await readOperations(sandbox.url);
	pool = new Pool(sandbox.url, { connections: 8, headersTimeout: HUNG_AFTER_MS, bodyTimeout: HUNG_AFTER_MS });
});
afterAll(async () => {
	await pool.destroy();
	await sandbox?.stop();
});

interface Answer {
	readonly status: number;
	readonly text: string;
	readonly json: boolean;
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
const validators = new Map<object, ReturnType<typeof ajv.compile>>();

/** Says how a success differs from the OpenAPI document; undefined when it does not. */
function misfit({ operation }: HostileRequest, { status, text }: Answer): string | undefined {
	const schema = operation.answers.get(String(status));
	if (schema === undefined) return undefined;
	const validate = validators.get(schema) ?? ajv.compile(schema);
	validators.set(schema, validate);
	return validate(JSON.parse(text)) ? undefined : ajv.errorsText(validate.errors);
}

async function send({ method, path, headers, body }: HostileRequest): Promise<Answer> {
	const signal = AbortSignal.timeout(HUNG_AFTER_MS);
	const answer = await pool.request({ method, path, headers, body, signal });
	if (String(answer.headers['content-type']).startsWith('text/event-stream')) {
		answer.body.on('error', () => undefined).destroy();
		return { status: answer.statusCode, text: '', json: false };
	}
	const json = String(answer.headers['content-type']).startsWith('application/json');
	return { status: answer.statusCode, text: await answer.body.text(), json };
}

/** Section 7: the two forms that an error has. */
function isErrorBody(text: string): boolean {
	const { error } = JSON.parse(text) as { error?: unknown };
	if (typeof error === 'string') return true;
	const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
	return typeof code === 'string' && typeof message === 'string';
}

function describeRequest({ method, path, headers, body }: HostileRequest): string {
	return (
		`${method} ${path} ${headers['content-type'] ?? ''} ` +
		`${JSON.stringify(body?.toString('latin1').slice(0, 2_000))}`
	);
}

/** Fails, naming the request, unless it was answered, and by nothing worse than its document says. */
async function expectGoodAnswer(request: HostileRequest): Promise<void> {
	const answer = await send(request).catch((error: unknown) => {
		throw new Error(`${String(error)} on ${describeRequest(request)}`);
	});
	const told = `${answer.status} ${answer.text.slice(0, 500)} on ${describeRequest(request)}`;
	const documented = request.operation.statuses.includes(String(answer.status));
	if (answer.status === 500 || (answer.status > 500 && !documented)) throw new Error(told);
	if (answer.status < 300 && answer.json) {
		const wrong = misfit(request, answer);
		if (wrong !== undefined) throw new Error(`${wrong}: ${told}`);
	}
	if (answer.status >= 400 && !isErrorBody(answer.text)) throw new Error(told);
}

const isFault = ({ operation }: HostileRequest) => operation.path.startsWith('/sandbox/v1/faults');

/** Expects that the sandbox survives a request with a fault; the answer may be spoilt. */
async function expectHarmlessFault(request: HostileRequest): Promise<void> {
	await expectGoodAnswer(request);
	const probe = { method: 'POST', path: '/functions/v1/list-messages', body: '{}' };
	const headers = { 'content-type': 'application/json', authorization: `Bearer ${sandbox.apiKey}` };
	await pool
		.request({ ...probe, headers, signal: AbortSignal.timeout(1_000) })
		.then(({ body }) => body.text())
		// Cut, truncated or late, as the fault says.
		.catch(() => undefined);
	await sandbox.control('DELETE', '/faults');
}

/** A fresh account in which every kind of thing can be found, and the words to find it by. */
async function prepareGround(): Promise<Ground> {
	await sandbox.control('POST', '/reset', { seed: 'demo' });
	const webhook = { webhook_url: 'http://127.0.0.1:9/', phone_numbers: ['+14155550100'] };
	await sandbox.control('POST', '/api-keys', { name: 'Fuzzed', ...webhook });
	await sandbox.control('POST', '/events/sms.received');
	const known = new Set<string>();
	for (const { method, path } of operations) {
		if (method !== 'GET' || path.includes('{') || !path.startsWith('/sandbox/')) continue;
		const { body, headers } = await pool.request({ method, path });
		if (String(headers['content-type']).startsWith('application/json'))
			collectWords(await body.json(), known);
		else body.on('error', () => undefined).destroy();
	}
	// The key that the requests are made with is left alone.
	known.delete(sandbox.apiKeyId);
	const keys = { authorization: `Bearer ${sandbox.apiKey}`, apikey: sandbox.anonKey };
	return { operations, known: [...known].sort(), keys };
}

/** Every short text of a JSON answer that stands for something: identifiers, numbers, states. */
function collectWords(value: unknown, words: Set<string>, name = ''): void {
	if (Array.isArray(value)) for (const one of value.slice(0, 5)) collectWords(one, words, name);
	else if (typeof value === 'object' && value !== null) {
		for (const [field, one] of Object.entries(value)) collectWords(one, words, field);
	} else if (typeof value === 'string' && /(^|_)id$|number|email|status|action|name$/.test(name)) {
		if (value.length <= 60) words.add(value);
	}
}

it(`answers ${ROUNDS * REQUESTS_PER_ROUND} hostile requests without a 500, and lives`, async () => {
	expect(operations.length).toBeGreaterThan(30);
	const ground = await prepareGround();
	let round = 0;
	const requests = fc.array(hostileRequest(ground), {
		minLength: REQUESTS_PER_ROUND,
		maxLength: REQUESTS_PER_ROUND,
	});
	await fc.assert(
		fc.asyncProperty(requests, async (hostile) => {
			if ((round += 1) % ROUNDS_PER_RESET === 0) await prepareGround();
			await Promise.all(hostile.filter((request) => !isFault(request)).map(expectGoodAnswer));
			for (const request of hostile.filter(isFault)) await expectHarmlessFault(request);
			expect(await sandbox.control('GET', '/status')).toHaveProperty('name');
		}),
		{ numRuns: ROUNDS, endOnFailure: true },
	);
});
