import type {
	FunctionsBase,
	INode,
	INodeExecutionData,
	IExecuteFunctions,
	ICredentialsDisplayOptions,
	IDisplayOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

import { isRecord } from '../text/json';

/**
 * Writes a line into n8n's log: the name of the node, then the text. n8n adds the workflow, as it does in its own lines.
 */
export function writeLog(
	context: Pick<FunctionsBase, 'getNode' | 'getWorkflow' | 'logger'>,
	level: 'debug' | 'info' | 'warn',
	text: string,
): void {
	const { id: workflowId, name: workflowName } = context.getWorkflow();
	const { name: nodeName } = context.getNode();
	context.logger[level](`${nodeName}: ${text}`, { workflowId, workflowName, nodeName });
}

/**
 * Returns a key that identifies a node of this n8n, also after it was renamed. A copy of the workflow has another
 * key.
 */
export const getNodeKey = (context: Pick<FunctionsBase, 'getNode' | 'getWorkflow'>): string =>
	`${String(context.getWorkflow().id)}:${context.getNode().id}`;

/**
 * Turns off the node's setting Always Output Data for this execution. With it n8n would start a trigger's
 * workflow with an empty item where the trigger outputs none. Tested by test/engine/replies.test.ts.
 */
export function disableAlwaysOutputData(context: IExecuteFunctions): void {
	context.getExecuteData().node.alwaysOutputData = false;
}

/** Tells whether items that fail leave by an output of their own. */
export const hasErrorOutput = ({ onError }: INode): boolean => onError === 'continueErrorOutput';

/**
 * Marks an item so that it leaves by the error output. n8n 2.38 and newer send it there, and add the fields of
 * the input item, as long as its JSON has no fields but `error` and `details`. Older versions look for an
 * `error` beside `json`, and every version would replace `json` by its message if a copy still had it. So
 * the property can be read, but is not copied. Tested by test/engine/running.test.ts.
 */
export const withHiddenError = (item: INodeExecutionData, error: unknown): INodeExecutionData =>
	Object.defineProperty(item, 'error', { value: error, enumerable: false });

/**
 * Tells whether n8n runs the node as a human review of an AI agent's tool calls. n8n creates such a variant of each node with
 * the operation Send and Wait, and only its type shows it. Tested by test/engine/send-and-wait.test.ts and
 * test/e2e/human-review.test.ts.
 */
export const isHumanReview = ({ type }: INode): boolean => type.endsWith('HitlTool');

/**
 * Tells whether n8n will run this node again in this execution for a further tool call of the agent. n8n counts a
 * run for each of the calls before it carries out the first. Only expressions can read that count. Tested by
 * test/e2e/human-review.test.ts.
 */
export function hasFurtherRun(context: IExecuteFunctions, itemIndex: number): boolean {
	const proxy = context.getWorkflowDataProxy(itemIndex);
	const nodes: unknown = proxy.$node;
	const own = isRecord(nodes) ? nodes[context.getNode().name] : undefined;
	return isRecord(own) && Number(own.runIndex) > Number(proxy.$runIndex);
}

/**
 * Shows the credential of an API key whenever 'Authentication' is not `session`, also while the node has no such
 * parameter yet. n8n leaves out parameters with their default value when it exports a workflow, and its editor (tried
 * with 2.41.1) chooses credentials for an imported workflow before it adds the defaults. With `apiKey` alone, it
 * chooses one for the trigger only. If a person chooses it there again, the editor sets it in the other nodes without saving
 * them, and the workflow cannot be published.
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
