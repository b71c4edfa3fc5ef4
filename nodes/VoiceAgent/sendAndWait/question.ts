import type { FunctionsBase, IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { toReplyReference } from '../../events/replyReference';
import { findResumeBaseUrl } from '../../n8n/resume';
import { findQuestion } from '../../n8n/waitingExecution';
import { InvalidParameterError } from '../../parameters/invalidParameterError';
import { findStoredId } from '../message/chatAppMessage';
import type { ExpectedReply } from './answer';

/** A question as it was asked, kept with the execution until the reply is there. */
export interface Question {
	/** Distinguishes it from other questions of the same node and execution. */
	id: string;
	expected: ExpectedReply;
	/**
	 * The message to send after an unclear reply, and how often at most; undefined
	 * if the execution continues with the reply.
	 */
	askAgain: { message: string; atMost: number } | undefined;
	/** The message to send after a clear answer that is neither a no nor an opt-out; empty for none. */
	confirm: string;
	/** Path of the event's field that holds the reply's text; empty where the node finds it. */
	replyTextPath: string;
	/** The IDs of the message, by which a reaction to it is recognized. */
	messageIds: string[];
	/** The endpoint with which it was sent, and the body without the reference for the reply. */
	path: string;
	body: IDataObject;
}

/** Reads all IDs of a message in the answer to send-chatapp-message: the provider's and the service's. */
export const toMessageIds = (answer: IDataObject): string[] =>
	[answer.message_id, findStoredId(answer)].filter((id): id is string => typeof id === 'string' && id !== '');

/** Reads the question that the execution waits with; undefined if there is none. */
export const readAskedQuestion = (context: IWebhookFunctions): Question | undefined =>
	findQuestion(context) as unknown as Question | undefined;

/** The question that a reply answers, and how many follow-ups were sent before the reply. */
interface QuestionReference {
	/** 32 random hexadecimal digits: a node in a loop asks one question after the other. */
	questionId: string;
	followUpCount: number;
}

/** Versions of n8n before 1.105 cannot sign. */
type SigningContext = Pick<IExecuteFunctions | IWebhookFunctions, 'getNode' | 'evaluateExpression'> &
	Partial<Pick<FunctionsBase, 'getSignedResumeUrl'>>;

/**
 * Makes the reference with which a reply finds the waiting execution. n8n signs it together with the question.
 * @throws InvalidParameterError if this n8n cannot sign, or its resume URL is of a form that the trigger would not accept.
 */
export function createReference(
	context: SigningContext,
	{ questionId, followUpCount }: QuestionReference,
): string {
	if (typeof context.getSignedResumeUrl !== 'function') {
		throw new InvalidParameterError(
			'This version of n8n cannot wait for a signed reply',
			'Update n8n to version 1.123 or newer.',
		);
	}
	const resumeUrl = context.getSignedResumeUrl({ question: questionId, repeated: String(followUpCount) });
	const reference = toReplyReference(resumeUrl, findResumeBaseUrl(context) ?? '');
	if (reference !== undefined) return reference;
	const { id } = context.getNode();
	if (/^[\w-]+$/.test(id)) {
		throw new InvalidParameterError(
			'This version of n8n resumes executions at an address of an unknown form',
			'Update the Voice Agent nodes to their newest version.',
		);
	}
	throw new InvalidParameterError(
		`The ID of this node, "${id}", cannot be part of a reply`,
		'Copy the node, paste it and delete the first one: the copy has an ID of the usual form.',
	);
}
