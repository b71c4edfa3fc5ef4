/** The part of `npm start` that runs once the dependencies are there. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../playground/failure.ts';
import { startN8n } from '../../playground/n8n.ts';
import { pathsOf } from '../../playground/paths.ts';
import { installNodes } from '../../playground/tarball.ts';
import { N8nApi } from '../../sandbox/src/n8n/api.ts';
import { projectRoot } from '../bootstrap.mjs';
import { step } from '../progress.ts';
import { provideN8n } from '../provide-n8n.ts';
import { provideTarball } from '../provide-tarball.ts';
import { parseStartOptions } from '../start-options.mjs';
import type { StartOptions } from '../start-options.mjs';
import { announcement } from './announcement.ts';
import { askForApiKey, checkN8n } from './n8n.ts';
import { startSandbox } from './sandbox.ts';
import { setUpDemo, setUpExternalDemo } from './set-up-demo.ts';
import { keepUp } from './stopping.ts';
import type { Stopping } from './stopping.ts';
import { reloadingNodes, watchNodes } from './watch-nodes.ts';

const paths = pathsOf(projectRoot);

const start = async (options: StartOptions, stopping: Stopping) => {
	const { signal } = stopping;
	const inData = (...names: string[]) => join(options.data, ...names);
	const log = (name: string) => inData('logs', `${name}.log`);
	const stateFile = inData('state.json');
	await rm(inData('logs'), { recursive: true, force: true });
	if (options.fresh) {
		const own = options.n8nUrl ? ['state-of-other-n8n.json'] : ['n8n', 'state.json'];
		for (const name of [...own, 'sandbox']) await rm(inData(name), { recursive: true, force: true });
	}

	if (options.n8nUrl) return await startBesideN8n({ ...options, n8nUrl: options.n8nUrl }, stopping);
	await provideN8n(paths, inData('logs'), signal);
	const tarball = options.tarball ?? (await provideTarball(paths, inData('logs'), signal));
	const userFolder = inData('n8n');
	await step('Putting the nodes into n8n', () =>
		installNodes(paths, userFolder, tarball, log('install-nodes')),
	);

	if (options.dev) {
		const compiler = await step('Compiling the nodes', () => watchNodes(paths, userFolder, log('compiler')));
		stopping.add('The compiler', compiler, log('compiler'));
	}

	const sandbox = await step('Starting the sandbox', () =>
		startSandbox(paths, inData('sandbox'), options.sandboxPort, log('sandbox')),
	);
	stopping.add('The sandbox', sandbox, log('sandbox'));
	const n8n = await step('Starting n8n', () =>
		startN8n(paths, {
			userFolder,
			port: options.n8nPort,
			logFile: log('n8n'),
			env: options.dev ? reloadingNodes : {},
			signal,
		}),
	);
	stopping.add('n8n', n8n, log('n8n'));

	const demo = await step('Setting up the demo workflow', () =>
		setUpDemo({
			sandbox,
			n8nUrl: n8n.url,
			stateFile,
			example: options.example,
			tarball,
			n8nLog: log('n8n'),
		}),
	);
	console.log(announcement(demo, n8n.url, sandbox.url, options.sandboxPort, options.data));
	if (options.dev)
		console.log('Save a file in nodes/ or credentials/: n8n and its open tabs take it over.\n');
};

/** Starts the sandbox alone, and sets the demo up in an n8n that is there already. */
const startBesideN8n = async (options: StartOptions & { n8nUrl: string }, stopping: Stopping) => {
	const { n8nUrl: url, data, sandboxPort, example } = options;
	const n8n = {
		url,
		apiKey: await askForApiKey(url),
		webhookPath: process.env.N8N_ENDPOINT_WEBHOOK || undefined,
	};
	await step('Looking for the nodes in n8n', () =>
		checkN8n(new N8nApi(n8n.url, n8n.apiKey, n8n.webhookPath)),
	);
	const logFile = join(data, 'logs', 'sandbox.log');
	const sandbox = await step('Starting the sandbox', () =>
		startSandbox(paths, join(data, 'sandbox'), sandboxPort, logFile),
	);
	stopping.add('The sandbox', sandbox, logFile);
	const sandboxUrl = options.sandboxUrl ?? sandbox.url;
	const stateFile = join(data, 'state-of-other-n8n.json');
	const demo = await step('Setting up the demo workflow', () =>
		setUpExternalDemo({ sandbox, n8n, sandboxUrl, stateFile, example }),
	);
	console.log(announcement({ ...demo, owner: undefined }, url, sandbox.url, sandboxPort, data));
};

await keepUp(async (stopping) => {
	const options = parseStartOptions(process.argv.slice(2), projectRoot);
	if (options === 'help') throw new Failure('Nothing to start.');
	await start(options, stopping);
});
