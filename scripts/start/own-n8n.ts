import { Failure } from '../../playground/failure.ts';
import { N8nClient } from '../../playground/n8n-client.ts';
import type { Owner, WorkflowFile } from '../../playground/n8n-client.ts';
import { CREDENTIAL_NAME, nodeTypes } from './demo.ts';
import type { Access } from './demo.ts';
import { publishIfPossible } from './target-n8n.ts';
import type { ProvidedWorkflow, TargetN8n } from './target-n8n.ts';

const credentialType = 'voiceAgentApi';

/** What the sandbox does in n8n: it finds workflows and executions, and sets the secrets of credentials. */
const sandboxScopes = [
	...['workflow:list', 'workflow:read', 'credential:read', 'credential:update'],
	...['execution:list', 'execution:read'],
];

/** The n8n that `npm start` runs, spoken to as its editor does. */
export class OwnN8n implements TargetN8n {
	readonly #client: N8nClient;

	private constructor(client: N8nClient) {
		this.#client = client;
	}

	/**
	 * Signs in.
	 *
	 * @param tarball the package that n8n should have loaded the nodes from; for a message, as its log
	 * @throws Failure if n8n has not loaded the nodes
	 */
	static async signIn(url: string, owner: Owner, tarball: string, log: string): Promise<OwnN8n> {
		const client = new N8nClient(url);
		await client.signIn(owner);
		if (!(await client.knowsNodeTypes(nodeTypes))) {
			throw new Failure(
				`n8n has not loaded the nodes of ${tarball}: it lacks ${nodeTypes.join(' or ')}.\n\nLog: ${log}`,
			);
		}
		return new OwnN8n(client);
	}

	async provideCredential(known: string | undefined, access: Access): Promise<string> {
		const data = { ...access };
		const id = known ?? (await this.#client.findCredential(CREDENTIAL_NAME, credentialType));
		if (id && (await this.#client.hasCredential(id))) {
			await this.#client.updateCredential(id, CREDENTIAL_NAME, credentialType, data);
			return id;
		}
		return await this.#client.createCredential(CREDENTIAL_NAME, credentialType, data);
	}

	async provideWorkflow(known: string | undefined, file: WorkflowFile): Promise<ProvidedWorkflow> {
		const id = known ?? (await this.#client.workflowsNamed(file.name))[0];
		const stored = id ? await this.#client.workflow(id) : undefined;
		// A workflow that is not in the state was left by a start that was interrupted before it could publish it.
		if (stored && known) return { id: stored.id, active: stored.active };
		const workflow = stored ?? (await this.#client.createWorkflow(file));
		if (workflow.active) return { id: workflow.id, active: true };
		return await publishIfPossible(workflow.id, () => this.#client.activateWorkflow(workflow));
	}

	/** Makes a new one with every start, so that it need not be stored. */
	async provideApiKey(): Promise<string> {
		return await this.#client.createApiKey('Voice Agent sandbox', sandboxScopes);
	}
}
