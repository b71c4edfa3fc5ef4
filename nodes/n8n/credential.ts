import type { ICredentialsDisplayOptions, IDisplayOptions, INodeTypeDescription } from 'n8n-workflow';

/**
 * Shows the credential of an API key whenever 'Authentication' is not `session`, also while the node has no such
 * parameter yet. n8n leaves out parameters with their default value when it exports a workflow, and its editor (tried
 * with 2.41.1) chooses credentials for an imported workflow before it adds the defaults. With `apiKey` alone, it would
 * choose one for a trigger without this parameter and for no other node; choosing it there once more would set it in
 * the others without saving them, so that the workflow could not be published.
 *
 * The value `apiKey` is what the editor's choice between the credentials looks for. n8n's types know conditions for
 * parameters only, but n8n decides with the same function whether to show a credential.
 */
export const SHOW_UNLESS_SESSION = {
	show: { authentication: ['apiKey', { _cnd: { not: 'session' } }] },
} satisfies IDisplayOptions as unknown as ICredentialsDisplayOptions;

/**
 * Shows the credential of an API key in a node as {@link SHOW_UNLESS_SESSION} says. n8n's lint reads the conditions of
 * credentials where they are written, and accepts only a list of values there. Tested by test/e2e/editor.test.ts.
 */
export function showApiKeyCredentialUnlessSession({ credentials = [] }: INodeTypeDescription): void {
	for (const credential of credentials) {
		if (credential.name === 'voiceAgentApi') credential.displayOptions = SHOW_UNLESS_SESSION;
	}
}

/**
 * Tells whether n8n could not read a credential because it was deleted, so that it will not be there later, either.
 * n8n's packages do not offer the class of its error. Tested by test/e2e/function-trigger.test.ts.
 */
export const isCredentialMissing = (error: unknown): boolean =>
	error instanceof Error && error.constructor.name === 'CredentialNotFoundError';
