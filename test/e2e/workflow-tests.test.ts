/**
 * `voice-agent-sandbox test`: exported workflows against scenarios, in a real n8n that is reached by its public API.
 * With `N8N_URL` and `N8N_API_KEY` it is the n8n there. A second sandbox stands for a real account.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chainOf, node } from '../../playground/workflow.ts';
import type { WorkflowFile } from '../../sandbox/src/n8n/workflow.ts';
import { brokenWorkflows, DANA, kindsOf, together } from './support/broken-workflows.ts';
import type { Stored } from './support/broken-workflows.ts';
import { paths, prepareTimeoutMs, temporaryFolder } from './support/playground.ts';
import type { Ran } from '../support/sandbox-command.ts';
import { agentNode, modelAccess, modelNode, startModel, withSubNodes } from './support/fake-model.ts';
import type { Answer } from './support/fake-model.ts';
import { startSandbox } from '../support/start-sandbox.ts';
import type { Sandbox } from '../support/start-sandbox.ts';
import { provideN8nByApi, runWorkflowTests } from './support/workflow-tests.ts';
import type { N8nByApi } from './support/workflow-tests.ts';

// Under faults, each of two expectations may be waited for in vain; the workflows of a command run one after the other.
jest.setTimeout(620_000);

/** The steps in which Dana, who has written before, asks by SMS and is answered once. */
const ASKS = [
	{ note: 'Dana has written before', call: 'POST /events/chatapp.received', body: { from_number: DANA } },
	{
		name: 'sms',
		note: 'Dana asks by SMS',
		call: 'POST /events/sms.received',
		body: { from_number: `+${DANA}`, body: 'Open on Sunday?' },
	},
];
const ANSWERED = {
	note: 'Dana is answered',
	expect: { message: { to: DANA, text: '^You wrote: ${sms.message.body}$', count: 1 } },
	within: '4s',
};
const QUIET = { note: 'Nothing else is sent', expect: { nothing_else: true } };

/** The event comes again, as after an answer that was lost; neither that nor a sub-workflow is another execution. */
const AGAIN = { note: 'The same SMS comes again', call: 'POST /deliveries/${sms.deliveries.0.id}/replay' };
const ONCE = { note: 'The workflow ran once', expect: { execution: { count: 1 } } };

let n8n: N8nByApi;
let production: Sandbox;
let stored: Stored;
let folder: { path: string; remove: () => Promise<void> };
let leftBefore: unknown;
let broken: Promise<Ran>;
let examples: Promise<Ran>;

beforeAll(async () => {
	n8n = await provideN8nByApi();
	folder = await temporaryFolder();
	production = await startSandbox();
	const fields = { baseUrl: production.url, apiKey: production.apiKey };
	const { id: credential } = await n8n.api.createCredential('Real', 'voiceAgentApi', fields);
	const { called, send } = kindsOf({ credential });
	const create = async (file: WorkflowFile) => (await n8n.api.createWorkflow(file)).id;
	stored = {
		...{ credential, production: production.url },
		wrongNumber: await create(
			called(send('Tell', { recipientWaId: { __rl: true, mode: 'number', value: '14155550199' } })),
		),
		failing: await create(called(send('Tell', { phoneNumberId: { __rl: true, mode: 'id', value: '999' } }))),
	};
	// What n8n says of a published workflow, other than of one that is not, has to be of use as well.
	await n8n.api.activateWorkflow(stored.wrongNumber);
	leftBefore = await listInN8n();
	// Side by side with each other and the other tests, since most of their time is spent waiting.
	broken = runTests([...writeBroken(), '--junit', pathTo('broken.xml')]);
	examples = runTests(exampleNames.map(fileOfExample));
}, prepareTimeoutMs);
afterAll(async () => {
	for (const id of [stored?.wrongNumber, stored?.failing]) if (id) await n8n.api.deleteWorkflow(id);
	if (stored) await n8n.api.deleteCredential(stored.credential);
	await n8n?.remove();
	await production?.stop();
	await folder?.remove();
}, 60_000);

const pathTo = (name: string) => join(folder.path, name);
const runTests = (words: string[], key = n8n.apiKey, url = n8n.url): Promise<Ran> =>
	runWorkflowTests(words, key, url);

/** What is in n8n, by its IDs. */
const listInN8n = async () => ({
	workflows: (await n8n.api.listWorkflows()).map(({ id }) => id).sort(),
	credentials: (await n8n.api.listCredentials()).map(({ id }) => id).sort(),
});

/** Writes a workflow, and a scenario beside it. */
function write(name: string, file: WorkflowFile, steps: object[] = [...ASKS, ANSWERED, QUIET]): string {
	const scenario = { title: name, story: 'Dana asks.', expected: 'Answer Dana.', steps };
	writeFileSync(pathTo(`${name}.json`), JSON.stringify(file));
	writeFileSync(pathTo(`${name}.scenario.json`), JSON.stringify(scenario));
	return pathTo(`${name}.json`);
}

const writeBroken = (): string[] =>
	Object.entries(brokenWorkflows(stored)).map(([name, [file, , steps]]) => write(name, file, steps));

describe('what people really have', () => {
	const passes = async (words: string[]) => {
		const { code, stdout, stderr } = await runTests(words);
		expect({ code, stdout, stderr }).toMatchObject({ code: 0, stderr: '' });
		return stdout;
	};

	it('passes: sub-workflows, HTTP requests and all kinds of triggers', async () => {
		const { called, callInline, http, polling, functionTrigger, send, trigger, code, noOp } = kindsOf(stored);
		const files = [
			write('sub-workflow', chainOf('Sub', [trigger(), callInline(called(send()))]), [
				...ASKS,
				ANSWERED,
				ONCE,
				QUIET,
			]),
			write('repeated', chainOf('Repeated', [trigger(), send()]), [...ASKS, ANSWERED, AGAIN, ONCE, QUIET]),
			write(
				'request',
				chainOf('Request', [trigger(), http(`${stored.production}/functions/v1/list-models`), send()]),
				[
					...ASKS,
					ANSWERED,
					{ note: 'The models are listed', expect: { request: { endpoint: 'list-models' } } },
				],
			),
			write(
				'every-trigger',
				together(
					chainOf('Every Trigger', [trigger(), send()]),
					chainOf('Poll', [polling('inbound'), noOp('Polled')]),
					chainOf('Function', [
						functionTrigger('look_up'),
						code(
							'return [{ json: { state: $json.parameters.order_number + " is on its way" } }];',
							'Look Up',
						),
					]),
				),
				[
					...ASKS,
					{
						note: 'The agent looks something up',
						function: { agent: 'Front desk', name: 'look_up', arguments: { order_number: 'A-17' } },
					},
					{
						note: 'It gets an answer',
						expect: { function: { name: 'look_up', text: 'A-17 is on its way', count: 1 } },
					},
					ANSWERED,
					{ note: 'The poll finds the SMS', expect: { execution: { last_node: 'Polled' } } },
					QUIET,
				],
			),
		];
		const stdout = await passes(files);
		expect(stdout).toContain('4 of 4 runs passed');
		expect(stdout).not.toContain(n8n.apiKey);
	});

	it('passes with a sub-workflow that an agent runs as its tool', async () => {
		const { called, send, toolWorkflow, trigger } = kindsOf(stored);
		const model = await startModel();
		model.script([{ tools: [{ name: 'Answer_Dana', arguments: {} }] }, { text: 'Dana is answered.' }]);
		const sub = await n8n.api.createWorkflow(called(send()));
		const { id } = await n8n.api.createCredential('Model', 'openAiApi', modelAccess(model));
		const agent = agentNode({ text: '={{ $json.message.text }}' });
		const complete = withSubNodes(chainOf('Agent', [trigger(), agent]), 'Agent', {
			ai_languageModel: modelNode(id),
			ai_tool: toolWorkflow('Answer Dana', sub.id),
		});
		try {
			expect(await passes([write('tool', complete)])).toContain('1 of 1 run passed');
			expect(model.requests).toHaveLength(2);
		} finally {
			await n8n.api.deleteWorkflow(sub.id);
			await n8n.api.deleteCredential(id);
			await model.stop();
		}
	});

	it('passes with replies that another workflow hands over', async () => {
		const { ask, noOp, trigger } = kindsOf(stored);
		const asking = chainOf('Ask', [
			node('Every Morning', 'n8n-nodes-base.scheduleTrigger'),
			ask(),
			noOp('Decided'),
		]);
		const replies = chainOf('Replies', [trigger(['chatapp.received'], 'Replies'), noOp('Not a Reply')]);
		writeFileSync(pathTo('replies.json'), JSON.stringify(replies));
		const file = write('asking', asking, [
			ASKS[0] ?? {},
			{ note: 'The day begins', start: 'Every Morning' },
			{ note: 'Dana is asked', expect: { message: { to: DANA, text: 'Shall we call', count: 1 } } },
			{ note: 'Dana says yes', call: 'POST /replies', body: { body: 'Yes' } },
			{
				note: 'The reply is read',
				expect: { execution: { last_node: 'Decided', outputs: { Ask: { data: { approved: true } } } } },
			},
		]);
		expect(await passes([file, '--with', pathTo('replies.json')])).toContain('1 of 1 run passed');
	});

	it('passes under faults, and tells a workflow that copes from one that fails visibly', async () => {
		const { send, trigger } = kindsOf(stored);
		const copes = write('copes', chainOf('Copes', [trigger(), send()]), [
			...ASKS,
			{ ...ANSWERED, within: '20s' },
		]);
		const once = { options: { maxRetries: 0 } };
		const gives = write('gives-up', chainOf('Gives Up', [trigger(), send('Answer', once)]), [
			...ASKS,
			ANSWERED,
		]);
		const stdout = await passes([copes, gives, '--faults', 'seed=3', '--runs', '1']);
		expect(stdout).toMatch(/✓ seed 3 \(.*\) \((?:answered|failed visibly)\)/);
		expect(stdout).toMatch(/4 of 4 runs passed/);
	});
});

const EXAMPLES = join(paths.projectRoot, 'examples');
/**
 * The examples in which a model chooses the tools, each with what it answers in its scenarios, one after the other, and what
 * the tools tell it.
 */
const WITH_MODEL: Record<string, { answers: Answer[]; told: RegExp[] }> = {
	'approve-what-an-ai-agent-sends': {
		answers: ['Nothing was sent.', 'It was sent.', 'Nothing was sent.'].flatMap((text) => [
			{
				tools: [
					{
						name: 'Send_a_Message',
						arguments: {
							toolParameters: { Recipient: `+${DANA}`, Message: 'The lamp is ready.' },
							hitlParameters: {},
						},
					},
				],
			},
			{ text },
		]),
		told: [/feedback: \\"Not before Friday/],
	},
	'let-an-ai-agent-look-up-and-answer-messages': {
		answers: [
			{ tools: [{ name: 'List_Messages', arguments: { Phone_Number: `+${DANA}` } }] },
			{ tools: [{ name: 'Get_the_Agent', arguments: {} }] },
			{
				tools: [
					{
						name: 'Send_a_Message',
						arguments: { Recipient: `+${DANA}`, Message: 'The blue lamp is ready.' },
					},
				],
			},
			{ text: 'I told Dana.' },
		],
		told: [/Is it ready to collect\?/, /Front desk/],
	},
};
const scenarios = globSync('*/scenario{,.*}.json', { cwd: EXAMPLES }).sort();
const exampleNames = globSync('*/workflow.json', { cwd: EXAMPLES })
	.map(dirname)
	.filter((name) => !Object.hasOwn(WITH_MODEL, name))
	.sort();
const fileOfExample = (name: string) => join(EXAMPLES, name, 'workflow.json');

describe('a broken workflow', () => {
	const expected = brokenWorkflows({ credential: '', production: '', wrongNumber: '', failing: '' });
	const names = Object.keys(expected);
	let ran: Ran;

	beforeAll(async () => {
		ran = await broken;
	});

	it.each(names)('%s is caught, and told why', (name) => {
		const parts = `${ran.stdout}\n${ran.stderr}`.split(/^(?=\S+\.json: )/m);
		expect(parts.filter((part) => part.startsWith(`${name}.json: `)).join('')).toMatch(
			expected[name]?.[1] ?? /$^/,
		);
	});

	it('makes the command fail', () => {
		expect(ran.stdout).toMatch(new RegExp(`^0 of ${names.length} runs passed, 1 could not run$`, 'm'));
		expect(ran.code).toBe(1);
		const report = readFileSync(pathTo('broken.xml'), 'utf8');
		expect(report).toContain(`tests="${names.length}" failures="${names.length - 1}" errors="1"`);
	});
});

describe('the examples', () => {
	/** The printed report of each example, by its name. */
	const reports = new Map<string, string>();

	beforeAll(async () => {
		const { stdout, stderr } = await examples;
		if (stderr !== '') throw new Error(stderr);
		for (const part of stdout.split(/^(?=\S+\.json: )/m)) {
			const name = part.split('/')[0] ?? '';
			reports.set(name, (reports.get(name) ?? '') + part);
		}
	});

	it.each(exampleNames)('%s does what its scenarios expect', (name) => {
		const report = reports.get(name) ?? '';
		const own = scenarios.filter((file) => dirname(file) === name);
		expect({ report, passed: report.match(/^ {2}Passed after /gm)?.length }).toEqual({
			report: expect.not.stringContaining('✗'),
			passed: own.length,
		});
		expect(own).not.toEqual([]);
	});

	it.each(Object.entries(WITH_MODEL))('%s does so with a model', async (name, { answers, told }) => {
		const model = await startModel();
		model.script(answers);
		const { id } = await n8n.api.createCredential('Model', 'openAiApi', modelAccess(model));
		const example = JSON.parse(readFileSync(fileOfExample(name), 'utf8')) as WorkflowFile;
		const credentials = { openAiApi: { id, name: 'Model' } };
		const nodes = example.nodes.map((one) => (one.name === 'Model' ? { ...one, credentials } : one));
		writeFileSync(pathTo(`${name}.json`), JSON.stringify({ ...example, nodes }));
		const own = scenarios.filter((file) => dirname(file) === name);
		const options = own.flatMap((file) => ['--scenario', join(EXAMPLES, file)]);
		try {
			const { code, stdout } = await runTests([pathTo(`${name}.json`), ...options]);
			expect({ code, stdout }).toEqual({
				code: 0,
				stdout: expect.stringMatching(/^(\d) of \1 runs? passed$/m),
			});
			const results = model.requests.flatMap(({ messages }) =>
				messages.filter(({ role }) => role === 'tool'),
			);
			const words = results.map(({ content }) => content).join('\n');
			for (const one of told) expect(words).toMatch(one);
		} finally {
			await n8n.api.deleteCredential(id);
			await model.stop();
		}
	});
});

it('whatever is tested: nothing has reached a real account, and nothing stays in n8n', async () => {
	expect((await production.control('GET', '/requests')).total).toBe(0);
	expect(await listInN8n()).toEqual(leftBefore);
});
