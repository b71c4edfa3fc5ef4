/** How a workflow is prepared for a test. */
import type { NewWorkflow, WorkflowNode } from '../src/n8n/n8n-api.ts';
import { listStartUrls } from '../src/n8n/start-webhooks.ts';
import type { Scenario } from '../src/scenarios/scenario.ts';
import { copyWorkflow } from '../src/workflow-tests/workflow-copy.ts';

const node = (name: string, type: string, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
	...{ id: name, name, type: `n8n-nodes-base.${type}`, typeVersion: 1, position: [0, 0], parameters: {} },
	...more,
});
const to = (name: string, kind = 'main') => ({ [kind]: [[{ node: name, type: kind, index: 0 }]] });
const WORKFLOW: NewWorkflow = {
	name: 'Mine',
	nodes: [
		node('Every Morning', 'scheduleTrigger'),
		node('Every Evening', 'scheduleTrigger', { disabled: true }),
		node('Agent', 'agent'),
		node('Model', 'lmChatOpenAi', { credentials: { openAiApi: { id: '1', name: 'Mine' } } }),
		node('Other Agent', 'agent'),
		node('Shared Model', 'lmChatOpenAi'),
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
};
const scenario = (more: Partial<Scenario>): Scenario => ({
	...{ title: 'Morning', story: '', expected: '', steps: [] },
	...more,
});
const starting = (start: string) => scenario({ steps: [{ note: 'It starts', start }] });
const copy = (more: Scenario, pins: ReadonlyMap<string, readonly object[]> = new Map()) => {
	const { nodes, connections } = copyWorkflow(WORKFLOW, pins, more);
	return { nodes, connections, find: (name: string) => nodes.find((one) => one.name === name) };
};
const codeOf = (found: WorkflowNode | undefined) => found?.parameters.jsCode;

it('a trigger that the scenario starts puts out what a webhook gets, under its own name', () => {
	const { connections, find, nodes } = copy(starting('Every Morning'));
	expect(codeOf(find('Every Morning'))).toBe('return [{ json: $json.body }];');
	const [[name, url] = ['', ''], ...others] = listStartUrls({ nodes }, 'http://n8n.example');
	expect([name, others]).toEqual(['Every Morning', []]);
	expect(url).toMatch(/^http:\/\/n8n\.example\/webhook\/[\da-f-]{36}$/);
	const webhook = nodes.find(({ type }) => type === 'n8n-nodes-base.webhook');
	expect(connections).toEqual({
		...WORKFLOW.connections,
		[webhook?.name ?? '']: to('Every Morning'),
	});
});

it.each([
	[
		'At Noon',
		'The scenario "Morning" names "At Noon", but "Mine" has the nodes Every Morning, Every Evening, ',
	],
	['Agent', 'A scenario cannot start "Agent": other nodes of "Mine" lead to it.'],
	['Every Evening', '"Every Evening" is disabled, so it never starts "Mine". Activate the node in n8n.'],
])('the scenario may not start %s', (name, words) => {
	expect(() => copy(starting(name))).toThrow(words);
});

it('what serves only nodes that are left out is disabled, so that it needs no credential', () => {
	const one = copy(scenario({ pins: { Agent: [{ output: 'Yes' }] } }));
	expect(codeOf(one.find('Agent'))).toBe('return [{"json":{"output":"Yes"}}];');
	expect(one.find('Model')?.disabled).toBe(true);
	expect(one.find('Shared Model')?.disabled).toBeUndefined();
	expect(one.find('Every Morning')?.disabled).toBeUndefined();
	const both = copy(scenario({ pins: { Agent: [], 'Other Agent': [] } }));
	expect(both.find('Shared Model')?.disabled).toBe(true);
});

it('what the command pins comes before what the scenario pins, and items may be as n8n writes them', () => {
	const pinned = scenario({ pins: { Agent: [{ output: 'Of the scenario' }] } });
	const { find } = copy(pinned, new Map([['Agent', [{ json: { output: 'Of the command' } }]]]));
	expect(codeOf(find('Agent'))).toBe('return [{"json":{"output":"Of the command"}}];');
});

it('a node that is pinned and not there is named by who pins it', () => {
	expect(() => copy(scenario({ pins: { Slack: [] } }))).toThrow('The scenario "Morning" names "Slack", ');
	expect(() => copy(scenario({}), new Map([['Slack', []]]))).toThrow('--pin names "Slack", ');
});
