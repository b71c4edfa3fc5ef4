/**
 * This file has the parts of Send and Wait that differ in n8n's human review. There, the node stands between an AI
 * agent and its tools: the agent runs a tool only if `approved` or `data.approved` of the node's output is
 * true. Otherwise it is given `chatInput` or `data.chatInput` as the reason.
 */
import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import { isExpression } from '../../n8n/expression';
import { hasFurtherRun, isHumanReview } from '../../n8n/node';
import { InvalidParameterError } from '../../parameters/invalidParameterError';
import { toPlainText } from '../../parameters/parseValue';

/** The reason that the agent is given when the time is up. */
const UNANSWERED = 'There was no answer in time, so this is not approved.';

/** The reason that the agent is given for each of several simultaneous calls but the last. */
const ONE_CALL_AT_A_TIME =
	'One tool call at a time: this call was not reviewed. Make it again by itself if it is still needed.';

const createRefusal = (reason: string): { data: IDataObject } => ({
	data: { approved: false, chatInput: reason },
});

/** The parts of a question that differ in human review. */
interface HumanReview {
	/** The message with the parameters of the tool as JSON; undefined if it has no such parameters. */
	message: string | undefined;
	/**
	 * The output for a call that the person cannot be asked about. Once an execution has waited in this node, n8n skips the
	 * later calls of the node. So of several calls that an agent makes at once, the person is asked only about the last.
	 */
	declined: IDataObject | undefined;
}

/**
 * Reads the parts of a question that differ in human review; outside of it, there are none.
 * @param recipientLabel The label of the recipient.
 * @throws InvalidParameterError if the model could choose who approves.
 */
export function readHumanReview(
	context: IExecuteFunctions,
	itemIndex: number,
	recipientLabel: string,
): Partial<HumanReview> {
	const node = context.getNode();
	if (!isHumanReview(node)) return {};
	requireChosenApprover(node, recipientLabel);
	return {
		message: readMessageWithParameters(context, itemIndex),
		declined: hasFurtherRun(context, itemIndex) ? createRefusal(ONE_CALL_AT_A_TIME) : undefined,
	};
}

/**
 * Returns the output when nobody has answered in time: the input without `approved`, which could be taken for the
 * answer, and `{ timedOut: true }` as `data`. In human review it is a refusal, too.
 */
export function toOutputOnTimeout(node: INode, { approved: _, ...input }: IDataObject): IDataObject {
	if (!isHumanReview(node)) return { ...input, data: { timedOut: true } };
	const { chatInput: __, ...rest } = input;
	return { ...rest, data: { timedOut: true, ...createRefusal(UNANSWERED).data } };
}

/** Matches a reference to an earlier node by its name: `$('Webhook')` or `$node["Webhook"]`. */
const NODE_BY_NAME = /\$(?:\(\s*(?:'[^'\\]+'|"[^"\\]+")\s*\)|node\[\s*(?:'[^'\\]+'|"[^"\\]+")\s*\])/g;

/**
 * Checks that a person has chosen who approves: a model that names the approver could approve its own calls. Any
 * variable other than a reference to a node by its name may come from the model.
 * @throws InvalidParameterError unless the recipient is a fixed value, or an expression over earlier nodes by their names.
 */
function requireChosenApprover(node: INode, label: string): void {
	const recipient = toPlainText(node.parameters.recipientWaId);
	if (!isExpression(recipient) || !recipient.replace(NODE_BY_NAME, '').includes('$')) return;
	throw new InvalidParameterError(
		`${label} of a human review cannot be left to the model`,
		`The model would choose who approves what it does. Choose the person in ${label}, or take the number from a node before the agent by its name, e.g. {{ $('Webhook').first().json.phone }}. Nothing was sent.`,
	);
}

/** Matches the parameters in n8n's own message for human review. An object in a string would read "[object Object]". */
const TOOL_PARAMETERS = /\{\{\s*\$tool\.parameters\s*\}\}/g;

/** Evaluates the message with the parameters of the tool as JSON; undefined if it has no such parameters. */
function readMessageWithParameters(context: IExecuteFunctions, itemIndex: number): string | undefined {
	const { message } = context.getNode().parameters;
	if (!isExpression(message)) return undefined;
	const readable = message.replace(TOOL_PARAMETERS, '{{ JSON.stringify($$tool.parameters) }}');
	return readable === message
		? undefined
		: toPlainText(context.evaluateExpression(readable.slice(1), itemIndex));
}
