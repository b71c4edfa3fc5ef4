import { CliError } from '../client/command-line.ts';
import { N8nApiError } from '../n8n/api.ts';
import { packageJson } from '../package-files.ts';
import { readTests, readWorkflows } from '../tester/files.ts';
import { describeResult, describeStep, describeRunUnderFaults, summarize } from '../tester/report.ts';
import type { CommandSpec, Values } from './add-command.ts';
import { createTools, formatAnswer, withLimit } from './mcp-tools.ts';
import { Remote } from './remote.ts';
import { connectN8n, DEFAULT_N8N_URL } from './test.ts';

const SDK = '@modelcontextprotocol/sdk';
const FILES = { type: 'array', items: { type: 'string' } };

/** The tool that tests workflows; it starts a sandbox of its own. */
const TEST_TOOL = {
	name: 'test_workflows',
	description:
		'Run workflows that were downloaded from n8n against scenarios, and tell whether they do what is expected. It needs ' +
		'the API key of n8n in N8N_API_KEY',
	inputSchema: {
		type: 'object' as const,
		properties: {
			workflows: { ...FILES, minItems: 1, description: 'files of workflows' },
			scenario: { ...FILES, description: 'files of scenarios; when absent, those beside each workflow' },
			with: { ...FILES, description: 'files of other workflows that take part in each test' },
			n8n: { type: 'string', default: DEFAULT_N8N_URL, description: 'address of n8n' },
		},
		required: ['workflows'],
	},
	annotations: { readOnlyHint: false, destructiveHint: false },
};

/** Serves the control calls of a sandbox to an assistant, over standard input and output. */
export function createMcpCommand(ownDocument: () => Promise<object>): CommandSpec {
	return {
		usage: 'mcp',
		summary:
			'Let an assistant use the sandbox: a server of the Model Context Protocol on standard input and output',
		fields: {},
		run: async (_, { url }) => {
			const { Server, StdioServerTransport, schemas } = await loadSdk();
			const remote = new Remote(url);
			const tools = createTools(await remote.document().catch(ownDocument));
			const { name, version } = packageJson;
			const server = new Server({ name, version }, { capabilities: { tools: {} } });
			server.setRequestHandler(schemas.ListToolsRequestSchema, () => ({
				tools: [...tools.map(({ definition }) => definition), TEST_TOOL],
			}));
			server.setRequestHandler(schemas.CallToolRequestSchema, async ({ params }) => {
				const { name: wanted, arguments: given = {} } = params;
				try {
					if (wanted === TEST_TOOL.name) return toContent(await runTests(given));
					const tool = tools.find(({ definition }) => definition.name === wanted);
					if (tool === undefined) throw new CliError(`There is no tool ${wanted}.`);
					return toContent(formatAnswer(await remote.call(tool.method, tool.path, withLimit(tool, given))));
				} catch (error) {
					if (!(error instanceof CliError || error instanceof N8nApiError)) throw error;
					return { ...toContent(error.message), isError: true };
				}
			});
			const { promise, resolve } = Promise.withResolvers<void>();
			server.onclose = resolve;
			process.stdin.once('end', resolve);
			await server.connect(new StdioServerTransport());
			await promise;
		},
	};
}

/** Loads the SDK of the protocol, which is installed beside this package. @throws {CliError} that says how, if it is not */
async function loadSdk() {
	try {
		const [{ Server }, { StdioServerTransport }, schemas] = await Promise.all([
			import('@modelcontextprotocol/sdk/server/index.js'),
			import('@modelcontextprotocol/sdk/server/stdio.js'),
			import('@modelcontextprotocol/sdk/types.js'),
		]);
		return { Server, StdioServerTransport, schemas };
	} catch (error) {
		if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
		throw new CliError(`This needs the package ${SDK}, which is not here. Install it: npm install ${SDK}`);
	}
}

const toContent = (text: string) => ({ content: [{ type: 'text' as const, text }] });

/** Tests workflows; returns the report, as the command `test` prints it. */
async function runTests(given: Values): Promise<string> {
	const { workflows, scenario = [], with: others = [], n8n = DEFAULT_N8N_URL } = given;
	if (![workflows, scenario, others].every(isTexts) || typeof n8n !== 'string') {
		throw new CliError('workflows, scenario and with take lists of files, and n8n takes an address.');
	}
	const lines: string[] = [];
	const { testWorkflows } = await import('../tester/test-workflows.ts');
	const runs = await testWorkflows(
		connectN8n(n8n),
		{
			tests: readTests(workflows as string[], scenario as string[]),
			beside: (others as string[]).flatMap(readWorkflows),
			...{ pins: new Map(), runs: 1, keepOnFailure: false, sandbox: {} },
		},
		{
			beginTest: (name, remarks) => lines.push(name, ...remarks.map((remark) => `  ! ${remark}`)),
			endStep: (step) => lines.push(describeStep(step)),
			endRun: (run) =>
				lines.push(run.result instanceof CliError ? describeRunUnderFaults(run) : describeResult(run.result)),
		},
	);
	return [...lines, summarize(runs)].join('\n');
}

function isTexts(value: unknown): boolean {
	return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
