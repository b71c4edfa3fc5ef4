import type { IDataObject } from 'n8n-workflow';

import { jsonOf, outputOf, runFlow, voiceAgentFlow } from '../support/n8n-engine';
import { useFastClock } from '../support/fast-clock';
import { TestService, type EndpointFault } from '../support/test-service';

/** The faults of the service, how often a send is then sent with one retry, and how it fails. */
const FAULTS: Array<[string, EndpointFault, number, RegExp, RegExp]> = [
	['429', { kind: 'status', status: 429, retry_after: 0 }, 2, /Service unavailable/, /too many requests/],
	['a reset after it took effect', { kind: 'reset_after' }, 1, /connection ended/, /unknown/],
	['a time-out', { kind: 'latency', latency_ms: 60_000 }, 1, /did not answer in time/, /unknown/],
];

/** Passes in full on the fast clock, so that a busy machine does not take the place of the fault. */
const LONG_TIMEOUT_MS = 60_000;
/** For the fault that it is about; a second on the fast clock. */
const SHORT_TIMEOUT_MS = 10_000;

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

describe('A send', () => {
	useFastClock();

	it.each(FAULTS)(
		'is repeated after %s only if it was not taken',
		async (name, fault, times, message, description) => {
			await service.fault('send-chatapp-message', fault);
			const result = await service.run({ ...withTimeoutFor(sending, fault), message: `Hi after ${name}` });
			expect(await service.requests('send-chatapp-message')).toHaveLength(times);
			expect(result.data.resultData.error).toMatchObject({
				name: 'NodeApiError',
				message: expect.stringMatching(message),
				description: expect.stringMatching(description),
			});
		},
	);
});

describe('What passes', () => {
	useFastClock();

	it.each(FAULTS)('costs a harmless request nothing: %s', async (_, fault) => {
		await service.fault('list-messages', { ...fault, count: 1 });
		const result = await service.run(withTimeoutFor(reading, fault));
		expect(jsonOf(outputOf(result, 'Voice Agent'))).toHaveLength(1);
	});

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
	const texts = Array.from({ length: 30 }, (_, index) => `message ${index}`);
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
	it('that was carried out, but not answered, has succeeded', async () => {
		await service.sandbox.control('POST', '/reset', {});
		const { memories } = await service.sandbox.control('GET', '/memories');
		const memoryId = String(memories[0]?.id);
		await service.fault('delete-memory', { kind: 'reset_after', count: 1 });
		const result = await service.run({ resource: 'memory', operation: 'delete', memoryId });
		expect(jsonOf(outputOf(result, 'Voice Agent'))).toEqual([{ deleted: true }]);
		expect((await service.requests('delete-memory')).map(({ status }) => status)).toContain(404);
	});

	it('of something unknown is not', async () => {
		await service.fault('delete-memory', { kind: 'status', status: 429, retry_after: 0, count: 1 });
		const result = await service.run({ resource: 'memory', operation: 'delete', memoryId: 'unknown' });
		expect(result.data.resultData.error).toMatchObject({ message: 'Memory not found' });
	});
});

describe('Secrets', () => {
	it('are in nothing that an execution with failures leaves behind', async () => {
		const kinds: EndpointFault[] = [{ kind: 'status', status: 500 }, { kind: 'reset' }];
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
