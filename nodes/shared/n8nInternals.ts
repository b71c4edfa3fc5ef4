/**
 * The few places where the nodes rely on what n8n does but does not promise. Each says why there is no other
 * way, and which test fails when n8n changes. All were tried on the engines of n8n 1.123, 2.0, 2.20, 2.38 and
 * 2.41 (`npm run test:compat`).
 */
import type {
	ICredentialTestFunctions,
	IDataObject,
	IExecuteFunctions,
	INode,
	IWebhookFunctions,
	NativeParameterResolvers,
	WEBHOOK_RESOLVERS,
} from 'n8n-workflow';

import { isRecord, parseJson } from './json';

/**
 * The key under which a webhook's description holds functions that stand for its expressions. n8n 2.41
 * exports it from n8n-workflow, older versions do not, and an import that is missing would keep them from
 * loading the node. They ignore the key and use the expressions.
 */
const RESOLVERS: typeof WEBHOOK_RESOLVERS = Symbol.for(
	'n8n.webhookDescriptionResolvers',
) as typeof WEBHOOK_RESOLVERS;

/**
 * Makes fields of a webhook's description that n8n reads without its expression engine, which would cost each
 * event more than all the rest. Tested by test/engine/n8n-internals.test.ts.
 * @param fields Each field as an expression and as a function with the same result.
 */
export const withNativeResolvers = <Field extends string>(
	fields: Record<Field, NativeParameterResolvers[string]>,
): Record<Field, string> & { [RESOLVERS]: NativeParameterResolvers } => {
	const templates = Object.entries<NativeParameterResolvers[string]>(fields).map(
		([name, { template }]) => [name, template] as const,
	);
	return { ...(Object.fromEntries(templates) as Record<Field, string>), [RESOLVERS]: fields };
};

/**
 * A view of a context whose requests end when the signal fires. `httpRequestWithAuthentication` takes the
 * signal of the execution from the context it is called on, and ignores the one in the request's options, so
 * that a single request could have no deadline of its own. Tested by test/engine/n8n-internals.test.ts and
 * test/engine/misbehaving-service.test.ts.
 */
export const withCancelSignal = <Context extends object>(context: Context, signal: AbortSignal): Context =>
	Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as Context;

/**
 * A file whose bytes are read only when it is sent, and again when it is sent once more. n8n's HTTP client
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

/** A request of {@link requestInCredentialTest}. */
export interface CredentialTestRequest {
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

/**
 * Reads what the node has stored in its context of this execution (`getContext('node')`), in JSON. n8n gives
 * `webhook()` no such function, but its expressions can read the context. Tested by
 * test/engine/send-and-wait.test.ts.
 * @returns undefined if there is nothing under this key, or no JSON object.
 */
export function readNodeContext(context: IWebhookFunctions, key: string): IDataObject | undefined {
	// Braces in a name would end the expression, and so do some characters beyond ASCII, such as U+2028.
	const name = JSON.stringify(context.getNode().name).replace(
		/[{}\u0080-\uffff]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	const stored = parseJson(String(context.evaluateExpression(`{{ $node[${name}].context["${key}"] }}`)));
	return isRecord(stored) ? (stored as IDataObject) : undefined;
}

/**
 * Changes the input that n8n keeps with the execution and passes on when a wait times out; there is no other
 * way to change that output. It replaces a copy: the output of the node before stays as it is. Tested by
 * test/engine/send-and-wait.test.ts.
 * @param toJson Gives the JSON of an item from what it was.
 */
export function replaceExecutionInput(
	context: IExecuteFunctions,
	toJson: (json: IDataObject) => IDataObject,
): void {
	const { data } = context.getExecuteData();
	data.main = (data.main ?? []).map(
		(items) => items && items.map((item) => ({ ...item, json: toJson(item.json) })),
	);
}

/**
 * Turns off the node's setting Always Output Data for this execution. With it n8n would start a trigger's
 * workflow with an empty item where the trigger puts out none. Tested by test/engine/replies.test.ts.
 */
export function disableAlwaysOutputData(context: IExecuteFunctions): void {
	context.getExecuteData().node.alwaysOutputData = false;
}

/**
 * The address of the webhook by which this n8n resumes its executions; ends with a slash. Only the resume URL
 * of an execution names it. A trigger's webhook has no execution yet, but n8n gives its expressions a resume
 * URL with a placeholder. Tested by test/engine/replies.test.ts.
 * @returns undefined if n8n names none.
 */
export function readResumeBaseUrl(
	context: Pick<IWebhookFunctions, 'evaluateExpression'> | Pick<IExecuteFunctions, 'evaluateExpression'>,
): string | undefined {
	try {
		const url = String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0));
		return URL.canParse(url) ? new URL('.', url).href : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Makes n8n verify the signature of whatever resumes this execution. n8n 1.105 to 2.8 do so only for an
 * execution that asks for it, by a function that later versions no longer have nor need. Tested by
 * test/unit/nodes/shared/n8nInternals.test.ts.
 */
export function requireResumeSignature(
	context: IExecuteFunctions & { setSignatureValidationRequired?: () => void },
): void {
	context.setSignatureValidationRequired?.();
}

/**
 * Tells if n8n runs the node as a human review of an AI agent's tool calls: n8n makes such a node of any that
 * sends and waits, and tells it by its type only. Tested by test/engine/send-and-wait.test.ts and
 * test/e2e/human-review.test.ts.
 */
export const isHumanReview = ({ type }: INode): boolean => type.endsWith('HitlTool');

/**
 * Tells if n8n will run this node again in this execution for a further tool call of the agent. n8n counts a
 * run for each of the calls before it carries out the first, which only expressions show. Tested by
 * test/e2e/human-review.test.ts.
 */
export function hasFurtherRun(context: IExecuteFunctions, itemIndex: number): boolean {
	const { $node, $runIndex } = context.getWorkflowDataProxy(itemIndex);
	const runs = ($node as Record<string, { runIndex: number }>)[context.getNode().name];
	return (runs?.runIndex ?? 0) > Number($runIndex);
}

/** The functions of Express by which n8n answers a webhook call. */
type AnswerFunction = 'json' | 'send' | 'end';

/** The response object of a webhook call, as far as n8n uses it to answer. */
export type WebhookResponse = ReturnType<IWebhookFunctions['getResponseObject']>;

/**
 * Takes what n8n answers a webhook call with, so that another answer can take its place. In the response mode
 * `lastNode`, n8n answers when the execution has ended, in queue mode too; but a failed workflow with its own
 * words and status 500, and never before the end. Nothing else in a webhook learns of the end of its
 * execution. Whatever n8n writes after the answer is dropped. Tested by test/engine/function-trigger.test.ts
 * and test/e2e/function-trigger.test.ts.
 * @param toBody Makes the body of the answer from what n8n answers: the list of the last node's items, or
 * anything else if there is none.
 * @returns a function that answers at once, unless n8n has answered.
 */
export function replaceAnswer(
	response: WebhookResponse,
	toBody: (status: number, body: unknown) => unknown,
): (body: unknown) => void {
	const { json, send, end } = response;
	let isAnswered = false;
	const answer = (body: unknown) => {
		if (isAnswered) return;
		isAnswered = true;
		Object.assign(response, { json, send, end });
		response.status(200).json(body);
		const ignore = () => response;
		Object.assign(response, { json: ignore, send: ignore, end: ignore, setHeader: ignore });
	};
	const take = (body: unknown) => {
		if (!isAnswered) answer(toBody(response.statusCode, body));
		return response;
	};
	const replaced: Record<AnswerFunction, (body: unknown) => WebhookResponse> = {
		json: take,
		send: take,
		end: take,
	};
	Object.assign(response, replaced);
	return answer;
}
