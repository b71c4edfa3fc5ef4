/**
 * A whole n8n of another version: the package installed in it, the
 * demo run, and its panel opened in a browser.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installN8nIn } from '../../playground/install.ts';
import { N8nEditorApi } from '../../playground/editor-api.ts';
import { startN8n } from '../../playground/n8n.ts';
import type { Paths } from '../../playground/paths.ts';
import { reservePort } from '../../playground/ports.ts';
import { installNodes, packNodes } from '../../playground/tarball.ts';
import { launchBrowser } from '../../test/e2e/support/browser.ts';
import { Editor } from '../editor.ts';
import { parseState } from '../start/state.ts';
import { startSandboxService } from '../start/sandbox.ts';
import { setUpDemo } from '../start/set-up-demo.ts';

/** Events that are delivered twice. n8n lists 20 executions at a time. */
const repeated = 9;

/**
 * Installs n8n of a version, unless it is there.
 *
 * @returns where things are with that n8n in place of the pinned one
 * @throws Failure with the end of the log
 */
const installWhole = async (paths: Paths, version: string): Promise<Paths> => {
	const folder = join(paths.defaultData, 'compat', `whole-${version}`);
	await mkdir(folder, { recursive: true });
	// An older n8n needs the same overrides and added dependencies as today's.
	const pinned = await readFile(join(paths.playground, 'package.json'), 'utf8');
	const { dependencies, overrides } = JSON.parse(pinned) as Record<string, object>;
	const wanted = { private: true, dependencies: { ...dependencies, n8n: version }, overrides };
	await writeFile(join(folder, 'package.json'), JSON.stringify(wanted));
	await installN8nIn(paths, folder, join(paths.defaultData, 'logs', `install-n8n-${version}.log`));
	return { ...paths, playground: folder, n8nCli: join(folder, 'node_modules', 'n8n', 'bin', 'n8n') };
};

/**
 * Tries a whole n8n, and tells of each step in the terminal.
 *
 * @throws Failure at the first step that does not work
 */
export const tryWhole = async (ourPaths: Paths, version: string): Promise<void> => {
	const passed = (what: string) => console.log(`✓ n8n ${version}: ${what}`);
	const paths = await installWhole(ourPaths, version);
	passed('is installed');
	const tarball = await packNodes(ourPaths, join(ourPaths.defaultData, 'logs', 'pack.log'));
	const folder = await mkdtemp(join(tmpdir(), 'voice-agent-whole-'));
	const log = (name: string) => join(ourPaths.defaultData, 'logs', `whole-${version}-${name}.log`);
	const userFolder = join(folder, 'n8n');
	await installNodes(paths, userFolder, tarball, log('install-nodes'));
	const sandbox = await startSandboxService(
		ourPaths,
		join(folder, 'sandbox'),
		await reservePort(),
		log('sandbox'),
	);
	const n8n = await startN8n(paths, { userFolder, port: await reservePort(), logFile: log('n8n') });
	try {
		const stateFile = join(folder, 'state.json');
		const demo = await setUpDemo({ sandbox, n8nUrl: n8n.url, stateFile, tarball, n8nLog: log('n8n') });
		passed('has loaded the nodes, and the demo listens');

		const client = new N8nEditorApi(n8n.url);
		await client.signIn(parseState(stateFile).owner);
		const body = 'Do you open on Sunday?';
		await sandbox.control('POST', '/events/sms.received', { body });
		const [execution, ...others] = await client.finishedExecutions(demo.workflowId ?? '', 1);
		if (execution?.status !== 'success' || others.length > 0) {
			throw new Error(`The demo has run as ${JSON.stringify([execution, ...others])}`);
		}
		passed('has run the demo once, and well');

		await sandbox.control('POST', '/delivery-faults', { kind: 'duplicate', count: repeated });
		for (let event = 1; event <= repeated; event++) {
			await sandbox.control('POST', '/events/sms.received', { body: `Do you open on day ${event}?` });
		}
		// The demo's own, and two for each.
		await client.finishedExecutions(demo.workflowId ?? '', 1 + 2 * repeated);
		const path = encodeURIComponent('/functions/v1/send-chatapp-message');
		const { requests } = await sandbox.control('GET', `/requests?path=${path}`);
		if (requests.length !== 1 + repeated) {
			throw new Error(`${1 + repeated} different SMS were answered ${requests.length} times`);
		}
		passed(`has run ${repeated} events once each, all of which were delivered twice`);

		const browser = await launchBrowser();
		try {
			const editor = await Editor.signIn(browser, n8n.url, demo.owner);
			await editor.openWorkflow(demo.workflowId ?? '');
			await editor.openNode('SMS Received');
			passed('shows the panel of the trigger');
		} finally {
			await browser.close();
		}
	} finally {
		await n8n.stop();
		await sandbox.stop();
		await rm(folder, { recursive: true, force: true, maxRetries: 3 });
	}
};
