/** The polling trigger while the service does not answer as it should, and after that. */
import type { IDataObject } from 'n8n-workflow';

import { Poller } from '../support/poll-polling-trigger';
import { TestService, type EndpointFault } from '../support/test-service';

let service: TestService;
beforeAll(async () => (service = await TestService.start()));
beforeEach(async () => {
	await service.clear();
	// Repeats requests at once.
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => jest.restoreAllMocks());

let count = 0;

/** Makes messages arrive one after the other, and gives their texts. */
async function arrive(number: number): Promise<string[]> {
	const texts = Array.from({ length: number }, () => `message ${++count}`);
	for (const body of texts) await service.sandbox.control('POST', '/events/sms.received', { body });
	return texts;
}

const textsOf = (items: IDataObject[]) => items.map(({ body }) => body as string);

const published = async (more = {}) => {
	const poller = new Poller(service.credentials, more);
	expect(await poller.publish()).toEqual([]);
	return poller;
};

/** The trigger as n8n finds it again when it starts. */
const restarted = ({ credentials, id, stored }: Poller) =>
	new Poller(credentials, { workflowId: id, staticData: JSON.parse(stored) as IDataObject });

const nothingLost = expect.stringContaining('no message is lost');

const FAULTS: Array<[string, EndpointFault, string]> = [
	['stays down', { kind: 'status', status: 503 }, 'Service unavailable'],
	['refuses the key', { kind: 'status', status: 401 }, 'The service did not accept the credential'],
];

describe('When the service', () => {
	it.each(FAULTS)('%s, one poll says so and nothing is lost', async (_, fault, message) => {
		const poller = await published();
		const texts = await arrive(2);
		const before = poller.stored;
		await service.fault('list-messages', fault);
		await expect(poller.poll()).rejects.toMatchObject({
			name: 'NodeApiError',
			message: expect.stringMatching(message),
			description: nothingLost,
		});
		for (let poll = 0; poll < 3; poll++) expect(await poller.poll()).toEqual([]);
		expect(poller.stored).toBe(before);
		expect(poller.log).toEqual([]);

		await service.clear();
		const now = Date.now();
		jest.spyOn(Date, 'now').mockImplementation(() => now + 901_000);
		expect(textsOf(await poller.poll())).toEqual(texts);
		expect(poller.log).toEqual([
			{
				level: 'info',
				text: 'Trigger: Polling works again, and goes on from the same place.',
			},
		]);
	});

	it('is down while n8n starts, polling begins all the same', async () => {
		const before = await published();
		const texts = await arrive(2);
		await service.fault('list-messages', { kind: 'status', status: 503 });
		const poller = restarted(before);
		expect(await poller.publish('init')).toEqual([]);
		expect(poller.log).toEqual([
			{ level: 'warn', text: expect.stringMatching(/^Trigger: Service unavailable/) },
		]);
		await expect(poller.poll()).rejects.toMatchObject({ description: nothingLost });
		expect(await poller.poll()).toEqual([]);
		await service.clear();
		expect(textsOf(await poller.poll())).toEqual(texts);
	});

	it('refuses the key when the workflow is first published, that says so; later, polling begins', async () => {
		const poller = restarted(await published());
		await service.fault('list-messages', { kind: 'status', status: 401 });
		const refusal = 'The service did not accept the credential';
		await expect(new Poller(service.credentials).publish()).rejects.toThrow(refusal);
		expect(await poller.publish('update')).toEqual([]);
		await expect(poller.poll()).rejects.toThrow(refusal);
		expect(await poller.poll()).toEqual([]);
	});

	it('is down and then refuses the key, both are told', async () => {
		const poller = await published();
		await service.fault('list-messages', { kind: 'status', status: 503 });
		await expect(poller.poll()).rejects.toThrow('Service unavailable');
		await service.clear();
		await service.fault('list-messages', { kind: 'status', status: 401 });
		await expect(poller.poll()).rejects.toThrow('did not accept the credential');
		expect(await poller.poll()).toEqual([]);
	});

	it('only stumbles, the poll tries again', async () => {
		const poller = await published();
		const texts = await arrive(1);
		await service.fault('list-messages', { kind: 'status', status: 503, count: 2 });
		expect(textsOf(await poller.poll())).toEqual(texts);
		expect(poller.log).toEqual([]);
	});
});

describe('A pause that the service asks for', () => {
	it('is told if it is long, and kept to by the polls that follow', async () => {
		const poller = await published();
		await service.fault('list-messages', { kind: 'rate_limit', retry_after: 600 });
		await expect(poller.poll()).rejects.toMatchObject({
			description: expect.stringMatching(/^The service asks to wait for 10 minutes\..*no message is lost\.$/),
		});
		await service.clear();
		const now = Date.now();
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now + 590_000);
		expect(await poller.poll()).toEqual([]);
		expect(await service.requests('list-messages')).toEqual([]);
		const texts = await arrive(1);
		clock.mockImplementation(() => now + 602_000);
		expect(textsOf(await poller.poll())).toEqual(texts);
	});

	it('is no failed execution if it is only longer than the poll may last', async () => {
		const poller = await published({ budget: 500 });
		const texts = await arrive(1);
		await service.fault('list-messages', { kind: 'rate_limit', retry_after: 70, count: 1 });
		expect(await poller.poll()).toEqual([]);
		expect(poller.log).toEqual([{ level: 'warn', text: expect.stringContaining('Too many requests') }]);
		expect(await poller.poll()).toEqual([]);
		const now = Date.now();
		jest.spyOn(Date, 'now').mockImplementation(() => now + 71_000);
		expect(textsOf(await poller.poll())).toEqual(texts);
	});

	it('is one line of the log, and after five minutes one failed execution, if it is asked for at each poll', async () => {
		const poller = await published({ budget: 500 });
		await service.fault('list-messages', { kind: 'rate_limit', retry_after: 70 });
		const now = Date.now();
		const clock = jest.spyOn(Date, 'now');
		for (const minutes of [0, 1.2, 2.4, 3.6]) {
			clock.mockImplementation(() => now + minutes * 60_000);
			expect(await poller.poll()).toEqual([]);
		}
		clock.mockImplementation(() => now + 4.8 * 60_000);
		expect(poller.log).toEqual([
			{
				level: 'warn',
				text: "Trigger: Too many requests. The service receives too many requests. Try again later, or lower 'Parallel Requests' where the node has this option. The request was not carried out. Polling goes on by itself from the same place: no message is lost.",
			},
		]);
		await expect(poller.poll()).rejects.toMatchObject({ httpCode: '429' });
		for (const minutes of [6, 7.2, 60]) {
			clock.mockImplementation(() => now + minutes * 60_000);
			expect(await poller.poll()).toEqual([]);
		}
		expect(poller.log).toHaveLength(1);
	});
});

it('Settings that cannot work are told once, and when the workflow is published', async () => {
	const poller = await published();
	const { voiceAgentApi } = poller.credentials;
	poller.credentials.voiceAgentApi = { ...voiceAgentApi, apiKey: '' };
	await expect(poller.poll()).rejects.toThrow("The 'API Key' is empty");
	expect(await poller.poll()).toEqual([]);
	await expect(poller.publish()).rejects.toThrow("The 'API Key' is empty");
	expect(await poller.publish('init')).toEqual([]);
	poller.credentials.voiceAgentApi = voiceAgentApi as never;
	const texts = await arrive(1);
	expect(textsOf(await poller.poll())).toEqual(texts);
});
