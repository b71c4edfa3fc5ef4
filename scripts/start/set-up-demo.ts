import { Failure } from '../../playground/failure.ts';
import { N8nClient } from '../../playground/n8n-client.ts';
import type { ExternalN8n } from './external-n8n.ts';
import { projectRoot } from '../bootstrap.mjs';
import {
	CREDENTIAL_NAME,
	nodeTypes,
	provideCredential,
	provideWorkflow,
	readDemo,
	webhookUrlOf,
	withCredential,
} from './demo.ts';
import { connectKey } from './sandbox.ts';
import type { RunningSandbox } from './sandbox.ts';
import { readState, writeState } from './state.ts';
import type { State } from './state.ts';

/** The programs and files that the demo is set up with. */
export interface DemoSetting {
	sandbox: RunningSandbox;
	/** The address at which people and the sandbox find n8n. */
	n8nUrl: string;
	stateFile: string;
	/** The package that n8n should have loaded the nodes from, and n8n's log; for a message. */
	tarball: string;
	n8nLog: string;
}

/** The demo as it is set up. */
export interface Demo extends State {
	/** True if the workflow listens. */
	active: boolean;
}

/**
 * Connects the sandbox and n8n by a credential, a webhook URL and the demo
 * workflow; what an earlier start has made stays.
 *
 * @throws Failure when n8n has not loaded the nodes
 */
export const setUpDemo = async (setting: DemoSetting): Promise<Demo> => {
	const { sandbox, n8nUrl, stateFile, tarball, n8nLog } = setting;
	const demo = await readDemo(projectRoot);
	const { state, signingSecret } = await connectKey(
		sandbox,
		readState(stateFile),
		webhookUrlOf(n8nUrl, demo),
	);
	writeState(stateFile, state);
	const client = new N8nClient(n8nUrl);
	await client.signIn(state.owner);
	if (!(await client.knowsNodeTypes(nodeTypes))) {
		throw new Failure(
			`n8n has not loaded the nodes of ${tarball}: it lacks ${nodeTypes.join(' or ')}.\n\nLog: ${n8nLog}`,
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
	return { ...state, active: stored.active };
};

/** An n8n that is there already, and how the sandbox and it find each other. */
export interface ExternalDemoSetting {
	sandbox: RunningSandbox;
	n8n: ExternalN8n;
	n8nUrl: string;
	/** The address at which n8n reaches the sandbox. */
	sandboxUrl: string;
	stateFile: string;
}

/**
 * The same in an n8n that a person runs: connects the sandbox and n8n; what an earlier start has made stays.
 */
export const setUpExternalDemo = async (setting: ExternalDemoSetting): Promise<Demo> => {
	const { sandbox, n8n, n8nUrl, sandboxUrl, stateFile } = setting;
	const demo = await readDemo(projectRoot);
	const { state, signingSecret } = await connectKey(
		sandbox,
		readState(stateFile),
		webhookUrlOf(n8nUrl, demo),
	);
	writeState(stateFile, state);
	const access = { baseUrl: sandboxUrl, apiKey: state.apiKey ?? '', signingSecret };
	state.credentialId = await n8n.provideCredential(state.credentialId, CREDENTIAL_NAME, access);
	writeState(stateFile, state);
	const stored = await n8n.provideWorkflow(state.workflowId, withCredential(demo, state.credentialId));
	state.workflowId = stored.id;
	writeState(stateFile, state);
	await sandbox.control('POST', '/events/chatapp.received', {});
	return { ...state, active: stored.active };
};
