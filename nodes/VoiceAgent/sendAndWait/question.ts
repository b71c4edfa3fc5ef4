import type { FunctionsBase, IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { toReplyReference } from '../../events/replyReference';
import { findResumeBaseUrl, findStoredQuestion } from '../../n8n/waitingExecution';
import { readAuthentication } from '../../parameters/fields';
import { InvalidParameterError } from '../../parameters/invalidParameterError';
import { ServiceError } from '../../service/failure';
import { createSend, post, type RequestPolicy, type Send, VoiceAgentClient } from '../../service/request';
import { isRecord } from '../../text/json';
import type { Result } from '../../text/result';
import { findStoredId, parseSentMessage } from '../message/chatAppMessage';
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

/** Returns all IDs of a message in the answer to send-chatapp-message: the provider's and the service's. */
export const toMessageIds = (answer: IDataObject): string[] =>
	[answer.message_id, findStoredId(answer)].filter((id): id is string => typeof id === 'string' && id !== '');

/** Finds the question that the execution waits with; undefined if there is none. */
export function findQuestion(context: IWebhookFunctions): Question | undefined {
	const stored = findStoredQuestion(context);
	return isQuestion(stored) ? stored : undefined;
}

/** Recognizes a question by the fields that every one has. Only this node stores them. */
const isQuestion = (stored: unknown): stored is Question =>
	isRecord(stored) && typeof stored.id === 'string' && isRecord(stored.expected) && isRecord(stored.body);

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

/** Opens a client with the credential of the node, which n8n gives only until the webhook has ended. */
export async function openClient(context: IWebhookFunctions): Promise<VoiceAgentClient> {
	const credentialType = readAuthentication(context.getNodeParameter('authentication', 'apiKey'));
	return await VoiceAgentClient.open(context, credentialType);
}

/** The time for a message to the person, retries included, in milliseconds. The trigger waits for the outcome. */
const SEND_TIMEOUT_MS = 15_000;

/** Creates the function that sends requests within {@link SEND_TIMEOUT_MS}. */
export const createLimitedSend = (
	client: VoiceAgentClient,
	policy: Pick<RequestPolicy, 'idempotent' | 'isStillWanted'>,
): Send => createSend(client, { ...policy, endAt: Date.now() + SEND_TIMEOUT_MS });

/** The reason why a message was not sent, or why it is unknown whether it was. */
interface SendProblem {
	/** `notWanted`: it was not to be sent any longer. */
	state: 'notSent' | 'notWanted' | 'unknown';
	reason: string;
}

/**
 * Sends a further message to the person who was asked. Never throws: n8n would end the execution.
 * @param opening From {@link openClient}; it may still be under way.
 * @param toChanges Returns the fields of the body that differ from those of the question.
 * @param isStillWanted Looks right before each try whether the message is to be sent.
 * @returns the IDs of the message.
 */
export async function sendToPerson(
	opening: Promise<VoiceAgentClient>,
	{ path, body }: Question,
	toChanges: () => IDataObject,
	isStillWanted?: () => Promise<boolean>,
): Promise<Result<string[], SendProblem>> {
	try {
		const policy = { idempotent: false, ...(isStillWanted && { isStillWanted }) };
		const send = createLimitedSend(await opening, policy);
		const answer = await send(post(path, { ...body, ...toChanges() }), parseSentMessage);
		return { ok: true, value: toMessageIds(answer.body) };
	} catch (error) {
		return { ok: false, problem: { state: toSendState(error), reason: (error as Error).message } };
	}
}

function toSendState(error: unknown): SendProblem['state'] {
	if (!(error instanceof ServiceError)) return 'notSent';
	// These requests have no signal that cancels them, so `isStillWanted` has said no.
	if (error.request?.failure.kind === 'cancelled') return 'notWanted';
	return error.request?.isOutcomeKnown === true ? 'notSent' : 'unknown';
}
