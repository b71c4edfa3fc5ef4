import type { ICredentialsDisplayOptions, IDisplayOptions } from 'n8n-workflow';

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
