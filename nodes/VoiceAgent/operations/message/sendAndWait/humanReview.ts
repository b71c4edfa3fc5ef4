/**
 * The parts of Send and Wait that are of n8n's human review only, in which the node stands between an AI
 * agent and its tools. The agent runs a tool only if `approved` or `data.approved` of the node's output is
 * true. Otherwise it is told `chatInput` or `data.chatInput` as the reason.
 */
import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import { hasFurtherRun, isHumanReview } from '../../../../shared/n8n/humanReviewTool';
import { InvalidParameterError } from '../../../../shared/parameters/invalidParameterError';
import { readText } from '../../../../shared/parameters/readers';
import type { WaitLimit } from './waitLimit';

/** The words for the agent when the time is up. */
const UNANSWERED = 'There was no answer in time, so this is not approved.';

/** The words for the agent about each call but the last of those that it makes at once. */
const ONE_CALL =
	'One tool call at a time: this call was not reviewed. Make it again by itself if it is still needed.';

const declinedBecause = (reason: string): { data: IDataObject } => ({
	data: { approved: false, chatInput: reason },
});

/**
 * The output for a call that the person cannot be asked about; undefined if they can be asked. Once an
 * execution has waited in this node, n8n skips the node's calls that were to come after it: so of several
 * calls at once only the last is asked about.
 */
export const declinedCall = (context: IExecuteFunctions, item: number): IDataObject | undefined =>
	isHumanReview(context.getNode()) && hasFurtherRun(context, item) ? declinedBecause(ONE_CALL) : undefined;

/**
 * Gives what n8n passes on for an input item when the time is up. If the wait's limit is marked, that says
 * so. Otherwise it is what the item has that could not be taken for the answer, such as the one to an earlier
 * question; for human review a refusal.
 */
export const unanswered =
	(node: INode, { isMarked }: Pick<WaitLimit, 'isMarked'>) =>
	(json: IDataObject): IDataObject => {
		const isForReview = isHumanReview(node);
		if (isMarked) return { data: { timedOut: true, ...(isForReview && declinedBecause(UNANSWERED).data) } };
		const answers = ['approved', 'data', ...(isForReview ? ['chatInput'] : [])];
		const rest = Object.fromEntries(Object.entries(json).filter(([name]) => !answers.includes(name)));
		return { ...rest, ...(isForReview && declinedBecause(UNANSWERED)) };
	};

/** The ways in which an expression takes what the model has chosen: the input of a review is the model's call. */
const FROM_MODEL_CALL = /\$(fromai|tool|json|input|item|data)\b/i;

/**
 * Checks that a person has chosen who approves, where the node stands between an AI agent and its tools: a
 * model that names the approver could approve its own calls.
 * @throws InvalidParameterError for an expression by which the model could.
 */
export function requireChosenApprover(node: INode, label: string): void {
	const recipient = readText(node.parameters.recipientWaId);
	if (!isHumanReview(node) || !recipient.startsWith('=') || !FROM_MODEL_CALL.test(recipient)) return;
	throw new InvalidParameterError(
		`${label} of a human review cannot be left to the model`,
		`The model would choose who approves what it does. Choose the person in ${label}, or take the number from a node before the agent, e.g. {{ $('Webhook').first().json.phone }}. Nothing was sent.`,
	);
}

/** As n8n's own message for human review has it; an object in a text reads "[object Object]". */
const PARAMETERS = /\{\{\s*\$tool\.parameters\s*\}\}/g;

/**
 * Evaluates the message for human review with the parameters of the tool as
 * JSON; undefined if it has no such parameters.
 */
export function messageWithParameters(context: IExecuteFunctions, item: number): string | undefined {
	const { message } = context.getNode().parameters;
	if (typeof message !== 'string' || !message.startsWith('=')) return undefined;
	const readable = message.replace(PARAMETERS, '{{ JSON.stringify($$tool.parameters) }}');
	return readable === message ? undefined : readText(context.evaluateExpression(readable.slice(1), item));
}
