import { timingSafeEqual } from 'crypto';
import type { FunctionsBase, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

/**
 * Returns the address of the webhook by which this n8n resumes its executions; it ends with a slash. Only the resume
 * URL of an execution names it. A trigger's webhook has no execution yet, but n8n gives its expressions a resume URL
 * with a placeholder. Tested by test/engine/replies.test.ts.
 * @returns undefined if n8n names none.
 */
export function findResumeBaseUrl(
	context: Pick<IWebhookFunctions, 'evaluateExpression'> | Pick<IExecuteFunctions, 'evaluateExpression'>,
): string | undefined {
	try {
		const url = String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0));
		return URL.canParse(url) ? new URL('.', url).href : undefined;
	} catch {
		return undefined;
	}
}

/** The parts of a context from which n8n makes the resume URL that it signs, and which its types do not show. */
type ResumeSigner = Partial<Pick<FunctionsBase, 'getSignedResumeUrl'>> & {
	additionalData?: { webhookWaitingBaseUrl?: string };
};

/** The parameter of a resume URL that holds n8n's signature. */
const SIGNATURE_PARAMETER = 'signature';

/**
 * Returns the forms in which n8n may accept a reference to one of its executions, the likeliest first. n8n signs the
 * path of its resume URL, and checks the signature against the path that it receives. Below a path (`N8N_PATH`, and
 * `WEBHOOK_URL` with the same path), a proxy takes that path off, so that n8n accepts a signature of the rest only: n8n has
 * its webhooks at the top, whatever its path. Tested by test/engine/replies.test.ts and test/e2e/send-and-wait-queue.test.ts.
 * @param reference The part of a resume URL below n8n's waiting webhook.
 * @param baseUrl From {@link findResumeBaseUrl}.
 * @returns no form if this n8n has not signed the reference; the reference alone if it is of a form that cannot be verified here.
 */
export function findSignedForms(context: IWebhookFunctions, reference: string, baseUrl: string): string[] {
	const [path = '', query] = reference.split('?', 2);
	const [executionId = '', nodeId] = path.split('/', 2);
	const parameters = new URLSearchParams(query);
	const signature = parameters.get(SIGNATURE_PARAMETER);
	parameters.delete(SIGNATURE_PARAMETER);
	const { additionalData, getSignedResumeUrl } = context as ResumeSigner;
	if (signature === null || nodeId === undefined || !additionalData || !getSignedResumeUrl)
		return [reference];
	const sign = (webhookWaitingBaseUrl: string): string => {
		const signer = Object.create(context, {
			additionalData: { value: { ...additionalData, webhookWaitingBaseUrl, executionId } },
			node: { value: { ...context.getNode(), id: nodeId } },
		}) as IWebhookFunctions;
		const url = signer.getSignedResumeUrl(Object.fromEntries(parameters));
		return new URL(url).searchParams.get(SIGNATURE_PARAMETER) ?? '';
	};
	const whole = baseUrl.replace(/\/$/, '');
	const atTop = new URL(`/${whole.split('/').at(-1)}`, whole).href;
	const signatures = [...new Set([atTop, whole])].map(sign);
	if (!signatures.some((one) => isSameSignature(one, signature))) return [];
	return signatures.map((one) => `${path}?${String(parameters)}&${SIGNATURE_PARAMETER}=${one}`);
}

function isSameSignature(one: string, other: string): boolean {
	const [bytes, otherBytes] = [Buffer.from(one), Buffer.from(other)];
	return bytes.length === otherBytes.length && timingSafeEqual(bytes, otherBytes);
}
