import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

/**
 * In n8n's human review the node stands between an AI agent and its tools, and the agent runs a tool only if `approved` or
 * `data.approved` of what the node puts out is true. Otherwise it is told `chatInput` or `data.chatInput` as the reason.
 */
export const isHumanReview = ({ type }: INode): boolean => type.endsWith('HitlTool');

/** What the agent is told of a question that nobody answered. */
const UNANSWERED = 'Nobody answered in time, so this is not approved.';

/** What the agent is told of all calls that it makes at once, but for the last. */
const ONE_CALL =
	'One tool call at a time: nobody was asked about this call. If it is still needed, make it again by itself.';

const declinedBecause = (reason: string): IDataObject => ({ data: { approved: false, chatInput: reason } });

/**
 * What the node puts out for a call that the person cannot be asked about; undefined for one that they can. n8n would pass calls
 * that come after a question over to the agent without asking, so of several calls at once only the last is asked about.
 */
export function declinedCall(context: IExecuteFunctions, item: number): IDataObject | undefined {
	const node = context.getNode();
	if (!isHumanReview(node)) return undefined;
	const { $node, $runIndex } = context.getWorkflowDataProxy(item);
	// Calls that are still to come have a run of the node each, too.
	const { runIndex: lastRun } = ($node as Record<string, { runIndex: number }>)[node.name] ?? { runIndex: 0 };
	return lastRun > Number($runIndex) ? declinedBecause(ONE_CALL) : undefined;
}

/**
 * What n8n is to pass on of an input item when the time is up: not the answer to an earlier question, which the node's output or
 * human review could be taken to have approved.
 */
export const unanswered =
	(node: INode) =>
	({ approved, data, ...json }: IDataObject): IDataObject => {
		if (!isHumanReview(node)) return json;
		const { chatInput, ...rest } = json;
		return { ...rest, ...declinedBecause(UNANSWERED) };
	};

/** As n8n's own message for human review has it; an object in a text reads "[object Object]". */
const PARAMETERS = /\{\{\s*\$tool\.parameters\s*\}\}/g;

/** The message for human review with the parameters of the tool as JSON; undefined for a message without them. */
export function messageWithParameters(context: IExecuteFunctions, item: number): string | undefined {
	const { message } = context.getNode().parameters;
	if (typeof message !== 'string' || !message.startsWith('=')) return undefined;
	const readable = message.replace(PARAMETERS, '{{ JSON.stringify($$tool.parameters) }}');
	return readable === message ? undefined : String(context.evaluateExpression(readable.slice(1), item));
}
