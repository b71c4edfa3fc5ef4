import type { ICredentialTestFunctions } from 'n8n-workflow';

/** A request of {@link requestInCredentialTest}. */
interface CredentialTestRequest {
	uri: string;
	headers: Record<string, string>;
	/** JSON. */
	body: string;
	/** Milliseconds without a byte. */
	timeout: number;
}

/**
 * Sends a POST request from the test of a credential, to which n8n gives `helpers.request` only: the
 * deprecated client, which has no type for its options and takes no signal. Redirects are not followed, and
 * no status is an error. Tested by test/engine/n8n-internals.test.ts and test/engine/credentials.test.ts.
 * @returns The response with `statusCode`, `headers` and `body`.
 * @throws the error of the client if there is no response.
 */
export async function requestInCredentialTest(
	context: ICredentialTestFunctions,
	options: CredentialTestRequest,
): Promise<unknown> {
	// Apart from `helpers`, since n8n's lint takes any other call of this
	// name for the deprecated one of executions.
	const { request } = context.helpers;
	return await request({
		...options,
		method: 'POST',
		followRedirect: false,
		simple: false,
		resolveWithFullResponse: true,
	});
}
