import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startN8n } from '../../playground/n8n.ts';
import type { Paths } from '../../playground/paths.ts';
import { installNodes } from '../../playground/tarball.ts';
import { step } from '../progress.ts';
import { provideN8n, provideTarball } from '../provide.ts';
import { announcement } from './announcement.ts';
import type { StartOptions } from './options.mjs';
import { startSandboxService } from './sandbox.ts';
import { setUpDemo } from './set-up-demo.ts';
import type { Stopping } from './stopping.ts';
import { reloadingNodes, watchNodes } from './watch-nodes.ts';

/** Starts the sandbox and the pinned n8n, and sets the demo up in it. */
export const startWithN8n = async (
	paths: Paths,
	{ data, fresh, dev, n8nPort, sandboxPort, example, ...options }: StartOptions,
	stopping: Stopping,
): Promise<void> => {
	const { signal } = stopping;
	const log = (name: string) => join(data, 'logs', `${name}.log`);
	if (fresh) {
		for (const name of ['n8n', 'state.json', 'sandbox'])
			await rm(join(data, name), { recursive: true, force: true });
	}
	await provideN8n(paths, join(data, 'logs'), signal);
	const tarball = options.tarball ?? (await provideTarball(paths, join(data, 'logs'), signal));
	const userFolder = join(data, 'n8n');
	await step('Putting the nodes into n8n', () =>
		installNodes(paths, userFolder, tarball, log('install-nodes')),
	);
	if (dev) {
		const compiler = await step('Compiling the nodes', () => watchNodes(paths, userFolder, log('compiler')));
		stopping.add('The compiler', compiler, log('compiler'));
	}

	const sandbox = await step('Starting the sandbox', () =>
		startSandboxService(paths, join(data, 'sandbox'), sandboxPort, log('sandbox')),
	);
	stopping.add('The sandbox', sandbox, log('sandbox'));
	const n8n = await step('Starting n8n', (tell) =>
		startN8n(paths, {
			userFolder,
			port: n8nPort,
			logFile: log('n8n'),
			env: dev ? reloadingNodes : {},
			signal,
			tell,
		}),
	);
	stopping.add('n8n', n8n, log('n8n'));

	const stateFile = join(data, 'state.json');
	const demo = await step('Setting up the demo workflow', () =>
		setUpDemo({ sandbox, n8nUrl: n8n.url, stateFile, example, tarball, n8nLog: log('n8n') }),
	);
	console.log(announcement(demo, n8n.url, sandbox.url, sandboxPort, data));
	if (dev) console.log('Save a file in nodes/ or credentials/: n8n and its open tabs take it over.\n');
};
