/** The part of `npm start` that runs once the dependencies are there. */
import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Failure, explain } from '../../playground/failure.ts';
import { N8nClient } from '../../playground/n8n-client.ts';
import { startN8n } from '../../playground/n8n.ts';
import { pathsOf } from '../../playground/paths.ts';
import { currentTarball, installNodes, packNodes } from '../../playground/tarball.ts';
import { projectRoot } from '../bootstrap.mjs';
import { step } from '../progress.ts';
import { provideN8n } from '../provide-n8n.ts';
import { parseStartOptions } from '../start-options.mjs';
import type { StartOptions } from '../start-options.mjs';
import {
	nodeTypes,
	provideCredential,
	provideWorkflow,
	readDemo,
	webhookUrlOf,
	withCredential,
} from './demo.ts';
import { connectKey, startSandbox } from './sandbox.ts';
import { readState, writeState } from './state.ts';
import { untilStopped } from './stopping.ts';

const paths = pathsOf(projectRoot);

const start = async (options: StartOptions, stopping: ReturnType<typeof untilStopped>) => {
	const { signal } = stopping;
	const inData = (...names: string[]) => join(options.data, ...names);
	const log = (name: string) => inData('logs', `${name}.log`);
	const stateFile = inData('state.json');
	await rm(inData('logs'), { recursive: true, force: true });
	if (options.fresh) {
		for (const name of ['n8n', 'sandbox', 'state.json'])
			await rm(inData(name), { recursive: true, force: true });
	}

	await provideN8n(paths, inData('logs'), signal);
	const tarball =
		options.tarball ??
		(await currentTarball(paths)) ??
		(await step('Building and packing the nodes', () => packNodes(paths, log('pack'), signal)));
	const userFolder = inData('n8n');
	await step('Putting the nodes into n8n', () =>
		installNodes(paths, userFolder, tarball, log('install-nodes')),
	);

	const sandbox = await step('Starting the sandbox', () =>
		startSandbox(paths, inData('sandbox'), options.sandboxPort, log('sandbox')),
	);
	stopping.add('The sandbox', sandbox, log('sandbox'));
	const n8n = await step('Starting n8n', () =>
		startN8n(paths, { userFolder, port: options.n8nPort, logFile: log('n8n'), signal }),
	);
	stopping.add('n8n', n8n, log('n8n'));

	const workflow = await step('Setting up the demo workflow', async () => {
		const demo = await readDemo(projectRoot);
		const { state, signingSecret } = await connectKey(
			sandbox,
			readState(stateFile),
			webhookUrlOf(n8n.url, demo),
		);
		writeState(stateFile, state);
		const client = new N8nClient(n8n.url);
		await client.signIn(state.owner);
		if (!(await client.knowsNodeTypes(nodeTypes))) {
			throw new Failure(
				`n8n has not loaded the nodes of ${tarball}: it lacks ${nodeTypes.join(' or ')}.\n\nLog: ${log('n8n')}`,
			);
		}
		const access = { baseUrl: sandbox.url, apiKey: state.apiKey ?? '', signingSecret };
		state.credentialId = await provideCredential(client, state, access);
		writeState(stateFile, state);
		const stored = await provideWorkflow(client, state, withCredential(demo, state.credentialId));
		state.workflowId = stored.id;
		writeState(stateFile, state);
		// Opens the 24 hours in which the demo may write to its contact by chat app.
		await sandbox.control('POST', '/events/chatapp.received', {});
		return { ...state, ...stored };
	});

	const sandboxOption = options.sandboxPort === 4010 ? '' : ` --url ${sandbox.url}`;
	console.log(`
n8n        ${n8n.url}/workflow/${workflow.workflowId}
  log-in   ${workflow.owner.email}
  password ${workflow.owner.password}
Sandbox    ${sandbox.url}/dashboard/
  API key  ${workflow.apiKey}

${
	workflow.active
		? 'Make an SMS arrive (in another terminal); the demo workflow answers it by chat app:'
		: 'The demo workflow is switched off: publish it in the editor, then make an SMS arrive (in another terminal):'
}

  npm run sandbox -- sms-received --body "Do you open on Sunday?"${sandboxOption}

Other words each time: like the service, the sandbox drops a text that one sender repeats.
See the answer in the workflow's Executions tab, and in the sandbox:

  npm run sandbox -- messages --limit 2${sandboxOption}

Data and logs are in ${relative(projectRoot, options.data) || '.'}. Ctrl-C stops everything.
`);
};

const stopping = untilStopped();
try {
	const options = parseStartOptions(process.argv.slice(2), projectRoot);
	if (options === 'help') throw new Failure('Nothing to start.');
	await start(options, stopping);
	await stopping.wait();
} catch (error) {
	if (!stopping.signal.aborted) console.error(`\n${explain(error)}`);
	process.exitCode = stopping.signal.aborted ? 0 : 1;
} finally {
	await stopping.stopAll();
}
process.exit();
