/** How a workflow is prepared for a test. */
import { N8nApi } from '../src/n8n/api.ts';
import { describeSharedAccount, groupByCredential, limitExecutions, planTest } from '../src/tester/plan.ts';
import {
	choosePins,
	copyWorkflow,
	describeMissingReplies,
	listStartedTriggers,
	listStartUrls,
} from '../src/tester/copy.ts';
import { listForeignCredentials } from '../src/tester/real-account.ts';
import { readCalled } from '../src/tester/sub-workflows.ts';
import type { WorkflowFile, WorkflowNode } from '../src/n8n/workflow.ts';
import type { Scenario } from '../src/control/scenarios/scenario.ts';

const node = (name: string, type: string, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
	...{ id: name, name, typeVersion: 3, position: [0, 0], parameters: {} },
	type: type.includes('.') ? type : `n8n-nodes-base.${type}`,
	...more,
});
const OURS = 'n8n-nodes-voice-agent.voiceAgent';
const credential = (id: string) => ({ voiceAgentApi: { id, name: id } });
const trigger = (name: string, events: string[], id = 'one'): WorkflowNode =>
	node(name, `${OURS}Trigger`, { parameters: { events }, webhookId: name, credentials: credential(id) });
const to = (name: string, kind = 'main') => ({ [kind]: [[{ node: name, type: kind, index: 0 }]] });

const WORKFLOW: WorkflowFile = {
	name: 'Mine',
	nodes: [
		node('Every Morning', 'scheduleTrigger'),
		node('Every Evening', 'scheduleTrigger', { disabled: true }),
		node('Agent', 'agent'),
		node('Model', 'lmChatOpenAi', { credentials: { openAiApi: { id: '1', name: 'Mine' } } }),
		node('Other Agent', 'agent'),
		node('Shared Model', 'lmChatOpenAi'),
		node('Left Over', 'slack', { credentials: { slackApi: { id: '2', name: 'Mine' } } }),
	],
	connections: {
		'Every Morning': to('Agent'),
		Agent: to('Other Agent'),
		Model: to('Agent', 'ai_languageModel'),
		'Shared Model': {
			ai_languageModel: [
				[
					{ node: 'Agent', type: 'ai_languageModel', index: 0 },
					{ node: 'Other Agent', type: 'ai_languageModel', index: 0 },
				],
			],
		},
	},
	settings: { timezone: 'Europe/Berlin', errorWorkflow: 'alarm', saveDataErrorExecution: 'none' },
};
/** Takes part beside it. */
const OTHER: WorkflowFile = { name: 'Other', nodes: [node('Elsewhere', 'scheduleTrigger')], connections: {} };
const scenario = (more: Partial<Scenario>): Scenario => ({
	...{ title: 'Morning', story: '', expected: '', steps: [] },
	...more,
});
const starting = (start: string) => scenario({ steps: [{ note: 'It starts', start }] });
const copy = (of: Scenario, pins: ReadonlyMap<string, readonly object[]> = new Map()) => {
	const chosen = choosePins([WORKFLOW, OTHER], pins, of);
	const copied = copyWorkflow(WORKFLOW, 'tested', listStartedTriggers(of), chosen);
	return { ...copied, find: (name: string) => copied.nodes.find((one) => one.name === name) };
};
const codeOf = (found: WorkflowNode | undefined) => found?.parameters.jsCode;
const morning = (more: Partial<Scenario> = {}) => ({ ...starting('Every Morning'), ...more });

it('a trigger that the scenario starts puts out what a webhook gets, under its own name', () => {
	const { connections, find, nodes } = copy(morning());
	expect(codeOf(find('Every Morning'))).toBe('return [{ json: $json.body }];');
	const [[name, url] = ['', ''], ...others] = listStartUrls({ nodes }, 'http://n8n.example/hooks');
	expect([name, others]).toEqual(['Every Morning', []]);
	expect(url).toMatch(/^http:\/\/n8n\.example\/hooks\/[\da-f-]{36}$/);
	const webhook = nodes.find(({ type }) => type === 'n8n-nodes-base.webhook');
	expect(connections).toEqual({ ...WORKFLOW.connections, [webhook?.name ?? '']: to('Every Morning') });
});

it.each<[string, Scenario, string]>([
	['start what is not there', starting('At Noon'), 'The scenario "Morning" names "At Noon", but "Mine" has '],
	[
		'start a trigger of another workflow',
		starting('Elsewhere'),
		'A scenario cannot start "Elsewhere": it starts only triggers of the tested workflow, "Mine".',
	],
	[
		'start what others lead to',
		starting('Agent'),
		'A scenario cannot start "Agent": other nodes of "Mine" lead to it.',
	],
	[
		'start a disabled trigger',
		starting('Every Evening'),
		'"Every Evening" is disabled, so it never starts "Mine". Activate the node in n8n.',
	],
	[
		'pin what is not there',
		scenario({ pins: { Slack: [] } }),
		'The scenario "Morning" names "Slack", but "Mine" has the nodes Every Morning, Every Evening, ',
	],
])('a scenario may not %s', (_, of, words) => {
	expect(() => copy(of)).toThrow(words);
});

it('n8n saves all executions of the copy, and tells nobody that one has failed', () => {
	expect(copy(morning()).settings).toEqual({
		...{ executionOrder: 'v1', timezone: 'Europe/Berlin' },
		...{ saveDataErrorExecution: 'all', saveDataSuccessExecution: 'all' },
	});
});

it('n8n ends executions that take long, unless the workflow says when, or a workflow of the test waits for a person', () => {
	const file = (settings: WorkflowFile['settings'], ...nodes: WorkflowNode[]): WorkflowFile => ({
		...{ name: 'W', nodes, connections: {}, ...(settings && { settings }) },
	});
	const limits = (tested: WorkflowFile, ...called: WorkflowFile[]) => {
		const plan = { tested, beside: [], called: new Map(called.map((one, index) => [`${index}`, one])) };
		const limited = limitExecutions({ ...plan, secondAccount: new Set() });
		return [limited.tested, ...limited.called.values()].map(({ settings }) => settings?.executionTimeout);
	};
	expect(limits(file({}), file({ executionTimeout: 60 }))).toEqual([240, 60]);
	const ask = node('Ask', OURS, { parameters: { operation: 'sendAndWait' } });
	expect(limits(file({}), file({ executionTimeout: 60 }, ask))).toEqual([undefined, 60]);
	expect(limits(file({}, { ...ask, disabled: true }))).toEqual([240]);
});

it('a trigger gets an address of its own, also one that has none', () => {
	const { webhookId: _, ...bare } = trigger('SMS', ['sms.received']);
	for (const one of [bare, { ...bare, webhookId: 'original' }]) {
		const { nodes } = copyWorkflow({ name: 'S', nodes: [one], connections: {} }, 'tested');
		expect(nodes[0]?.webhookId).toMatch(/^[0-9a-f-]{36}$/);
	}
});

it('what the scenario cannot reach is disabled, so that it starts nothing and needs no credential', () => {
	const { find } = copy(morning());
	expect(find('Left Over')?.disabled).toBe(true);
	expect(listForeignCredentials(find('Left Over') as WorkflowNode)).toEqual([]);
	expect(find('Model')?.disabled).toBeUndefined();
});

it('what serves only nodes that are left out is disabled, so that it needs no credential', () => {
	const one = copy(morning({ pins: { Agent: [{ output: 'Yes' }] } }));
	expect(codeOf(one.find('Agent'))).toBe('return [{"json":{"output":"Yes"}}];');
	expect(one.find('Model')?.disabled).toBe(true);
	expect(one.find('Shared Model')?.disabled).toBeUndefined();
	const both = copy(morning({ pins: { Agent: [], 'Other Agent': [] } }));
	expect(both.find('Shared Model')?.disabled).toBe(true);
});

it('what the command pins comes before what the scenario pins, and items may be as n8n writes them', () => {
	const pinned = morning({ pins: { Agent: [{ output: 'Of the scenario' }] } });
	const { find } = copy(pinned, new Map([['Agent', [{ json: { output: 'Of the command' } }]]]));
	expect(codeOf(find('Agent'))).toBe('return [{"json":{"output":"Of the command"}}];');
	expect(() => copy(pinned, new Map([['Slack', []]]))).toThrow('--pin names "Slack", ');
});

it('a polling trigger polls every three seconds, at times of which each comes once a minute', () => {
	const polling = node('Poll', `${OURS}PollingTrigger`, { parameters: { pollTimes: { item: [] } } });
	const { nodes } = copyWorkflow({ name: 'P', nodes: [polling], connections: {} }, 'tested');
	const { item } = nodes[0]?.parameters.pollTimes as { item: Array<{ cronExpression: string }> };
	expect(item).toHaveLength(20);
	expect(item.every(({ cronExpression }) => /^\d+ \* \* \* \* \*$/.test(cronExpression))).toBe(true);
});

describe('triggers', () => {
	const api = new N8nApi('http://n8n.example', 'key');
	const plan = (...nodes: WorkflowNode[]) =>
		planTest(api, { name: 'Mine', nodes, connections: {} }, [], scenario({}), new Map());

	it('that all are disabled, and a workflow without any, are refused', async () => {
		const disabled = { ...trigger('SMS Received', ['sms.received']), disabled: true };
		await expect(plan(disabled)).rejects.toThrow('"SMS Received" is disabled, so no event starts "Mine".');
		await expect(plan(node('Daily', 'scheduleTrigger'))).rejects.toThrow(
			'Nothing starts "Mine" in this test',
		);
	});

	it('of one credential each get their events, if only one of them takes signed ones', async () => {
		const sms = trigger('SMS', ['sms.received']);
		const chat = trigger('Chat', ['chatapp.received']);
		const groups = [...groupByCredential(await plan(sms, chat), api).values()];
		expect(groups.map(({ receivers }) => receivers.map(({ name }) => name))).toEqual([['SMS', 'Chat']]);
	});

	it('of two credentials of which only one would get its events are refused by name', async () => {
		const both = trigger('Both', ['sms.received', 'chatapp.received']);
		const other = trigger('Calls', ['sms.received', 'chatapp.received'], 'two');
		await expect(plan(both, other)).rejects.toThrow('"Both" and "Calls" take messages of the chat app');
		await expect(plan(both, { ...other, disabled: true })).resolves.toBeDefined();
	});
});

describe('before a test', () => {
	const api = new N8nApi('http://n8n.example', 'key');
	const sms = trigger('SMS', ['sms.received']);
	const planWith = (of: Scenario, ...nodes: WorkflowNode[]) =>
		planTest(api, { name: 'Mine', nodes, connections: { SMS: to('Call') } }, [], of, new Map());

	it('a scenario that moves the clock itself is refused, since nobody would compare it with that of n8n', async () => {
		const steps = [{ note: 'A day later', call: 'POST /clock', body: { advance_seconds: 86_400 } }];
		await expect(planWith(scenario({ steps }), sms)).rejects.toThrow(
			'The scenario "Morning" moves the clock in step 1 (A day later). In a test, give the step after it the time instead',
		);
	});

	it('a published sub-workflow is copied as it is published, under the name of the workflow', async () => {
		const nodes = [node('CalledWorkflow', 'executeWorkflowTrigger'), node('Published', 'noOp')];
		const published = { versionId: 'v', name: null, nodes, connections: { CalledWorkflow: to('Published') } };
		const stored = { name: 'Sub', nodes: [], connections: {}, activeVersion: published };
		jest.spyOn(api, 'getWorkflow').mockResolvedValue(stored as never);
		const call = node('Call', 'executeWorkflow', { parameters: { workflowId: 'sub' } });
		const { called } = await planWith(scenario({}), sms, call);
		expect(called.get('sub')).toMatchObject({ name: 'Sub', nodes });
	});

	it('credentials hold keys of one account, which is told, unless the scenario names those of a second', async () => {
		const other = trigger('Calls', ['call.completed'], 'two');
		const one = await planWith(scenario({}), sms, other);
		expect(describeSharedAccount(one, api)).toMatch(
			/^The credentials "one" and "two" hold keys of one account/,
		);
		const two = await planWith(scenario({ second_account: ['two'] }), sms, other);
		expect(describeSharedAccount(two, api)).toBeUndefined();
		expect([...groupByCredential(two, api).values()].map(({ account }) => account)).toEqual([1, 2]);
		await expect(planWith(scenario({ second_account: ['three'] }), sms)).rejects.toThrow(
			'The scenario "Morning" has "three" in second_account, but the nodes use the credentials one.',
		);
	});
});

describe('a sub-workflow', () => {
	it.each<[string, object, string]>([
		['that an expression chooses', { workflowId: '={{ $json.id }}' }, 'an expression chooses the workflow'],
		['of a list that an expression chooses', { workflowId: { value: '={{ 1 }}' } }, 'an expression chooses'],
		['that is not chosen', { workflowId: { value: '' } }, 'no workflow is chosen in it'],
		['from a file', { source: 'localFile' }, 'it reads the workflow from elsewhere'],
		['that an expression makes', { source: 'parameter', workflowJson: '={{ 1 }}' }, 'cannot be copied'],
	])('%s is refused by the name of its node', (_, parameters, words) => {
		const call = node('Call', 'executeWorkflow', { parameters: parameters as Record<string, unknown> });
		expect(() => readCalled(call)).toThrow(words);
		expect(() => readCalled(call)).toThrow('--pin "Call=items.json"');
	});

	it('that stands in a node is copied like the rest: only what it starts with is enabled', () => {
		const workflowJson = JSON.stringify({
			nodes: [node('CalledWorkflow', 'executeWorkflowTrigger'), trigger('Also Listens', ['sms.received'])],
			connections: {},
		});
		const call = node('Call', 'executeWorkflow', { parameters: { source: 'parameter', workflowJson } });
		const file = {
			name: 'Mine',
			nodes: [trigger('SMS', ['sms.received']), call],
			connections: { SMS: to('Call') },
		};
		const copied = copyWorkflow(file, 'tested').nodes.find(({ name }) => name === 'Call') as WorkflowNode;
		const called = readCalled(copied);
		const inline = called?.kind === 'inline' ? called.workflow.nodes : [];
		expect(inline.map(({ name, disabled = false }) => [name, disabled])).toEqual([
			['CalledWorkflow', false],
			['Also Listens', true],
		]);
	});
});

it('a workflow that asks people is not alone only if a trigger hears their replies', () => {
	const ask = node('Ask', OURS, { parameters: { operation: 'sendAndWait' } });
	const file = (...nodes: WorkflowNode[]) => ({ name: 'Mine', nodes, connections: {} });
	const words = /^"Ask" waits for a reply, .*--with replies\.json$/;
	expect(describeMissingReplies([file(ask)])).toMatch(words);
	expect(describeMissingReplies([file(ask, trigger('Calls', ['call.completed']))])).toMatch(words);
	expect(describeMissingReplies([file(ask), file(trigger('Replies', ['sms.received']))])).toBeUndefined();
	expect(describeMissingReplies([file({ ...ask, disabled: true })])).toBeUndefined();
});
