/** The example workflows in a real n8n, beside a sandbox: imported, set up and run as a person does. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'flatted';
import { listReceivers } from '../../../scripts/start/examples.ts';
import { N8nApi } from '../../../sandbox/src/n8n/api.ts';
import { connect } from '../../../sandbox/src/n8n/connect.ts';
import { isOurs } from '../../../sandbox/src/n8n/nodes.ts';
import type { StoredWorkflow, WorkflowFile, WorkflowNode } from '../../../sandbox/src/n8n/workflow.ts';
import type { Execution } from '../../../sandbox/src/n8n/api.ts';
import { startSandbox } from '../../support/start-sandbox.ts';
import type { Sandbox } from '../../support/start-sandbox.ts';
import { paths, prepareTimeoutMs } from './playground.ts';
import { until } from '../../support/eventually.ts';
import { TriggerN8n } from './real-n8n.ts';

const FOLDER = join(paths.projectRoot, 'examples');
const CHAT_APP_TOKEN = 'a-token-of-our-own-choice';

/** The names of all examples, which are those of their folders. */
export const exampleNames = (): string[] =>
	readdirSync(FOLDER, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => name)
		.sort();

/** Reads the file that a person downloads. */
export const readExample = (name: string): WorkflowFile =>
	JSON.parse(readFileSync(join(FOLDER, name, 'workflow.json'), 'utf8')) as WorkflowFile;

type Json = Record<string, unknown>;

interface NodeRun {
	data?: { main?: Array<Array<{ json: Json }> | null> };
	error?: { message: string };
}

interface RunData {
	resultData: { runData: Record<string, NodeRun[]>; error?: { message: string } };
}

/** The outcome of a run. */
export class Outcome {
	readonly #result: RunData['resultData'];

	constructor(
		readonly execution: Execution,
		data: RunData,
	) {
		this.#result = data.resultData;
	}

	/** The nodes that have run. */
	get nodes(): string[] {
		return Object.keys(this.#result.runData);
	}

	/** The error that made the run fail, as the editor shows it. */
	get message(): string | undefined {
		return this.#result.error?.message;
	}

	/** Returns the output of a node in its last run, by default from its first output. */
	items(name: string, output = 0): Json[] {
		return (this.#result.runData[name]?.at(-1)?.data?.main?.[output] ?? []).map(({ json }) => json);
	}
}

/** An n8n and a sandbox that know each other. */
export class Examples {
	private constructor(
		readonly n8n: TriggerN8n,
		readonly sandbox: Sandbox,
		readonly credential: string,
	) {}

	/** Starts a sandbox beside the n8n that the test files share, and creates the credential. */
	static async start(): Promise<Examples> {
		// On a busy machine an answer may take longer than usual, and a repeated delivery would be taken for a second run.
		const sandbox = await startSandbox({ deliveryTimeoutMs: 120_000 });
		const n8n = await TriggerN8n.share('lean');
		// The service makes the secret up when a webhook URL is set for the first time.
		const { signing_secret: signingSecret } = await sandbox.control(
			'PATCH',
			`/api-keys/${sandbox.apiKeyId}`,
			{ webhook_url: `${n8n.url}/webhook/later` },
		);
		const credential = await n8n.credential({
			baseUrl: sandbox.url,
			apiKey: sandbox.apiKey,
			signingSecret,
			chatAppToken: CHAT_APP_TOKEN,
		});
		return new Examples(n8n, sandbox, credential);
	}

	async stop(): Promise<void> {
		await this.n8n.remove();
		await this.sandbox.stop();
	}

	/**
	 * Imports an example without its sample data, and chooses the credential in every node of ours.
	 *
	 * @param others IDs of credentials of other types, by type, each with the node that has it
	 * @param edit changes what its note tells to change
	 */
	async import(
		name: string,
		others: Record<string, { node: string; id: string }> = {},
		edit: (file: WorkflowFile) => WorkflowFile = (file) => file,
	): Promise<StoredWorkflow> {
		const { pinData: _, ...file } = edit(readExample(name));
		const nodes = file.nodes.map((node) => {
			const chosen = Object.entries(others).filter(([, other]) => other.node === node.name);
			const credentials = Object.fromEntries([
				...(isOurs(node) ? [['voiceAgentApi', { id: this.credential, name: 'Service' }]] : []),
				...chosen.map(([type, { id }]) => [type, { id, name: type }]),
			]) as WorkflowNode['credentials'];
			return { ...node, ...(Object.keys(credentials ?? {}).length > 0 && { credentials }) };
		});
		return await this.n8n.client.createWorkflow({ ...file, nodes });
	}

	/** Activates a workflow and has the service send its events there, and nowhere else. */
	async listen(workflow: StoredWorkflow): Promise<void> {
		await this.n8n.client.activateWorkflow(workflow);
		await this.sandbox.control('PATCH', '/chatapp-accounts/106540352242922', { webhook_url: null });
		await connect(this.sandbox.control, [
			{
				apiKeyId: this.sandbox.apiKeyId,
				receivers: listReceivers(workflow, new N8nApi(this.n8n.url, 'none')),
				chatAppToken: CHAT_APP_TOKEN,
				// The credential has held them since the start.
				write: () => Promise.resolve(),
			},
		]);
	}

	/**
	 * Deactivates a workflow, which n8n does in the background, so that another may listen at the same address.
	 */
	async stopListening({ id }: StoredWorkflow): Promise<void> {
		await this.n8n.call('POST', `/rest/workflows/${id}/deactivate`);
		await until(
			() => this.n8n.call<{ status: string }>('GET', `/rest/workflows/${id}/publication-status`),
			({ status }) => status === 'not_published',
			60_000,
		);
	}

	/** Clicks Execute Workflow, starting with a trigger. */
	async executeByHand(workflow: StoredWorkflow, trigger: string): Promise<Outcome> {
		return await this.runOf(workflow, async () => {
			await this.n8n.call('POST', `/rest/workflows/${workflow.id}/run`, {
				workflowData: workflow,
				triggerToStartFrom: { name: trigger },
			});
		});
	}

	/** Does something, and waits until the run that it starts has ended. */
	async runOf(workflow: StoredWorkflow, act: () => Promise<unknown>): Promise<Outcome> {
		const before = new Set((await this.n8n.client.executions(workflow.id)).map(({ id }) => id));
		await act();
		const fresh = await until(
			async () => (await this.n8n.client.executions(workflow.id)).find(({ id }) => !before.has(id)),
			(run) => run !== undefined && ['success', 'error', 'crashed', 'canceled'].includes(run.status),
			120_000,
		);
		if (!fresh) throw new Error('There is no run');
		return await this.outcome(fresh);
	}

	/** Reads what a run has come to. */
	async outcome(execution: Execution): Promise<Outcome> {
		const { data } = await this.n8n.call<{ data: string }>('GET', `/rest/executions/${execution.id}`);
		return new Outcome(execution, parse(data) as RunData);
	}

	/** Returns the requests to a path of the service, each with the status of the answer, in order. */
	async requests(path: string): Promise<Array<{ body: Json; status: number }>> {
		const whole = encodeURIComponent(`/functions/v1/${path}`);
		const { requests } = await this.sandbox.control('GET', `/requests?path=${whole}`);
		return requests as Array<{ body: Json; status: number }>;
	}

	/** Forgets what the service was asked. */
	async forgetRequests(): Promise<void> {
		await this.sandbox.control('DELETE', '/requests');
	}
}

/**
 * Starts a sandbox before the tests of a file, or of a `describe`, and stops
 * it afterwards; each test begins with no requests on record.
 *
 * @param take is handed them, and sets up what else the tests need
 */
export function useExamples(take: (examples: Examples) => Promise<void> | void): void {
	let examples: Examples | undefined;
	beforeAll(async () => {
		examples = await Examples.start();
		await take(examples);
	}, prepareTimeoutMs);
	afterAll(async () => {
		await examples?.stop();
	}, 60_000);
	beforeEach(async () => {
		await examples?.forgetRequests();
	});
}
