import { randomBytes } from 'node:crypto';
import { Failure } from '../../playground/failure.ts';
import type { WorkflowFile } from '../../playground/n8n-client.ts';
import { projectRoot } from '../bootstrap.mjs';
import {
	DEMO_NAME,
	readDemo,
	readExampleFile,
	startingEvents,
	webhookUrlOf,
	withCredential,
} from './demo.ts';
import type { ExternalN8n } from './external-n8n.ts';
import { OwnN8n } from './own-n8n.ts';
import { connectChatApp, connectKey } from './sandbox.ts';
import type { RunningSandbox } from './sandbox.ts';
import { readState, writeState } from './state.ts';
import type { State } from './state.ts';
import type { ProvidedWorkflow, TargetN8n } from './target-n8n.ts';

/** The programs and files that the demo is set up with. */
export interface DemoSetting {
	sandbox: RunningSandbox;
	/** The address at which people and the sandbox find n8n. */
	n8nUrl: string;
	stateFile: string;
	/** The name of an example to set up beside the demo; it receives the events instead of the demo. */
	example?: string | undefined;
	/** The package that n8n should have loaded the nodes from, and n8n's log; for a message. */
	tarball: string;
	n8nLog: string;
}

/** An example that is set up beside the demo. */
export interface SetUpExample extends ProvidedWorkflow {
	/** The name of the workflow. */
	name: string;
	/** The events that start it, e.g. `sms.received`. */
	events: string[];
}

/** The demo as it is set up. */
export interface Demo extends State {
	/** True if the workflow listens. */
	active: boolean;
	example?: SetUpExample | undefined;
}

interface Wiring extends Pick<DemoSetting, 'sandbox' | 'n8nUrl' | 'stateFile' | 'example'> {
	/** The address at which n8n reaches the sandbox. */
	sandboxUrl: string;
	openN8n: (state: State) => Promise<TargetN8n>;
}

/** Tells the sandbox of n8n, so that its dashboard connects other workflows and leads to executions. */
const introduceN8n = async (sandbox: RunningSandbox, n8n: TargetN8n, address: string): Promise<void> => {
	try {
		await sandbox.control('POST', '/n8n', { address, api_key: await n8n.provideApiKey() });
	} catch {
		// A key without the scopes for it, or another version of n8n: the demo works all the same.
	}
};

/** Connects the sandbox and n8n by a credential, a webhook URL and the workflows. */
const setUp = async ({ sandbox, n8nUrl, sandboxUrl, stateFile, openN8n, example }: Wiring): Promise<Demo> => {
	const demo = await readDemo(projectRoot);
	const chosen =
		example === undefined || example === DEMO_NAME ? undefined : await readExampleFile(projectRoot, example);
	const events = chosen ? startingEvents(chosen) : [];
	const receiver = webhookUrlOf(n8nUrl, chosen && events.length > 0 ? chosen : demo);
	const { state, signingSecret } = await connectKey(sandbox, readState(stateFile), receiver);
	state.chatAppToken ??= randomBytes(16).toString('hex');
	writeState(stateFile, state);
	const n8n = await openN8n(state);
	await introduceN8n(sandbox, n8n, n8nUrl);
	const { apiKey = '', chatAppToken } = state;
	state.credentialId = await n8n.provideCredential(state.credentialId, {
		...{ baseUrl: sandboxUrl, apiKey, signingSecret, chatAppToken },
	});
	writeState(stateFile, state);
	const provide = async (known: string | undefined, file: WorkflowFile) =>
		await n8n.provideWorkflow(known, withCredential(file, state.credentialId ?? ''));
	const { id, active, refusal } = await provide(state.workflowId, demo);
	if (refusal !== undefined) throw new Failure(refusal);
	state.workflowId = id;
	writeState(stateFile, state);
	// Opens the 24 hours in which the demo may write to its contact by chat app.
	await sandbox.control('POST', '/events/chatapp.received', {});
	if (example === undefined || !chosen) return { ...state, active };

	const provided = await provide(state.exampleIds?.[example], chosen);
	state.exampleIds = { ...state.exampleIds, [example]: provided.id };
	writeState(stateFile, state);
	if (events.includes('chatapp.received')) await connectChatApp(sandbox, `${receiver}?token=${chatAppToken}`);
	return { ...state, active, example: { ...provided, name: chosen.name, events } };
};

/**
 * Connects the sandbox and n8n by a credential, a webhook URL and the demo
 * workflow; what an earlier start has made stays.
 *
 * @throws Failure when n8n has not loaded the nodes
 */
export const setUpDemo = async ({ tarball, n8nLog, ...setting }: DemoSetting): Promise<Demo> =>
	await setUp({
		...setting,
		sandboxUrl: setting.sandbox.url,
		openN8n: ({ owner }) => OwnN8n.signIn(setting.n8nUrl, owner, tarball, n8nLog),
	});

/** An n8n that is there already, and how the sandbox and it find each other. */
export interface ExternalDemoSetting extends Pick<
	DemoSetting,
	'sandbox' | 'n8nUrl' | 'stateFile' | 'example'
> {
	n8n: ExternalN8n;
	/** The address at which n8n reaches the sandbox. */
	sandboxUrl: string;
}

/**
 * The same in an n8n that a person runs: connects the sandbox and n8n; what an earlier start has made stays.
 */
export const setUpExternalDemo = async ({ n8n, ...setting }: ExternalDemoSetting): Promise<Demo> =>
	await setUp({ ...setting, openN8n: () => Promise.resolve(n8n) });
