/** A real n8n with a workflow that begins with the Voice Agent Trigger. */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { N8nEditorApi } from '../../../playground/editor-api.ts';
import type { StoredWorkflow, WorkflowNode } from '../../../sandbox/src/n8n/workflow.ts';
import { chainOf, node } from '../../../playground/workflow.ts';
import { startN8n } from '../../../playground/n8n.ts';
import { reservePort } from '../../../playground/ports.ts';
import { stopGroup } from '../../../playground/processes.ts';
import { installNodes } from '../../../playground/tarball.ts';
import { preparedOwner } from '../../../playground/user-folder.ts';
import { paths, prepare, temporaryFolder } from './playground.ts';
import '../../support/worker.ts';
import { randomOf } from '../../support/random.ts';

export const OWNER = preparedOwner;

/**
 * Evaluates expressions without an isolate for each execution, which takes two fifths of the processor time.
 * For tests with many executions; the others, and `TEST_FULL=1 npm test`, use n8n's default.
 */
export const LIGHT_EXPRESSIONS: Record<string, string> = process.env.TEST_FULL
	? {}
	: { N8N_EXPRESSION_ENGINE: 'legacy' };

/** The nodes that tests without its editor use, the examples included. */
const NODES = [
	...['code', 'dataTable', 'errorTrigger', 'executeWorkflow', 'executeWorkflowTrigger', 'extractFromFile'],
	...['filter', 'form', 'formTrigger', 'httpRequest', 'if', 'manualTrigger', 'n8nTrigger', 'noOp'],
	...['readWriteFile', 'scheduleTrigger', 'set', 'splitInBatches', 'splitOut', 'stickyNote', 'stopAndError'],
	...['switch', 'wait', 'webhook'],
].map((name) => `n8n-nodes-base.${name}`);
/** Agents, and what serves them. */
const AGENT_NODES = [
	...['agent', 'chatTrigger', 'lmChatOpenAi', 'mcpTrigger', 'memoryBufferWindow', 'openAi', 'toolWorkflow'],
].map((name) => `@n8n/n8n-nodes-langchain.${name}`);
const OUR_NODES = [
	'voiceAgent',
	'voiceAgentTool',
	'voiceAgentHitlTool',
	'voiceAgentFunctionTrigger',
	'voiceAgentMemory',
	'voiceAgentPollingTrigger',
	'voiceAgentTrigger',
].map((name) => `n8n-nodes-voice-agent.${name}`);

/** Modules of n8n that no test without its editor uses. */
const UNUSED_MODULES = [
	...['agents', 'breaking-changes', 'chat-hub', 'dynamic-credentials', 'external-secrets'],
	...['favorites', 'insights', 'instance-ai', 'instance-version-history', 'ldap', 'log-streaming'],
	...['mcp-registry', 'n8n-packages', 'oauth-jwe', 'oauth-server', 'otel', 'provisioning', 'quick-connect'],
	...['redaction', 'runtime-credentials', 'source-control', 'sso-oidc', 'sso-saml', 'token-exchange'],
	...['workflow-builder', 'workflow-reviews'],
];

/** n8n with the program that Code nodes run in. */
export const WITH_CODE: Record<string, string> = { N8N_RUNNERS_MODE: 'internal' };

/**
 * n8n with its editor, all its nodes and its AI features: half of the processor time of
 * a start, so only where a test needs them.
 */
const WITH_EDITOR: Record<string, string> = {
	...WITH_CODE,
	N8N_DISABLE_UI: 'false',
	N8N_DISABLED_MODULES: '',
	NODES_INCLUDE: '[]',
};

export const WITHOUT_EDITOR: Record<string, string> = process.env.TEST_FULL
	? {}
	: {
			N8N_DISABLE_UI: 'true',
			N8N_PUBLIC_API_DISABLED: 'true',
			N8N_DISABLED_MODULES: UNUSED_MODULES.join(),
			NODES_INCLUDE: JSON.stringify([...NODES, ...AGENT_NODES, ...OUR_NODES]),
			// n8n leaves it to others to start that program, which is a fifth of the processor time of a start.
			N8N_RUNNERS_MODE: 'external',
			N8N_RUNNERS_AUTH_TOKEN: 'nobody-has-it',
		};

/** A workflow that listens, and the URL at which it does. */
export interface Listening {
	workflow: StoredWorkflow;
	webhookId: string;
	url: string;
}

/** An event whose id `readSqliteRuns` finds again. */
export const eventBody = (id: string, event = 'sms.received'): string =>
	JSON.stringify({ event, id, data: { body: 'Hello', from_number: '+14155550123' } });

/**
 * The settings of the n8n that the test files of a worker share: one that starts quickly, with the public API, and one
 * with all nodes and the editor.
 */
const ROLES = {
	lean: {
		...WITHOUT_EDITOR,
		...LIGHT_EXPRESSIONS,
		...WITH_CODE,
		N8N_PUBLIC_API_DISABLED: 'false',
	},
	full: { ...WITHOUT_EDITOR, ...LIGHT_EXPRESSIONS, ...WITH_EDITOR },
};

/** An n8n that the test files of a worker share. */
export interface SharedN8n {
	path: string;
	port: number;
	/** The id of its process, while it is up. */
	pid?: number;
	/** Set while it is up with settings of one test. */
	isAltered?: boolean;
}

export class TriggerN8n {
	#pid: number | undefined;
	#client: N8nEditorApi | undefined;
	#shared: SharedN8n | undefined;
	readonly #env: Record<string, string>;
	readonly folder: { path: string; remove: () => Promise<void> };
	readonly port: number;

	private constructor(
		folder: { path: string; remove: () => Promise<void> },
		port: number,
		env: Record<string, string>,
	) {
		this.folder = folder;
		this.port = port;
		this.#env = env;
	}

	/** @param env more of n8n's settings, e.g. {@link WITH_CODE} */
	static async start(env: Record<string, string> = {}): Promise<TriggerN8n> {
		const folder = await temporaryFolder();
		const self = new TriggerN8n(folder, await reservePort(), { ...WITHOUT_EDITOR, ...env });
		await prepare(self.userFolder);
		await self.up();
		return self;
	}

	/**
	 * The n8n that the test files of this worker share, with archived workflows alone and an empty log. `remove` leaves it up;
	 * a file may stop, kill and start it.
	 */
	static async share(role: keyof typeof ROLES): Promise<TriggerN8n> {
		const all = (sharedServers().n8ns ??= {});
		const { SHARED_FOLDER: folder = '' } = process.env;
		const isNew = !all[role];
		const shared = (all[role] ??= {
			path: await mkdtemp(join(folder, `${role}-`)),
			port: await reservePort(),
		});
		const files = join(shared.path, 'files');
		const env = { ...ROLES[role], N8N_RESTRICT_FILE_ACCESS_TO: files };
		const self = new TriggerN8n({ path: shared.path, remove: async () => {} }, shared.port, env);
		self.#shared = shared;
		self.#pid = shared.pid;
		if (isNew) await prepare(self.userFolder);
		await rm(files, { recursive: true, force: true });
		await mkdir(files);
		if (shared.isAltered) await self.down();
		if (self.#pid === undefined) await self.up();
		else await self.#signIn();
		await self.#clear();
		return self;
	}

	get userFolder(): string {
		return join(this.folder.path, 'n8n');
	}

	get logFile(): string {
		return join(this.folder.path, 'n8n.log');
	}

	get url(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	/** The id of n8n's process. */
	get pid(): number {
		if (this.#pid === undefined) throw new Error('n8n is not up');
		return this.#pid;
	}

	get client(): N8nEditorApi {
		if (!this.#client) throw new Error('n8n is not up');
		return this.#client;
	}

	/** Puts a tarball where n8n looks for community packages, in place of the one that is there. */
	async install(tarball: string): Promise<void> {
		await installNodes(paths, this.userFolder, tarball, join(this.folder.path, 'install-nodes.log'));
	}

	/**
	 * Starts n8n on the data that is there.
	 *
	 * @param env still more settings, for this start
	 */
	async up(env: Record<string, string> = {}): Promise<void> {
		const n8n = await startN8n(paths, {
			userFolder: this.userFolder,
			port: this.port,
			logFile: this.logFile,
			env: { ...this.#env, ...env },
		});
		if (this.#shared) {
			n8n.unref();
			this.#shared.isAltered = Object.keys(env).length > 0;
			// `test/e2e-teardown.js` ends it after the run.
			await writeFile(join(this.folder.path, 'pid'), String(n8n.pid));
		}
		this.#isUp(n8n.pid);
		await this.#signIn();
	}

	/** Stops n8n as an operator does. */
	async down(): Promise<void> {
		if (this.#pid !== undefined) await stopGroup(this.#pid);
		this.#isUp(undefined);
	}

	/** Ends n8n and all it has started at once, as a failing machine does. */
	async kill(): Promise<void> {
		if (this.#pid !== undefined) await stopGroup(this.#pid, 0);
		this.#isUp(undefined);
	}

	#isUp(pid: number | undefined): void {
		this.#pid = pid;
		if (this.#shared) this.#shared.pid = pid;
	}

	async #signIn(): Promise<void> {
		this.#client = new N8nEditorApi(this.url);
		await this.#client.signIn(OWNER);
	}

	/** Archives all workflows, for which n8n unpublishes them in the background. */
	async #archiveWorkflows(): Promise<void> {
		const listed = await this.call<Array<{ id: string; isArchived: boolean }>>('GET', '/rest/workflows');
		for (const { id, isArchived } of listed) {
			if (!isArchived) await this.call('POST', `/rest/workflows/${id}/archive`);
		}
	}

	/** Removes what earlier test files have left. */
	async #clear(): Promise<void> {
		await this.#archiveWorkflows();
		for (const { id } of await this.call<Array<{ id: string }>>('GET', '/rest/credentials')) {
			await this.call('DELETE', `/rest/credentials/${id}`);
		}
		await truncate(this.logFile);
	}

	/**
	 * Stops it and removes its data; one that is shared stays up, with its workflows archived. To be called before the
	 * service stops, which triggers ask when they are unpublished.
	 */
	async remove(): Promise<void> {
		if (!this.#shared) {
			await this.down();
			await this.folder.remove();
		} else if (this.#pid !== undefined) {
			await this.#archiveWorkflows();
		}
	}

	async call<T>(method: string, path: string, body?: unknown): Promise<T> {
		return await this.client.call<T>(method, path, body);
	}

	async credential(data: Record<string, unknown>): Promise<string> {
		return await this.client.createCredential('Service', 'voiceAgentApi', data);
	}

	/**
	 * Activates `Trigger` -> the nodes -> `Reached`.
	 *
	 * @throws Failure with what a person would see
	 */
	async listen(
		credentialId: string,
		parameters: Record<string, unknown> = {},
		between: WorkflowNode[] = [],
		settings: Record<string, unknown> = {},
	): Promise<Listening> {
		const webhookId = randomUUID();
		const trigger = node('Trigger', 'n8n-nodes-voice-agent.voiceAgentTrigger', parameters, {
			webhookId,
			credentials: { voiceAgentApi: { id: credentialId, name: 'Service' } },
		});
		const file = chainOf('Listening', [trigger, ...between, node('Reached', 'n8n-nodes-base.noOp')]);
		const workflow = await this.client.createWorkflow({
			...file,
			settings: { ...file.settings, ...settings },
		});
		await this.client.activateWorkflow(workflow);
		return { workflow, webhookId, url: `${this.url}/webhook/${webhookId}/webhook` };
	}
}

export async function post(
	url: string,
	body: string | Buffer,
	headers: Record<string, string>,
	timeoutMs = 60_000,
): Promise<{ status: number; body: string }> {
	const response = await fetch(url, {
		method: 'POST',
		// A busy n8n may close a connection just as it is used again.
		headers: { 'content-type': 'application/json', connection: 'close', ...headers },
		body: new Uint8Array(Buffer.from(body)),
		signal: AbortSignal.timeout(timeoutMs),
	});
	return { status: response.status, body: await response.text() };
}

/** Does all of these, so many at once; in the order given. */
export async function inParallel<T>(
	items: T[],
	width: number,
	work: (item: T) => Promise<void>,
): Promise<void> {
	const left = items.values();
	await Promise.all(
		Array.from({ length: width }, async () => {
			for (const item of left) await work(item);
		}),
	);
}

/** The same order on every run. */
export function shuffled<T>(items: T[], seed = 7): T[] {
	const random = randomOf(seed);
	return items
		.map((item) => ({ item, place: random() }))
		.sort((one, other) => one.place - other.place)
		.map(({ item }) => item);
}
