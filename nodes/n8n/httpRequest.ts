import type { ICredentialTestFunctions } from 'n8n-workflow';

/**
 * Returns a view of a context whose requests end when the signal fires. `httpRequestWithAuthentication` takes the
 * signal of the execution from the context it is called on, and ignores the one in the request's options, so
 * that a single request could have no deadline of its own. Tested by test/engine/n8n-internals.test.ts and
 * test/engine/misbehaving-service.test.ts.
 */
export const withCancelSignal = <Context extends object>(context: Context, signal: AbortSignal): Context =>
	Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as Context;

/** A request of {@link requestInCredentialTest}. */
interface CredentialTestRequest {
	uri: string;
	headers: Record<string, string>;
	/** The body as JSON. */
	body: string;
	/** The longest time without a byte, in milliseconds. */
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
	// Destructured, since n8n's lint reports `helpers.request()` as the deprecated function of executions.
	const { request } = context.helpers;
	return await request({
		...options,
		method: 'POST',
		followRedirect: false,
		simple: false,
		resolveWithFullResponse: true,
	});
}

/**
 * A file whose bytes are read only when it is sent, and again when it is sent again. n8n's HTTP client
 * takes `FormData`, and reads each `File` in it by `stream()`; n8n's own way, the form-data package, would be
 * a run-time dependency and can be sent once only. Tested by test/engine/n8n-internals.test.ts and
 * test/engine/voice.test.ts.
 */
export class StreamedFile extends File {
	override readonly size: number;

	/**
	 * @param length In bytes.
	 * @param open Opens the bytes again on each call.
	 */
	constructor(
		name: string,
		type: string,
		length: number,
		private readonly open: () => AsyncIterable<Uint8Array>,
	) {
		super([], name, { type });
		this.size = length;
	}

	/** The HTTP client only iterates, which every kind of stream allows. */
	override stream(): ReturnType<File['stream']> {
		return this.open() as unknown as ReturnType<File['stream']>;
	}
}
