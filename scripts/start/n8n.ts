import { createInterface } from 'node:readline/promises';
import { Failure } from '../../playground/failure.ts';
import { N8nApiError } from '../../sandbox/src/n8n/api.ts';
import type { N8nApi } from '../../sandbox/src/n8n/api.ts';
import { N8nEditorApi } from '../../playground/editor-api.ts';
import type { Owner } from '../../playground/editor-api.ts';
import { ACTION_NODE, API_KEY_CREDENTIAL, PACKAGE, TRIGGER_KINDS } from '../../sandbox/src/n8n/nodes.ts';
import type { StoredWorkflow, WorkflowFile } from '../../sandbox/src/n8n/workflow.ts';
import { CREDENTIAL_NAME, listReceivers } from './examples.ts';

/** The node types that n8n has if it has loaded the package. */
export const NODE_TYPES = [ACTION_NODE, ...Object.keys(TRIGGER_KINDS)].map((name) => `${PACKAGE}.${name}`);

/** A workflow that is set up in n8n. */
export interface ProvidedWorkflow {
	id: string;
	/** True if it is published. */
	active: boolean;
	/** The reason for which n8n did not publish it now. */
	refusal?: string;
}

/** The address of an n8n, and an API key of it. */
export interface N8nAccess {
	url: string;
	apiKey: string;
	/** n8n's `N8N_ENDPOINT_WEBHOOK`. */
	webhookPath?: string | undefined;
}

/**
 * Reads the API key of an n8n that a person runs from `N8N_API_KEY`, or asks for it. It is no option, since others see
 * those in the list of processes.
 */
export const askForApiKey = async (n8nUrl: string): Promise<string> => {
	const given = process.env.N8N_API_KEY;
	if (given) return given;
	if (!process.stdin.isTTY) {
		throw new Failure(`Set the environment variable N8N_API_KEY to an API key of the n8n at ${n8nUrl}.`);
	}
	const prompt = createInterface({ input: process.stdin, output: process.stdout });
	try {
		console.log(
			`Create an API key in ${n8nUrl}/settings/api (scopes: workflows, credentials and executions).`,
		);
		return (await prompt.question('API key: ')).trim();
	} finally {
		prompt.close();
	}
};

/**
 * Signs in to the n8n that `npm start` runs, and makes an API key: a new one with every start, so that it need not be
 * stored.
 *
 * @param tarball the package that n8n should have loaded the nodes from; for a message, as its log
 * @throws Failure if n8n has not loaded the nodes
 */
export const signInToOwnN8n = async (
	url: string,
	owner: Owner,
	tarball: string,
	log: string,
): Promise<N8nAccess> => {
	const editor = new N8nEditorApi(url);
	await editor.signIn(owner);
	if (!(await editor.knowsNodeTypes(NODE_TYPES))) {
		throw new Failure(
			`n8n has not loaded the nodes of ${tarball}: it lacks ${NODE_TYPES.join(' or ')}.\n\nLog: ${log}`,
		);
	}
	return { url, apiKey: await editor.createApiKey('Voice Agent sandbox') };
};

/** @throws Failure or N8nApiError if n8n does not have the nodes, or takes webhooks at another place */
export const checkN8n = async (n8n: N8nApi): Promise<void> => {
	if (!(await n8n.knowsCredentialType(API_KEY_CREDENTIAL))) {
		throw new Failure(
			`n8n does not have the nodes. Install them in ${n8n.url}/settings/community-nodes (${PACKAGE}) and start this ` +
				'again. The README tells other ways, such as Docker.',
		);
	}
	await n8n.checkWebhookBase();
};

/** Creates the credential, or brings the one of an earlier start up to date. Returns its ID. */
export const provideCredential = async (
	n8n: N8nApi,
	known: string | undefined,
	fields: object,
): Promise<string> => {
	if (known !== undefined) {
		try {
			await n8n.updateCredential(known, fields);
			return known;
		} catch (error) {
			// Only if it is gone: the workflow of an earlier start has that one, so it would not notice another.
			if (!(error instanceof N8nApiError) || error.status !== 404) throw error;
		}
	}
	return (await n8n.createCredential(CREDENTIAL_NAME, API_KEY_CREDENTIAL, fields)).id;
};

/**
 * Creates and publishes a workflow, unless the one of an earlier start is there, which stays as its user has left it.
 *
 * @param remember is told the ID of a workflow before it is published
 */
export const provideWorkflow = async (
	n8n: N8nApi,
	known: string | undefined,
	file: WorkflowFile,
	remember: (id: string) => void,
): Promise<ProvidedWorkflow> => {
	const stored = known === undefined ? undefined : await findWorkflow(n8n, known);
	if (stored) return { id: stored.id, active: stored.active };
	const { id } = await n8n.createWorkflow(file);
	remember(id);
	try {
		await n8n.activateWorkflow(id);
		for (const { url } of listReceivers(file, n8n)) await n8n.waitUntilListening(url);
		return { id, active: true };
	} catch (error) {
		// E.g. because a credential of another vendor is missing.
		if (error instanceof N8nApiError) return { id, active: false, refusal: error.message };
		throw error;
	}
};

const findWorkflow = async (n8n: N8nApi, id: string): Promise<StoredWorkflow | undefined> => {
	try {
		return await n8n.getWorkflow(id);
	} catch (error) {
		if (error instanceof N8nApiError && error.status === 404) return undefined;
		throw error;
	}
};
