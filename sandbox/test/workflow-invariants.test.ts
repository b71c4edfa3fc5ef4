/** What a workflow test reports whatever its scenario expects. */
import type { SandboxAccount } from '../src/client/account.ts';
import type { Execution, N8nApi, NewWorkflow } from '../src/n8n/n8n-api.ts';
import type { Deployment } from '../src/workflow-tests/deployment.ts';
import { collectAftermath, findViolations, type Aftermath } from '../src/workflow-tests/invariants.ts';

const WORKFLOW: NewWorkflow = { name: 'Mine', nodes: [], connections: {} };
const DEPLOYMENT = {
	workflowId: 'w',
	events: ['sms.received'],
	secrets: ['whsec_1'],
} as unknown as Deployment;
const taken = (id: string) =>
	({ event: 'sms.received', event_id: id, status: 'succeeded' }) as Aftermath['deliveries'][number];
const execution = (id: string, more: Partial<Execution> = {}): Execution => ({
	...{ id, workflowId: 'w', status: 'success', mode: 'webhook', startedAt: null, stoppedAt: null },
	...more,
});
/** An execution that a step of the scenario has started. */
const started = (id: string) =>
	execution(id, { data: { resultData: { runData: { 'Every Morning (started by a scenario)': [] } } } });
const violationsOf = (aftermath: Partial<Aftermath>, workflow = WORKFLOW) =>
	findViolations(
		{ messages: [], deliveries: [], otherEvents: [], executions: [], ...aftermath },
		workflow,
		DEPLOYMENT,
	);

describe('what is wrong whatever a workflow is for', () => {
	it('is nothing if every event led to an execution that ended', () => {
		expect(violationsOf({ deliveries: [taken('e1')], executions: [execution('1')] })).toEqual([]);
	});

	it('is an event that led to no execution', () => {
		expect(violationsOf({ deliveries: [taken('e1')] })).toEqual(['n8n took 1 event, but no execution began']);
		expect(violationsOf({ deliveries: [taken('e1'), taken('e2')], executions: [execution('1')] })).toEqual([
			'n8n took 2 events, but only 1 execution began',
		]);
	});

	it('is an event that led to no execution, also if the scenario has started one', () => {
		expect(violationsOf({ deliveries: [taken('e1')], executions: [started('1')] })).toEqual([
			'n8n took 1 event, but no execution began',
		]);
		expect(violationsOf({ deliveries: [taken('e1')], executions: [started('1'), execution('2')] })).toEqual(
			[],
		);
	});

	it('is not that a reply has resumed an execution instead of starting one', () => {
		const asking: NewWorkflow = {
			...WORKFLOW,
			nodes: [
				{
					...{ id: 'a', name: 'Ask', type: 'n8n-nodes-voice-agent.voiceAgent', typeVersion: 1 },
					...{ position: [0, 0], parameters: { operation: 'sendAndWait' } },
				},
			],
		};
		const two = [taken('e1'), taken('e2')];
		expect(violationsOf({ deliveries: two, executions: [execution('1')] }, asking)).toEqual([]);
		expect(violationsOf({ deliveries: two, executions: [started('1')] }, asking)).toEqual([]);
		expect(violationsOf({ deliveries: two }, asking)).toEqual(['n8n took 2 events, but no execution began']);
	});

	it('is a message that was sent more often than events came and the scenario started the workflow', () => {
		const message = { to_number: '14155550123', body: 'Hello' } as Aftermath['messages'][number];
		const executions = [started('1'), started('2')];
		expect(violationsOf({ executions, messages: [message, message] })).toEqual([]);
		expect(violationsOf({ executions, messages: [message, message, message] })).toEqual([
			'A message was sent 3 times, to 14155550123: "Hello"',
		]);
	});

	it('is an execution that does not end, and not that none began', () => {
		expect(
			violationsOf({ deliveries: [taken('e1')], executions: [execution('1', { status: 'running' })] }),
		).toEqual(['Execution 1 still ran 30 s after the last step']);
	});

	it('is a secret in an execution, which is not repeated', () => {
		const data = { resultData: { runData: {}, note: 'Bearer whsec_1' } };
		expect(violationsOf({ executions: [execution('1', { data })] })).toEqual([
			'Execution 1 holds a secret of the service',
		]);
	});
});

it('what is collected has the executions that still run after the longest wait', async () => {
	let lists = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => (lists > 0 ? 60_000 : 0));
	const account = {
		control: async (_method: string, path: string) =>
			path.startsWith('/messages') ? { messages: [] } : { deliveries: [] },
	} as unknown as SandboxAccount;
	const n8n = {
		listExecutions: async ({ status }: { status?: string }) => {
			lists += 1;
			return status === 'running' ? [execution('2', { status: 'running' })] : [execution('1')];
		},
		getExecution: async (id: string) => execution(id),
	} as unknown as N8nApi;
	const { executions } = await collectAftermath(account, n8n, DEPLOYMENT, 0);
	expect(executions.map(({ id }) => id)).toEqual(['1', '2']);
});
