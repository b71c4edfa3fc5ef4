import type { FunctionsBase, IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { readResumeBaseUrl } from '../../../../shared/n8n/waitingExecution';
import { isRecord } from '../../../../shared/text/json';
import { toReplyReference } from '../../../../shared/wire/replyReference';
import { InvalidParameterError } from '../../../../shared/parameters/invalidParameterError';
import { readQuestion } from '../../../run/wait';
import type { Expected } from './answer';

/** A question as it was asked, kept with the execution until the reply is there. */
export interface Question {
	/** Tells it from the others that the same node asks in the same execution. */
	id: string;
	expected: Expected;
	/**
	 * The message to send after an unclear reply, and how often at most; undefined
	 * if the execution goes on with the reply.
	 */
	askAgain: { message: string; atMost: number } | undefined;
	/** The message to send after a clear answer that is neither a no nor an opt-out; empty for none. */
	confirm: string;
	/** Path of the event's field that holds the reply's text; empty where the node finds it. */
	textField: string;
	/** The IDs of the message, by which a reaction to it is known. */
	messageIds: string[];
	/** The endpoint that it was sent by, and the body without what its reply needed. */
	path: string;
	body: IDataObject;
}

/** All IDs of a message in the answer to send-chatapp-message (interface section 4): the provider's and the service's. */
export function readMessageIds({ message_id: id, stored }: IDataObject): string[] {
	const ids = [id, ...(isRecord(stored) ? [stored.id] : [])];
	return ids.filter((one): one is string => typeof one === 'string' && one !== '');
}

/** The question that the execution waits with; undefined if there is none. */
export const readAskedQuestion = (context: IWebhookFunctions): Question | undefined =>
	readQuestion(context) as unknown as Question | undefined;

/** The question of an execution that a reply answers, and how often it was repeated before. */
interface AskedQuestion {
	/** 32 random hexadecimal digits: a node in a loop asks one question after the other. */
	question: string;
	repeated: number;
}

/** Versions of n8n before 1.105 cannot sign. */
type SigningContext = Pick<IExecuteFunctions | IWebhookFunctions, 'getNode' | 'evaluateExpression'> &
	Partial<Pick<FunctionsBase, 'getSignedResumeUrl'>>;

/**
 * Makes the reference by which a reply finds the waiting execution. n8n signs it together with the question.
 * @throws InvalidParameterError if this n8n cannot sign, or its resume URL is of
 * a form that the trigger would not accept.
 */
export function createReference(context: SigningContext, { question, repeated }: AskedQuestion): string {
	if (typeof context.getSignedResumeUrl !== 'function') {
		throw new InvalidParameterError(
			'This version of n8n cannot wait for a signed reply',
			'Update n8n to version 1.123 or newer.',
		);
	}
	const resumeUrl = context.getSignedResumeUrl({ question, repeated: String(repeated) });
	const reference = toReplyReference(resumeUrl, readResumeBaseUrl(context) ?? '');
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
