import type { IWebhookFunctions } from 'n8n-workflow';

type WebhookRequest = ReturnType<IWebhookFunctions['getRequestObject']>;

/**
 * The body of a webhook call as it was sent; undefined for a form with parts (`multipart/form-data`). For a node
 * of version 2, n8n reads a body before the webhook only if it parses its content type, and leaves it to the
 * webhook to read any other, with a function of the request that n8n's types do not have. Tested by
 * test/e2e/function-trigger.test.ts.
 * @throws the error of n8n if the body is larger than n8n allows, or if the connection ends.
 */
export async function readRawBody(
	request: WebhookRequest & { readRawBody?: () => Promise<void> },
): Promise<Buffer | undefined> {
	const isMultipart = /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');
	if (isMultipart) return undefined;
	if (!Buffer.isBuffer(request.rawBody)) await request.readRawBody?.();
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}
