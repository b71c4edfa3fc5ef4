import { join } from 'node:path';
import { N8nEditorApi } from '../../playground/editor-api.ts';
import type { WorkflowFile } from '../../sandbox/src/n8n/workflow.ts';
import { startN8n } from '../../playground/n8n.ts';
import type { Paths } from '../../playground/paths.ts';
import { reservePort } from '../../playground/ports.ts';
import { installNodes } from '../../playground/tarball.ts';
import { step } from '../progress.ts';
import { provideN8n, provideTarball } from '../provide.ts';
import { startSandboxService } from '../start/sandbox.ts';
import type { RunningSandbox } from '../start/sandbox.ts';
import { setUpDemo } from '../start/set-up-demo.ts';
import type { Demo } from '../start/set-up-demo.ts';
import type { Stopping } from '../start/stopping.ts';

/** The contents of the pictures: all that `npm start` starts. */
export interface World {
	sandbox: RunningSandbox;
	n8nUrl: string;
	client: N8nEditorApi;
	demo: Demo;
	/** Stores a workflow with the demo's credential in each of our nodes; returns its id. */
	store: (workflow: WorkflowFile) => Promise<string>;
}

/** The address that the panel of the trigger shows, as one would see it on a server. */
const publicAddress = 'https://n8n.example.com/';

/** Starts it in an empty folder. */
export const startWorld = async (paths: Paths, folder: string, stopping: Stopping): Promise<World> => {
	const log = (name: string) => join(folder, `${name}.log`);
	await provideN8n(paths, folder, stopping.signal);
	const tarball = await provideTarball(paths, folder, stopping.signal);
	const userFolder = join(folder, 'n8n');
	await step('Putting the nodes into n8n', () =>
		installNodes(paths, userFolder, tarball, log('install-nodes')),
	);
	const sandbox = await step('Starting the sandbox', async () =>
		startSandboxService(paths, join(folder, 'sandbox'), await reservePort(), log('sandbox')),
	);
	stopping.add('The sandbox', sandbox, log('sandbox'));
	const n8n = await step('Starting n8n', async () =>
		startN8n(paths, {
			userFolder,
			port: await reservePort(),
			logFile: log('n8n'),
			env: { WEBHOOK_URL: publicAddress },
			signal: stopping.signal,
		}),
	);
	stopping.add('n8n', n8n, log('n8n'));
	const demo = await step('Setting up the demo workflow', () =>
		setUpDemo({
			sandbox,
			n8nUrl: n8n.url,
			stateFile: join(folder, 'state.json'),
			tarball,
			n8nLog: log('n8n'),
		}),
	);
	const client = new N8nEditorApi(n8n.url);
	await client.signIn(demo.owner);
	const voiceAgentApi = { id: demo.credentialId ?? '', name: 'Voice Agent sandbox' };
	const store = async (workflow: WorkflowFile) => {
		const nodes = workflow.nodes.map((node) =>
			node.type.startsWith('n8n-nodes-voice-agent.') ? { ...node, credentials: { voiceAgentApi } } : node,
		);
		return (await client.createWorkflow({ ...workflow, nodes })).id;
	};
	return { sandbox, n8nUrl: n8n.url, client, demo, store };
};
