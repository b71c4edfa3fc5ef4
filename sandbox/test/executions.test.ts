/** These tests say which of n8n's executions a workflow test waits for, and which count. */
import type { Execution, N8nApi } from '../src/n8n/api.ts';
import { endedAtTrigger, Executions, measureWaitMs } from '../src/n8n/executions.ts';

const MINUTE_MS = 60_000;
const execution = (more: Partial<Execution>): Execution => ({
	...{ id: '1', workflowId: 'w', status: 'success', mode: 'webhook' },
	...{ startedAt: null, stoppedAt: null, waitTill: null },
	...more,
});
const waitingFor = (ms: number) =>
	execution({ status: 'waiting', waitTill: new Date(Date.now() + ms).toISOString() });

/** Follows what an n8n lists, which is these executions from now on. */
async function follow(...listed: Execution[]): Promise<Executions> {
	const lists = [[], listed];
	const api = { listExecutions: () => Promise.resolve(lists.length > 1 ? lists.shift() : lists[0]) };
	return await Executions.follow(api as unknown as N8nApi, ['w']);
}

describe('executions have settled', () => {
	afterEach(() => jest.restoreAllMocks());

	it.each<[boolean, string, Execution]>([
		[true, 'has ended', execution({})],
		[true, 'has failed', execution({ status: 'crashed' })],
		[false, 'runs', execution({ status: 'running' })],
		[false, 'is about to run', execution({ status: 'new' })],
		[false, 'goes on within two minutes', waitingFor(1.5 * MINUTE_MS)],
		[true, 'goes on later', waitingFor(10 * MINUTE_MS)],
		[
			true,
			'waits for a person to answer',
			execution({ status: 'waiting', waitTill: '3000-01-01T00:00:00.000Z' }),
		],
	])('%s: one %s', async (areSettled, _, one) => {
		expect(await (await follow(one)).areSettled()).toBe(areSettled);
	});

	it('also while one runs that was seen a minute ago, since it may never end', async () => {
		const now = jest.spyOn(performance, 'now').mockReturnValue(0);
		const executions = await follow(execution({ status: 'running' }));
		expect(await executions.areSettled()).toBe(false);
		now.mockReturnValue(MINUTE_MS + 1);
		expect(await executions.areSettled(true)).toBe(false);
		expect(await executions.areSettled()).toBe(true);
	});
});

it('an execution waits for a time, unless n8n has written one for a wait without a limit', () => {
	expect(measureWaitMs(waitingFor(MINUTE_MS))).toBeGreaterThan(MINUTE_MS - 5000);
	expect(
		measureWaitMs(execution({ status: 'waiting', waitTill: '3000-01-01T00:00:00.000Z' })),
	).toBeUndefined();
	expect(measureWaitMs(execution({ waitTill: new Date().toISOString() }))).toBeUndefined();
});

describe('an execution ended at its trigger', () => {
	const ran = (runData: object, status: Execution['status'] = 'success') =>
		endedAtTrigger(execution({ status, data: { resultData: { runData } } }));
	const put = (...items: object[]) => [{ data: { main: [items] } }];

	it.each<[boolean, string, object]>([
		[true, 'that put out nothing', { SMS: put() }],
		[true, 'that has no output', { SMS: [{}] }],
		[false, 'that put out an item', { SMS: put({ json: {} }) }],
		[false, 'after which another node ran', { SMS: put(), Next: put() }],
	])('%s: a trigger %s', (isIt, _, runData) => {
		expect(ran(runData)).toBe(isIt);
	});

	it('only if it has succeeded, and n8n has kept what it did', () => {
		expect(ran({ SMS: put() }, 'error')).toBe(false);
		expect(endedAtTrigger(execution({}))).toBe(false);
	});
});
