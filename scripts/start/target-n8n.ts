import { Failure } from '../../playground/failure.ts';
import type { WorkflowFile } from '../../playground/n8n-client.ts';
import type { Access } from './demo.ts';

/** A workflow that is set up in n8n. */
export interface ProvidedWorkflow {
	id: string;
	/** True if it is published. */
	active: boolean;
	/** The reason for which n8n did not publish it now. */
	refusal?: string;
}

/** An n8n in which workflows are set up; what an earlier start has made stays as its user has left it. */
export interface TargetN8n {
	/** Creates the credential, or brings the one of an earlier start up to date. Returns its ID. */
	provideCredential(known: string | undefined, access: Access): Promise<string>;
	/** Creates and publishes a workflow, unless the one of an earlier start is there. */
	provideWorkflow(known: string | undefined, file: WorkflowFile): Promise<ProvidedWorkflow>;
	/** Returns an API key of n8n by which the sandbox connects workflows and finds executions. */
	provideApiKey(): Promise<string>;
}

/** Publishes a workflow that has just been created; says so if n8n refuses, e.g. because another credential is missing. */
export const publishIfPossible = async (
	id: string,
	publish: () => Promise<unknown>,
): Promise<ProvidedWorkflow> => {
	try {
		await publish();
		return { id, active: true };
	} catch (error) {
		if (error instanceof Failure) return { id, active: false, refusal: error.message };
		throw error;
	}
};
