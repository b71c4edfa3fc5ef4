/** A real n8n with a workflow that begins with the Voice Agent Trigger. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { N8nClient } from '../../playground/n8n-client.ts';
import { chainOf, node } from '../../playground/workflow.ts';
import type { StoredWorkflow, WorkflowNode } from '../../playground/n8n-client.ts';
import { startN8n } from '../../playground/n8n.ts';
import type { RunningN8n } from '../../playground/n8n.ts';
import { reservePort } from '../../playground/ports.ts';
import { installNodes } from '../../playground/tarball.ts';
import { preparedOwner } from '../../playground/user-folder.ts';
import { paths, prepare, temporaryFolder } from './prepared.ts';
import { randomOf } from './random.ts';

export const OWNER = preparedOwner;

/**
 * Evaluates expressions without an isolate for each execution, which takes two fifths of the processor time.
 * For tests with many executions; the others, and `TEST_FULL=1 npm test`, use n8n's default.
 */
export const LIGHT_EXPRESSIONS: Record<string, string> = process.env.TEST_FULL
	? {}
	: { N8N_EXPRESSION_ENGINE: 'legacy' };

/** The nodes of n8n's own that tests without its editor use. */
const NODES = [
	...[
		'code',
		'dataTable',
		'executeWorkflow',
		'executeWorkflowTrigger',
		'filter',
		'httpRequest',
		'if',
		'manualTrigger',
		'n8nTrigger',
	],
	'noOp',
	'readWriteFile',
	'respondToWebhook',
	...[
		'scheduleTrigger',
		'set',
		'splitInBatches',
		'splitOut',
		'stickyNote',
		'stopAndError',
		'switch',
		'wait',
		'webhook',
	],
].map((name) => `n8n-nodes-base.${name}`);
/** A model, which a workflow may have and not use. */
const MODEL_NODES = ['@n8n/n8n-nodes-langchain.lmChatOpenAi'];
const OUR_NODES = [
	'voiceAgent',
	'voiceAgentFunctionTrigger',
	'voiceAgentMemory',
	'voiceAgentMessageTrigger',
	'voiceAgentTrigger',
].map((name) => `n8n-nodes-voice-agent.${name}`);

/** Modules of n8n that no test without its editor uses. */
const UNUSED_MODULES = [
	...['agents', 'breaking-changes', 'chat-hub', 'dynamic-credentials', 'external-secrets'],
	...['favorites', 'insights', 'instance-ai', 'instance-version-history', 'ldap', 'log-streaming', 'mcp'],
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
export const WITH_EDITOR: Record<string, string> = {
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
			NODES_INCLUDE: JSON.stringify([...NODES, ...MODEL_NODES, ...OUR_NODES]),
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

export class TriggerN8n {
	#n8n: RunningN8n | undefined;
	#client: N8nClient | undefined;
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

	/** @param env more of n8n's settings, e.g. {@link WITH_EDITOR} */
	static async start(env: Record<string, string> = {}): Promise<TriggerN8n> {
		const folder = await temporaryFolder();
		const self = new TriggerN8n(folder, await reservePort(), { ...WITHOUT_EDITOR, ...env });
		await prepare(self.userFolder);
		await self.up();
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
		if (!this.#n8n) throw new Error('n8n is not up');
		return this.#n8n.pid;
	}

	get client(): N8nClient {
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
		this.#n8n = await startN8n(paths, {
			userFolder: this.userFolder,
			port: this.port,
			logFile: this.logFile,
			env: { ...this.#env, ...env },
		});
		this.#client = new N8nClient(this.url);
		await this.#client.signIn(OWNER);
	}

	/** Stops n8n as an operator does. */
	async down(): Promise<void> {
		await this.#n8n?.stop();
		this.#n8n = undefined;
	}

	/** Ends n8n and all it has started at once, as a failing machine does. */
	async kill(): Promise<void> {
		if (!this.#n8n) return;
		process.kill(-this.#n8n.pid, 'SIGKILL');
		await this.#n8n.ended;
		this.#n8n = undefined;
	}

	async remove(): Promise<void> {
		await this.down();
		await this.folder.remove();
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

/** Shows a figure that a test has measured. */
export const show = (figure: string): void => {
	process.stdout.write(`${figure}\n`);
};
