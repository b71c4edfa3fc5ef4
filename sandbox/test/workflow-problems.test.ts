/** What a workflow test reports whatever its scenario expects. */
import type { Execution } from '../src/n8n/api.ts';
import {
	expectsWaiting,
	findMissingExecutions,
	findLateMessages,
	findPreviews,
	findViolations,
	hasHandledError,
	type RunRecords,
} from '../src/tester/problems.ts';
import { describeProxy } from '../src/tester/run-test.ts';
import type { WorkflowFile, WorkflowNode } from '../src/n8n/workflow.ts';
import type { Step } from '../src/control/scenarios/scenario.ts';

const node = (name: string, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
	...{ id: name, name, type: 'n8n-nodes-base.noOp', typeVersion: 1, position: [0, 0], parameters: {} },
	...more,
});
const EMPTY: WorkflowFile = { name: 'Mine', nodes: [], connections: {} };
const deploymentOf = (file: WorkflowFile) => ({
	workflows: new Map([['w', file]]),
	receivers: [{ name: 'Trigger', url: '', events: ['sms.received'], apiKeyId: 'key' }],
	secrets: ['whsec_1'],
});
const taken = (id: string, key = 'key') =>
	({
		event: 'sms.received',
		event_id: id,
		api_key_id: key,
		status: 'succeeded',
	}) as RunRecords['deliveries'][number];
/** An execution in which these nodes have run. */
const execution = (
	id: string,
	more: Partial<Execution> = {},
	runData: object = { Trigger: [{}] },
): Execution => ({
	...{ id, workflowId: 'w', status: 'success', mode: 'webhook' },
	...{ startedAt: null, stoppedAt: null, waitTill: null },
	data: { resultData: { runData } },
	...more,
});
/** An execution that a step of the scenario has started. */
const started = (id: string) => execution(id, {}, { 'Every Morning (started by a scenario)': [] });
const message = (id: string) =>
	({ id, to_number: '14155550123', body: 'Hello' }) as RunRecords['messages'][number];
const recordsOf = (more: Partial<RunRecords>): RunRecords => ({
	...{ messages: [], deliveries: [], otherEvents: [], executions: [] },
	...more,
});
const violationsOf = (aftermath: Partial<RunRecords>, file = EMPTY) =>
	findViolations(recordsOf(aftermath), deploymentOf(file));

describe('an event', () => {
	it('leads to an execution that its trigger begins', () => {
		expect(violationsOf({ deliveries: [taken('e1')], executions: [execution('1')] })).toEqual([]);
	});

	it.each([
		['no execution began', ['e1'], []],
		['only 1 execution began', ['e1', 'e2'], [execution('1')]],
		['no execution began', ['e1'], [started('1')]],
		['no execution began', ['e1'], [execution('1', {}, { 'Find Order': [{}] })]],
	])('without one is lost: %s', (words, events, executions) => {
		const deliveries = events.map((id) => taken(id));
		const count = events.length === 1 ? '1 event' : `${events.length} events`;
		expect(violationsOf({ deliveries, executions })).toEqual([`n8n took ${count}, but ${words}`]);
	});

	it('that two triggers select leads to two', () => {
		const deliveries = [taken('e1'), taken('e1', 'other')];
		expect(violationsOf({ deliveries, executions: [execution('1')] })).toHaveLength(1);
		expect(violationsOf({ deliveries, executions: [execution('1'), execution('2')] })).toEqual([]);
	});

	it('that brings a reply resumes an execution instead of starting one', () => {
		const ask = node('Ask', {
			type: 'n8n-nodes-voice-agent.voiceAgent',
			parameters: { operation: 'sendAndWait' },
		});
		const asking = { ...EMPTY, nodes: [ask] };
		const deliveries = [taken('e1'), taken('e2')];
		expect(violationsOf({ deliveries, executions: [execution('1')] }, asking)).toEqual([]);
		expect(violationsOf({ deliveries, executions: [started('1')] }, asking)).toEqual([]);
		expect(violationsOf({ deliveries }, asking)).toEqual(['n8n took 2 events, but no execution began']);
	});
});

describe('a scenario in which no execution began', () => {
	const sms: Step = { note: 'An SMS', call: 'POST /events/sms.sent' };
	const deaf = (...steps: Step[]) =>
		findMissingExecutions(
			{ title: 't', story: 's', expected: 'e', steps },
			recordsOf({}),
			deploymentOf(EMPTY),
		);

	it('proves nothing, also where it expects nothing', () => {
		expect(deaf(sms, { note: 'n', expect: { nothing_else: true } })).toEqual([
			'No execution began: the workflow listens to sms.received, and sms.sent came',
		]);
		expect(deaf({ note: 'n', start: 'Every Morning' })).toEqual(['No execution began']);
	});

	it('unless it expects just that', () => {
		expect(deaf(sms, { note: 'n', expect: { execution: { count: 0 } } })).toEqual([]);
	});
});

it('a message is not sent more often than events came or executions began', () => {
	const executions = [started('1'), started('2')];
	expect(violationsOf({ executions, messages: [message('a'), message('b')] })).toEqual([]);
	expect(violationsOf({ executions, messages: [message('a'), message('b'), message('c')] })).toEqual([
		'A message was sent 3 times, to 14155550123: "Hello"',
	]);
});

it('a message that comes after the last word of a scenario is told', () => {
	const late = (...steps: Step[]) =>
		findLateMessages({ title: 't', story: 's', expected: 'e', steps }, [message('a')], {
			messages: [message('a'), message('b')],
		});
	const sms: Step = { note: 'An SMS', call: 'POST /events/sms.received' };
	const words = ['A message came after the scenario, to 14155550123: "Hello"'];
	expect(late(sms, { note: 'n', expect: { nothing_else: true } })).toEqual(words);
	expect(late(sms, { note: 'n', expect: { message: { count: 1 } } })).toEqual(words);
	expect(late(sms, { note: 'n', expect: { message: {} } })).toEqual([]);
	expect(late({ note: 'n', expect: { nothing_else: true } }, sms)).toEqual([]);
});

it('an execution that does not end, and one with a secret, are told; the secret is not', () => {
	expect(
		violationsOf({ deliveries: [taken('e1')], executions: [execution('1', { status: 'running' })] }),
	).toEqual(['Execution 1 still ran after a minute of waiting for its end, and was stopped']);
	const data = { resultData: { runData: {}, note: 'Bearer whsec_1' } };
	expect(violationsOf({ executions: [execution('1', { data })] })).toEqual([
		'Execution 1 holds a secret of the service',
	]);
});

it('an execution may wait in the end if the scenario expects it after all that it does', () => {
	const waits: Step = { note: 'It waits', expect: { execution: { status: 'waiting' } } };
	const sms: Step = { note: 'An SMS', call: 'POST /events/sms.received' };
	const isExpected = (...steps: Step[]) => expectsWaiting({ title: 't', story: 's', expected: 'e', steps });
	expect(isExpected(sms, waits, { note: 'n', expect: { nothing_else: true } })).toBe(true);
	expect(isExpected(sms, waits, sms)).toBe(false);
});

it('a node of ours that ran as a preview is told', () => {
	const ours = node('Call', { type: 'n8n-nodes-voice-agent.voiceAgent' });
	const run = (json: object) => [{ data: { main: [[{ json }]] } }];
	const previewsOf = (runData: object) =>
		findPreviews({ executions: [execution('1', {}, runData)] }, deploymentOf({ ...EMPTY, nodes: [ours] }));
	const words = ['"Call" ran with Preview Only on, so it sent nothing'];
	expect(previewsOf({ Call: run({ preview: true }) })).toEqual(words);
	expect(previewsOf({ Call: run({ dry_run: true }) })).toEqual(words);
	expect(previewsOf({ Call: run({ dry_run: false }), Other: run({ preview: true }) })).toEqual([]);
});

describe('an error after which a workflow goes on', () => {
	const error = { json: { error: 'Refused', details: 'x' } };
	const to = (name: string) => ({ node: name, type: 'main', index: 0 });
	const next = (parameters: Record<string, unknown>) => node('Next', { parameters });
	const IGNORES = next({ text: 'An error occurred' });
	const LOOKS = next({ conditions: { leftValue: '={{ $json.error }}' } });
	const REGULAR = { onError: 'continueRegularOutput' };
	const SEPARATE = { onError: 'continueErrorOutput' };
	const items = (...outputs: object[][]) => ({ data: { main: outputs } });

	it.each<
		[string, Partial<WorkflowNode>, object, WorkflowNode | undefined, number, 'hidden' | 'handled' | 'none']
	>([
		['on the regular output, at the end', REGULAR, items([error]), undefined, 0, 'hidden'],
		['on the regular output, which leads on', REGULAR, items([error]), IGNORES, 0, 'hidden'],
		['on the regular output, where a node looks at it', REGULAR, items([error]), LOOKS, 0, 'handled'],
		['as older workflows say it', { continueOnFail: true }, items([error]), IGNORES, 0, 'hidden'],
		['on an error output that leads on', SEPARATE, items([], [error]), IGNORES, 1, 'handled'],
		['on an error output that leads nowhere', SEPARATE, items([], [error]), IGNORES, 0, 'hidden'],
		[
			'of the whole node',
			REGULAR,
			{ ...items([{ json: {} }]), error: { message: 'Refused' } },
			IGNORES,
			0,
			'hidden',
		],
		['that is a field of a good record', SEPARATE, items([error], []), IGNORES, 0, 'none'],
		['that is a field of a record, where errors stop', {}, items([error]), IGNORES, 0, 'none'],
	])('is told unless something is done about it: %s', (_, settings, run, follower, output, fate) => {
		const file: WorkflowFile = {
			name: 'Mine',
			nodes: [node('Send', settings), ...(follower ? [follower] : [])],
			connections: follower
				? {
						Send: {
							main: Array.from({ length: output + 1 }, (_one, at) => (at === output ? [to('Next')] : [])),
						},
					}
				: {},
		};
		const executions = [execution('1', {}, { Send: [run] })];
		expect(violationsOf({ executions }, file)).toEqual(
			fate === 'hidden' ? ['Execution 1 hides an error of "Send": Refused'] : [],
		);
		expect(hasHandledError({ executions }, deploymentOf(file))).toBe(fate === 'handled');
	});
});

it.each([
	['http://127.0.0.1:4010', { HTTP_PROXY: 'http://proxy' }, true],
	['http://localhost:4010', { http_proxy: 'http://proxy', no_proxy: 'example.com' }, true],
	['http://127.0.0.1:4010', { HTTP_PROXY: 'http://proxy', NO_PROXY: 'localhost, 127.0.0.1' }, false],
	['http://127.0.0.1:4010', { HTTP_PROXY: 'http://proxy', NO_PROXY: '*' }, false],
	['http://sandbox.example', { HTTP_PROXY: 'http://proxy' }, false],
	['http://127.0.0.1:4010', {}, false],
])('a proxy that cannot reach %s with %j is named', (url, env, isNamed) => {
	expect(describeProxy(url, env) !== undefined).toBe(isNamed);
});
