import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Failure } from '../../playground/failure.ts';
import { N8nApi } from '../../sandbox/src/n8n/api.ts';
import type { Control } from '../../sandbox/src/client/control.ts';
import { DEMO_CONTACT } from '../../sandbox/src/service/demo/index.ts';
import { connect, type Secrets } from '../../sandbox/src/n8n/connect.ts';
import { readTriggerKind } from '../../sandbox/src/n8n/nodes.ts';
import type { WorkflowFile } from '../../sandbox/src/n8n/workflow.ts';
import { DEMO_NAME, listReceivers, readExampleFile, withCredential } from './examples.ts';
import {
	checkN8n,
	provideCredential,
	provideWorkflow,
	signInToOwnN8n,
	type N8nAccess,
	type ProvidedWorkflow,
} from './n8n.ts';
import { provideApiKey, type RunningSandbox } from './sandbox.ts';
import { parseState, writeState, type State } from './state.ts';

/** The service lets a message of the chat app be answered for so long. */
const CHAT_APP_WINDOW_MS = 24 * 3_600_000;

const projectRoot = join(import.meta.dirname, '..', '..');

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
	/** The name of the workflow that gets the events, if a person has led them to another one since the first start. */
	receiver?: string | undefined;
	/** True if the service would refuse an answer by chat app, since the demo's contact wrote nothing by chat app for 24 hours. */
	needsChatAppMessage: boolean;
	example?: SetUpExample | undefined;
}

/** How the sandbox and an n8n find each other. */
interface Setting extends Pick<DemoSetting, 'sandbox' | 'stateFile' | 'example'> {
	n8n: N8nAccess;
	/** The address at which n8n reaches the sandbox. */
	sandboxUrl: string;
	state: State;
}

/** Tells the sandbox of n8n, so that its dashboard connects other workflows and leads to executions. */
const introduceN8n = async (
	sandbox: RunningSandbox,
	{ url: address, apiKey: api_key, webhookPath: webhook_path }: N8nAccess,
): Promise<void> => {
	try {
		await sandbox.control('POST', '/n8n', { address, api_key, ...(webhook_path && { webhook_path }) });
	} catch {
		// A key without the scopes for it, or another version of n8n: the demo works all the same.
	}
};

const findKey = async (control: Control, id: string) => {
	const { api_keys: keys } = await control('GET', '/api-keys');
	return keys.find((key) => key.id === id);
};

/** Returns the name of the published workflow that listens at a webhook URL; undefined if there is none. */
const findReceiver = async (n8n: N8nApi, url: string | null | undefined): Promise<string | undefined> => {
	if (!url) return undefined;
	const workflows = await n8n.listWorkflows(true);
	return workflows.find(({ nodes, activeVersion }) =>
		(activeVersion?.nodes ?? nodes).some(
			(node) => readTriggerKind(node) === 'webhook' && n8n.buildWebhookUrl(node.webhookId ?? '') === url,
		),
	)?.name;
};

/** Returns the token that chat-app messages carry now, in the URL of the account; undefined if there is none. */
const readChatAppToken = async (control: Control): Promise<string | undefined> => {
	const { chatapp_accounts: accounts } = await control('GET', '/chatapp-accounts');
	const url = accounts.find(({ connected, webhook_url: set }) => connected && set !== null)?.webhook_url;
	return URL.parse(url ?? '')?.searchParams.get('token') ?? undefined;
};

/** Tells if the contact of the demo last wrote by chat app so long ago that the service lets nobody answer it there. */
const needsChatAppMessage = async (control: Control): Promise<boolean> => {
	const query = 'channel=chatapp&direction=inbound&limit=1' as const;
	const { messages } = await control('GET', `/messages?${query}&search=${DEMO_CONTACT.chatAppId}`);
	const { now } = await control('GET', '/clock');
	const [last] = messages;
	return last === undefined || Date.parse(now) - Date.parse(last.created_at) >= CHAT_APP_WINDOW_MS;
};

/** Connects the sandbox and n8n by a credential, a webhook URL and the workflows; leaves events where a person has led them. */
const setUp = async ({
	sandbox,
	n8n: access,
	sandboxUrl,
	stateFile,
	state,
	example,
}: Setting): Promise<Demo> => {
	const remember = (change: Partial<State>) => writeState(stateFile, Object.assign(state, change));
	const n8n = new N8nApi(access.url, access.apiKey, access.webhookPath);
	await checkN8n(n8n);
	const demo = await readExampleFile(projectRoot, DEMO_NAME);
	const chosen =
		example === undefined || example === DEMO_NAME ? undefined : await readExampleFile(projectRoot, example);
	const ofExample = chosen ? listReceivers(chosen, n8n) : [];
	const isFirstStart = state.workflowId === undefined;
	remember({
		...(await provideApiKey(sandbox, state)),
		chatAppToken:
			(await readChatAppToken(sandbox.control)) ?? state.chatAppToken ?? randomBytes(16).toString('hex'),
	});
	await introduceN8n(sandbox, access);
	const { apiKey, apiKeyId = '', chatAppToken } = state;
	const write = async (secrets: Secrets) => {
		const fields = { baseUrl: sandboxUrl, apiKey, chatAppToken, ...secrets };
		remember({ credentialId: await provideCredential(n8n, state.credentialId, fields) });
	};
	const ofDemo = listReceivers(demo, n8n);
	const receivers = ofExample.length > 0 ? ofExample : ofDemo;
	const key = await findKey(sandbox.control, apiKeyId);
	const receiver =
		ofExample.length > 0 || ofDemo.some(({ url }) => url === key?.webhook_url)
			? undefined
			: await findReceiver(n8n, key?.webhook_url);
	if (receiver === undefined) {
		await connect(sandbox.control, [{ apiKeyId, receivers, chatAppToken, write }]);
	} else {
		await write({ signingSecret: key?.signing_secret ?? '' });
	}
	const provide = async (known: string | undefined, file: WorkflowFile, save: (id: string) => void) =>
		await provideWorkflow(n8n, known, withCredential(file, state.credentialId ?? ''), save);
	const { active, refusal } = await provide(state.workflowId, demo, (id) => remember({ workflowId: id }));
	if (refusal !== undefined) throw new Failure(refusal);
	// Opens the 24 hours in which the demo may write to its contact by chat app. Later it would be a surprise: a workflow
	// that a person has connected would answer it.
	if (isFirstStart) await sandbox.control('POST', '/events/chatapp.received', {});
	const facts = { active, needsChatAppMessage: await needsChatAppMessage(sandbox.control) };
	if (example === undefined || !chosen) return { ...state, ...facts, receiver };

	const provided = await provide(state.exampleIds?.[example], chosen, (id) =>
		remember({ exampleIds: { ...state.exampleIds, [example]: id } }),
	);
	const events = ofExample.flatMap((receiver) => receiver.events);
	return { ...state, ...facts, receiver, example: { ...provided, name: chosen.name, events } };
};

/**
 * Connects the sandbox and n8n by a credential, a webhook URL and the demo
 * workflow; what an earlier start has made stays.
 *
 * @throws Failure when n8n has not loaded the nodes
 */
export const setUpDemo = async ({ tarball, n8nLog, n8nUrl, ...setting }: DemoSetting): Promise<Demo> => {
	const state = parseState(setting.stateFile);
	// Its password is known only from this file.
	writeState(setting.stateFile, state);
	const n8n = await signInToOwnN8n(n8nUrl, state.owner, tarball, n8nLog);
	return await setUp({ ...setting, n8n, state, sandboxUrl: setting.sandbox.url });
};

/** The same in an n8n that a person runs. */
export const setUpExternalDemo = async (setting: Omit<Setting, 'state'>): Promise<Demo> =>
	await setUp({ ...setting, state: parseState(setting.stateFile) });
