/**
 * `voice-agent-sandbox test`: exported workflows against scenarios, in a real n8n that is reached by its public API.
 * With `N8N_URL` and `N8N_API_KEY` it is the n8n there.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowFile, WorkflowNode } from '../../playground/n8n-client.ts';
import { node } from '../../playground/workflow.ts';
import { readExample } from '../support/example-workflows.ts';
import { paths, prepareTimeoutMs, temporaryFolder } from '../support/prepared.ts';
import type { Ran } from '../support/sandbox-command.ts';
import { provideN8nByApi, runWorkflowTests } from '../support/workflow-tests.ts';
import type { N8nByApi } from '../support/workflow-tests.ts';

// Under faults, each of two expectations may be waited for in vain; the examples run one after the other.
jest.setTimeout(620_000);

const DANA = '14155550123';
/** A workflow that answers is quick; one that does not is waited for. */
const scenarioWith = (within: string) => ({
	title: 'An SMS is answered',
	story: 'Dana asks something by SMS.',
	expected: 'Answer Dana by chat app, once.',
	steps: [
		{ note: 'Dana has written before', call: 'POST /events/chatapp.received', body: { from_number: DANA } },
		{
			name: 'sms',
			note: 'Dana asks by SMS',
			call: 'POST /events/sms.received',
			body: { from_number: `+${DANA}`, body: 'Do you open on Sunday?' },
		},
		{
			note: 'Dana is answered',
			expect: { message: { to: '${sms.message.from_number}', text: '${sms.message.body}' } },
			within,
		},
		{
			note: 'n8n shows a success',
			expect: { execution: { last_node: 'Answer by Chat App', max_seconds: 60 } },
			within,
		},
		{ note: 'Nothing else is sent', expect: { nothing_else: true } },
	],
});

let n8n: N8nByApi;
let folder: { path: string; remove: () => Promise<void> };

beforeAll(async () => {
	n8n = await provideN8nByApi();
	folder = await temporaryFolder();
}, prepareTimeoutMs);
afterAll(async () => {
	await n8n?.remove();
	await folder?.remove();
}, 60_000);

const pathTo = (name: string) => join(folder.path, name);

/** Writes a workflow in which something is changed, and its scenario beside it. */
function write(name: string, change: (workflow: WorkflowFile) => void, within = '5s'): string {
	const workflow = structuredClone(readExample('answer-an-sms-by-chat-app'));
	change(workflow);
	writeFileSync(pathTo(`${name}.json`), JSON.stringify(workflow));
	writeFileSync(pathTo(`${name}.scenario.json`), JSON.stringify(scenarioWith(within)));
	return pathTo(`${name}.json`);
}

const nodeNamed = (workflow: WorkflowFile, name: string): WorkflowNode => {
	const found = workflow.nodes.find((node) => node.name === name);
	if (!found) throw new Error(`There is no node ${name}`);
	return found;
};

const runTests = (words: string[], key = n8n.apiKey, url = n8n.url): Promise<Ran> =>
	runWorkflowTests(words, key, url);

/** What is in n8n, by its IDs. */
const listInN8n = async () => ({
	workflows: (await n8n.api.listWorkflows()).map(({ id }) => id),
	credentials: (await n8n.api.listCredentials()).map(({ id }) => id),
});

it('passes a workflow that does what its scenario expects, also under faults, and leaves nothing in n8n', async () => {
	const before = await listInN8n();
	const file = write('right', () => undefined, '20s');
	const report = pathTo('report.xml');
	const { code, stdout, stderr } = await runTests([
		file,
		// As `*.json` names it.
		pathTo('right.scenario.json'),
		'--faults',
		'seed=3',
		'--runs',
		'2',
		'--junit',
		report,
	]);
	expect({ code, stdout, stderr }).toMatchObject({ code: 0, stderr: '' });
	expect(stdout).toMatch(/right\.json: An SMS is answered\n(?: {2}✓ .*\n){5} {2}Passed after/);
	// The third seed kills the service and has it replay.
	expect(stdout).toMatch(/✓ seed 3 \(.*killed and replayed\)\n {2}✓ seed 4 \(/);
	expect(stdout).toContain('3 of 3 runs passed');
	expect(stdout).not.toContain(n8n.apiKey);
	expect(readFileSync(report, 'utf8')).toMatch(/<testsuites tests="3" failures="0">[^]*name="seed 3 \(/);
	expect(await listInN8n()).toEqual(before);
});

it('fails a broken workflow, and says what it did instead', async () => {
	const before = await listInN8n();
	const files = [
		write('wrong-number', (workflow) => {
			nodeNamed(workflow, 'Answer by Chat App').parameters.recipientWaId = {
				...{ __rl: true, mode: 'id', value: '14155550199' },
			};
		}),
		write(
			'sends-twice',
			(workflow) => {
				const again = {
					...structuredClone(nodeNamed(workflow, 'Answer by Chat App')),
					id: 'again',
					name: 'Again',
				};
				workflow.nodes.push(again);
				const { main } = workflow.connections['Look Up the Conversation'] as { main: object[][] };
				main[0]?.push({ node: 'Again', type: 'main', index: 0 });
			},
			'60s',
		),
		write('swallows-the-error', (workflow) => {
			const send = nodeNamed(workflow, 'Answer by Chat App');
			send.onError = 'continueRegularOutput';
			send.parameters.phoneNumberId = { __rl: true, mode: 'id', value: '999' };
			delete workflow.connections['Answer by Chat App'];
		}),
		write('wrong-event', (workflow) => {
			nodeNamed(workflow, 'SMS Received').parameters.events = ['call.completed'];
		}),
	];
	const { code, stdout } = await runTests(files);
	expect(code).toBe(1);
	const [, wrongNumber, sendsTwice, swallows, wrongEvent] = stdout.split(/^(?=\S+\.json: )/m);
	expect(wrongNumber).toMatch(/✗ Dana is answered.*\n {6}.* came: chatapp to 14155550199: /);
	expect(sendsTwice).toMatch(
		/✗ Nothing else is sent\n {6}1 came: to 14155550123[^]*✗ A message was sent 2 times, to /,
	);
	expect(swallows).toMatch(
		/✗ Execution \d+ hides an error of "Answer by Chat App": Chat-app account not found/,
	);
	expect(wrongEvent).toMatch(
		/✗ No execution began: the workflow listens to call\.completed, and .*sms\.received/,
	);
	expect(stdout).toContain('0 of 4 runs passed');
	expect(await listInN8n()).toEqual(before);
});

describe('the examples', () => {
	const examples = join(paths.projectRoot, 'examples');
	const scenarios = readdirSync(join(examples, 'scenarios'));
	const names = [...new Set(scenarios.map((file) => file.split('.')[0] ?? ''))];
	/** The printed report of each example, by its name. */
	const reports = new Map<string, string>();

	beforeAll(async () => {
		// Beside the workflows, where they are found, so that one command tests all.
		const copies = pathTo('examples');
		mkdirSync(copies);
		for (const name of names) copyFileSync(join(examples, `${name}.json`), join(copies, `${name}.json`));
		for (const file of scenarios) {
			copyFileSync(join(examples, 'scenarios', file), join(copies, file.replace(/json$/, 'scenario.json')));
		}
		const { stdout, stderr } = await runTests(names.map((name) => join(copies, `${name}.json`)));
		if (stderr !== '') throw new Error(stderr);
		for (const part of stdout.split(/^(?=\S+\.json: )/m)) {
			const name = part.split('.')[0] ?? '';
			reports.set(name, (reports.get(name) ?? '') + part);
		}
	});

	it.each(names)('%s does what its scenarios expect', (name) => {
		const report = reports.get(name) ?? '';
		const own = scenarios.filter((file) => file.startsWith(`${name}.`));
		expect({ report, passed: report.match(/^ {2}Passed after /gm)?.length }).toEqual({
			report: expect.not.stringContaining('✗'),
			passed: own.length,
		});
	});
});

it('starts a trigger with an item, and says what a node put out instead of what is expected', async () => {
	const file = write('started', (workflow) => {
		const jsCode = 'return [{ json: { doubled: $json.orders * 2 } }];';
		workflow.nodes.push(
			node('Every Morning', 'n8n-nodes-base.scheduleTrigger'),
			node('Count', 'n8n-nodes-base.code', { jsCode }, { typeVersion: 2 }),
		);
		workflow.connections['Every Morning'] = { main: [[{ node: 'Count', type: 'main', index: 0 }]] };
	});
	const expecting = (doubled: number) => ({
		...{ title: 'Each morning', story: 'The day begins.', expected: 'Count the orders.' },
		steps: [
			{ note: 'The day begins', start: 'Every Morning', item: { orders: 21 } },
			{
				note: `The count is ${doubled}`,
				expect: { execution: { last_node: 'Count', outputs: { Count: { doubled } } } },
				within: '10s',
			},
		],
	});
	const run = (doubled: number) => {
		writeFileSync(pathTo('started.scenario.json'), JSON.stringify(expecting(doubled)));
		return runTests([file]);
	};
	expect((await run(42)).stdout).toMatch(/✓ The day begins\n {2}✓ The count is 42.*\n {2}Passed/);
	expect((await run(43)).stdout).toMatch(
		/✗ The count is 43.*\n {6}1 came: execution \d+: success at "Count", [\d.]+ s, "Count" put out \[\{"doubled":42\}\]/,
	);
});

it('has a node put out pinned items in place of what it would do', async () => {
	const items = pathTo('items.json');
	writeFileSync(items, JSON.stringify([{ id: 1 }]));
	const file = write('pinned', () => undefined, '3s');
	const { stdout } = await runTests([file, '--pin', `Answer by Chat App=${items}`]);
	// The node is there and runs last, but nothing is sent.
	expect(stdout).toMatch(/✗ Dana is answered.*\n {6}Nothing came\n {2}✓ n8n shows a success/);
});

describe('before anything is started', () => {
	const right = () => write('refused', () => undefined);
	it.each<[string, () => Promise<Ran>, RegExp]>([
		[
			'a trigger that is disabled',
			() =>
				runTests([
					write('disabled', (workflow) => void (nodeNamed(workflow, 'SMS Received').disabled = true)),
				]),
			/^"SMS Received" is disabled, so no event starts /,
		],
		[
			'two triggers with one credential',
			() =>
				runTests([
					write('two', (workflow) => {
						workflow.nodes.push({ ...nodeNamed(workflow, 'SMS Received'), id: 'two', name: 'Another' });
					}),
				]),
			/^"SMS Received" and "Another" use one credential\./,
		],
		[
			'a credential of another vendor that n8n does not have',
			() =>
				runTests([
					write('slack', (workflow) => {
						workflow.nodes.push({
							...{ id: 's', name: 'Tell Slack', type: 'n8n-nodes-base.slack', typeVersion: 2 },
							...{
								position: [0, 0],
								parameters: {},
								credentials: { slackApi: { id: 'x', name: 'My Slack' } },
							},
						});
					}),
				]),
			/"Tell Slack" needs "My Slack" \(slackApi\)[^]*--pin "Tell Slack=items\.json"/,
		],
		[
			'a node to pin that is not there',
			() => runTests([right(), '--pin', 'Slack=x.json']),
			/There is no file x\.json/,
		],
		[
			'a trigger to start that is not there',
			() => {
				const file = right();
				const scenario = pathTo('start.json');
				const steps = [{ note: 'The day begins', start: 'Every Evening' }];
				writeFileSync(scenario, JSON.stringify({ ...scenarioWith('1s'), steps }));
				return runTests([file, '--scenario', scenario]);
			},
			/^The scenario "An SMS is answered" names "Every Evening", but "[^"]+" has the nodes SMS Received, /,
		],
		[
			'a key that n8n refuses',
			() => runTests([right()], 'nonsense'),
			/^This n8n does not accept the API key \(401\)/,
		],
		['no key', () => runTests([right()], ''), /^Set the environment variable N8N_API_KEY/],
		[
			'an address where nothing answers',
			() => runTests([right()], n8n.apiKey, 'http://127.0.0.1:9'),
			/^Nothing answers at /,
		],
		['a file that is not there', () => runTests([pathTo('nothing.json')]), /^There is no file /],
		[
			'a file that is no workflow',
			() => {
				writeFileSync(pathTo('list.json'), '[]');
				return runTests([pathTo('list.json')]);
			},
			/is not a workflow of n8n/,
		],
		[
			'a scenario without its workflow',
			() => runTests([pathTo('some.scenario.json')]),
			/is a scenario\. Name the workflow that it tests\./,
		],
		['a seed that is none', () => runTests([right(), '--faults', 'often']), /^--faults takes a seed/],
	])('%s is refused, with what to do', async (_, begin, words) => {
		const { code, stdout, stderr } = await begin();
		expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
		expect(stderr).toMatch(words);
	});
});
