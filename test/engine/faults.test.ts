import type { IDataObject } from 'n8n-workflow';

import { STATUS_ASSESSMENTS } from '../../nodes/shared/client/failure';
import { jsonOf, outputOf, runFlow, voiceAgentFlow } from '../support/n8n-engine';
import { useFastClock } from '../support/fast-clock';
import { TestService, type EndpointFault } from '../support/test-service';

/**
 * The faults of the service, how often a harmless request is then sent with
 * one retry, and how often one that costs.
 */
const FAULTS: Array<[string, EndpointFault, number, number, RegExp, RegExp]> = [
	['429', { kind: 'status', status: 429, retry_after: 0 }, 2, 2, /Service unavailable/, /too many requests/],
	[
		'503 with Retry-After',
		{ kind: 'status', status: 503, retry_after: 0 },
		2,
		2,
		/Service unavailable/,
		/later/,
	],
	['500', { kind: 'status', status: 500 }, 2, 1, /Service unavailable/, /unknown whether|later/],
	['502', { kind: 'html', status: 502 }, 2, 1, /status 502/, /unknown whether|later/],
	['a reset before the request took effect', { kind: 'reset' }, 2, 1, /connection ended/, /unknown|again/],
	['a reset after it took effect', { kind: 'reset_after' }, 2, 1, /connection ended/, /unknown|again/],
	[
		'a time-out',
		{ kind: 'latency', latency_ms: 60_000 },
		2,
		1,
		/did not answer in time/,
		/unknown|longer 'Timeout/,
	],
	['an answer that breaks off', { kind: 'truncate' }, 2, 1, /connection ended/, /unknown|again/],
	[
		'half of an answer',
		{ kind: 'malformed' },
		2,
		1,
		/cut off/,
		/Run the node again|what the service did is unknown/,
	],
	['a web page', { kind: 'html', status: 200 }, 1, 1, /web page instead of the service/, /Base URL/],
	[
		'an empty answer',
		{ kind: 'empty' },
		2,
		1,
		/without a body/,
		/Run the node again|what the service did is unknown/,
	],
	['400', { kind: 'status', status: 400 }, 1, 1, /Service unavailable/, /Change the value/],
];

/**
 * The faults that spoil the answer of a request that was carried out: a message that was sent is then found.
 */
const TAKING_EFFECT = new Set<unknown>(['reset_after', 'truncate', 'malformed', 'empty']);

/** Passes in full on the fast clock, so that a busy machine does not take the place of the fault. */
const LONG_TIMEOUT_MS = 60_000;
/** For the fault that it is about; two seconds on the fast clock. */
const SHORT_TIMEOUT_MS = 20_000;

const OPTIONS = { maxRetries: 1, timeout: LONG_TIMEOUT_MS };

let service: TestService;
beforeAll(async () => {
	service = await TestService.start();
	// Chance decides how long a retry waits: not at all, here.
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
beforeEach(async () => await service.clear());

const reading = { resource: 'message', operation: 'getAll', limit: 1, options: OPTIONS };
const sending = {
	resource: 'message',
	operation: 'send',
	phoneNumberId: '106540352242922',
	recipientWaId: '14155550123',
	message: 'Hi',
	options: OPTIONS,
};

const withTimeoutFor = <T extends object>(parameters: T, { kind }: EndpointFault) => ({
	...parameters,
	options: { ...OPTIONS, timeout: kind === 'latency' ? SHORT_TIMEOUT_MS : LONG_TIMEOUT_MS },
});

describe.each(FAULTS)('After %s', (name, fault, readings, sendings, message, description) => {
	useFastClock();

	it(`a harmless request is sent ${readings} times in all`, async () => {
		await service.fault('list-messages', fault);
		const { error } = (await service.run(withTimeoutFor(reading, fault))).data.resultData;
		expect(await service.requests('list-messages')).toHaveLength(readings);
		expect(error).toMatchObject({ name: 'NodeApiError', message: expect.stringMatching(message) });
		expect(error).toMatchObject({ description: expect.stringMatching(description) });
	});

	it(`one that must not happen twice is sent ${sendings} times in all`, async () => {
		await service.fault('send-chatapp-message', fault);
		const result = await service.run({ ...withTimeoutFor(sending, fault), message: `Hi after ${name}` });
		expect(await service.requests('send-chatapp-message')).toHaveLength(sendings);
		const { error } = result.data.resultData;
		if (TAKING_EFFECT.has(fault.kind)) {
			expect(error).toBeUndefined();
			expect(jsonOf(outputOf(result, 'Voice Agent'))).toMatchObject([{ stored: { status: 'sent' } }]);
		} else {
			expect(error).toMatchObject({ name: 'NodeApiError', message: expect.stringMatching(message) });
			expect(error).toMatchObject({ description: expect.stringMatching(description) });
		}
	});
});

describe.each(Object.entries(STATUS_ASSESSMENTS))(
	'The status %s is retried as its row says',
	(status, row) => {
		useFastClock();
		const fault = { kind: 'status' as const, status: Number(status) };
		const times = (isRetried: boolean) => (isRetried ? 2 : 1);

		it('by a request that does no harm', async () => {
			await service.fault('list-messages', fault);
			await service.run(reading);
			expect(await service.requests('list-messages')).toHaveLength(times(row.isTransient));
		});

		it('by one that must not happen twice', async () => {
			await service.fault('send-chatapp-message', fault);
			await service.run({ ...sending, message: `Hi after status ${status}` });
			const isRetried = row.isTransient && row.processed === 'no';
			expect(await service.requests('send-chatapp-message')).toHaveLength(times(isRetried));
		});
	},
);

describe('What passes', () => {
	useFastClock();

	it.each(FAULTS.filter(([, , readings]) => readings > 1))(
		'costs a harmless request nothing: %s',
		async (_, fault) => {
			await service.fault('list-messages', { ...fault, count: 1 });
			const result = await service.run(withTimeoutFor(reading, fault));
			expect(jsonOf(outputOf(result, 'Voice Agent'))).toHaveLength(1);
		},
	);

	it('ends at once when the execution is canceled', async () => {
		await service.fault('list-messages', { kind: 'status', status: 429, retry_after: 30 });
		const result = await runFlow(voiceAgentFlow(reading), [{ json: {} }], service.credentials, {
			onStart: (cancel) => void service.requested('list-messages').then(cancel),
		});
		expect(result.data.resultData.error).toMatchObject({ message: 'The execution was canceled' });
		expect(await service.requests('list-messages')).toHaveLength(1);
	});
});

it('lets every message arrive exactly once at a service that takes twenty a second', async () => {
	await service.fault('send-chatapp-message', {
		kind: 'rate_limit',
		requests_per_second: 20,
		count: undefined,
	});
	const texts = Array.from({ length: 60 }, (_, index) => `message ${index}`);
	const result = await service.run(
		{ ...sending, message: '={{ $json.text }}', options: { concurrency: 30 } },
		texts.map((text) => ({ text })),
	);
	expect(
		jsonOf(outputOf(result, 'Voice Agent')).map(({ stored }) => (stored as IDataObject).content),
	).toEqual(texts);
	const taken = (await service.requests('send-chatapp-message')).filter(({ status }) => status === 200);
	expect(taken.map(({ body }) => body.message)).toEqual(texts);
});

describe('A deletion', () => {
	it.each(['reset_after', 'malformed', 'empty', 'truncate'] as const)(
		'that was carried out, but not answered, has succeeded (%s)',
		async (kind) => {
			await service.sandbox.control('POST', '/reset', {});
			const { memories } = await service.sandbox.control('GET', '/memories');
			const memoryId = String(memories[0]?.id);
			await service.fault('delete-memory', { kind, count: 1 });
			const result = await service.run({ resource: 'memory', operation: 'delete', memoryId });
			expect(jsonOf(outputOf(result, 'Voice Agent'))).toEqual([{ deleted: true }]);
			expect((await service.requests('delete-memory')).map(({ status }) => status)).toContain(404);
		},
	);

	it('of something unknown is not', async () => {
		await service.fault('delete-memory', { kind: 'status', status: 429, retry_after: 0, count: 1 });
		const result = await service.run({ resource: 'memory', operation: 'delete', memoryId: 'unknown' });
		expect(result.data.resultData.error).toMatchObject({ message: 'Memory not found' });
	});
});

describe('A skill', () => {
	it.each([
		['preview', true, 2],
		['execution', false, 1],
	])('is asked for its %s again only where that does no harm', async (_, dryRun, times) => {
		const { skills } = await service.sandbox.control('GET', '/skills');
		const skillId = String(skills.find(({ is_enabled: enabled }) => enabled)?.id);
		await service.fault('manage-skills', { kind: 'reset_after' });
		const parameters = { resource: 'skill', operation: 'execute', skillId, dryRun, options: OPTIONS };
		expect((await service.run(parameters)).data.resultData.error).toBeDefined();
		expect(await service.requests(`manage-skills/${skillId}/execute`)).toHaveLength(times);
	});
});

describe('Secrets', () => {
	it('are in nothing that an execution with failures leaves behind', async () => {
		const kinds: EndpointFault[] = [
			{ kind: 'status', status: 500 },
			{ kind: 'reset' },
			{ kind: 'html', status: 200 },
			{ kind: 'empty' },
		];
		for (const fault of kinds) {
			await service.clear();
			await service.fault('list-messages', fault);
			const result = await service.run({ ...reading, options: { maxRetries: 0 } });
			const { error } = result.data.resultData;
			const everything = [JSON.stringify(result), error?.stack, deepText(error)].join('\n');
			expect(error).toBeDefined();
			expect(everything).not.toContain(service.sandbox.apiKey);
		}
	});
});

/** Every text that can be reached from a value, enumerable or not. */
function deepText(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value === 'string') return value;
	if (typeof value !== 'object' || value === null || seen.has(value)) return '';
	seen.add(value);
	return Object.getOwnPropertyNames(value)
		.map((name) => deepText((value as Record<string, unknown>)[name], seen))
		.join('\n');
}
