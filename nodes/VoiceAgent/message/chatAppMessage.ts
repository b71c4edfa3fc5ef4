import type { IDataObject } from 'n8n-workflow';

import { post, type Send, type ServiceRequest } from '../../service/request';
import { isRecord } from '../../text/json';
import type { Result } from '../../text/result';
import type { Item } from '../fields/item';
import type { BeforeRequest, PlannedRequest } from '../operation';
import { assess, type ErrorResponse, type Failure } from '../../service/failure';
import { hasFailed } from '../../service/records';
import { parseRecord } from '../../service/response';

/**
 * Matches how providers report a free-form message that comes too late: by their code, or by the name of the window.
 */
const WINDOW_CLOSED =
	/\b131047\b|re-?engagement|messaging window|more than 24 hours have passed since the (recipient|customer)/i;

/**
 * Says what the provider's error message may mean for this message; see docs/maintainers/the-service.md, sections 4
 * and 8.
 */
function adviseOnSending(response: ErrorResponse, { body }: ServiceRequest): string | undefined {
	const { reason } = assess(response);
	if (reason === 'notFound') {
		return `Connect the business number ${String(body.phone_number_id)} in the dashboard of the service first, or choose another one.`;
	}
	if (!['invalid', 'forbidden', 'unavailable'].includes(reason)) return undefined;
	return adviseOnErrorText(`${response.message} ${response.detail ?? ''}`);
}

/** Says what a provider's error message means for a message; undefined if it is not a known one. */
export const adviseOnErrorText = (words: string): string | undefined =>
	WINDOW_CLOSED.test(words)
		? 'The chat app allows free-form messages only within 24 hours of the last message from the recipient. Wait until they write again, or reach them by another channel.'
		: undefined;

/**
 * Reads why a message does not arrive; the service may give an object or the reason alone.
 * @returns `at` is when it was given up, in ISO 8601.
 */
export function toDeliveryError({ delivery_error: given }: IDataObject): {
	code?: string;
	reason?: string;
	at?: string;
} {
	const { code, reason, at } = isRecord(given) ? given : { reason: given };
	const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
	return { ...(isText(code) && { code }), ...(isText(reason) && { reason }), ...(isText(at) && { at }) };
}

/** Reads the answer to a send. A message that did not go out is a failure, although the service answers with 200. */
export function parseSentMessage(body: IDataObject): Result<IDataObject, Failure> {
	const response = parseRecord(body);
	const failure = response.ok ? findSendFailure(response.value) : undefined;
	return failure ? { ok: false, problem: failure } : response;
}

/** Finds the failure in the answer for a message that did not go out although the status is 200. */
function findSendFailure({ stored }: IDataObject): ErrorResponse | undefined {
	if (!isRecord(stored) || !hasFailed(stored)) return undefined;
	const { reason = 'The service has not sent the message' } = toDeliveryError(stored as IDataObject);
	return {
		kind: 'errorResponse',
		status: 200,
		message: reason,
		advice: `The message has the status ${String(stored.status)}. Message > Get Many shows it with its 'delivery_error'.`,
	};
}

/** The parts that the operations that send messages have in common. */
export const commonSendParts = {
	timeout: 'slow',
	idempotent: false,
	adviceWhenUnknown: 'Look for it with Message > Get Many before you send it again.',
	adviseOn: adviseOnSending,
	findFailureInRecord: findSendFailure,
} as const;

/** A chat-app message to a person. */
interface OutgoingMessage {
	/** The ID of the business number. */
	sender: string;
	/** The number of the person, digits alone. */
	recipient: string;
	message: string;
	metadata: IDataObject | undefined;
}

/**
 * Plans send-chatapp-message. Messages to one recipient keep their order, also those from different numbers: a
 * message from any of them can be the reason to skip another.
 */
export const planMessage = (
	{ connection }: Pick<Item, 'connection'>,
	{ sender, recipient, message, metadata }: OutgoingMessage,
): PlannedRequest => ({
	...post(`send-${connection.chatAppName}-message`, {
		phone_number_id: sender,
		recipient_wa_id: recipient,
		message,
		...(metadata && { metadata }),
	}),
	orderKey: ({ body }) => `${connection.baseUrl} ${String(body.recipient_wa_id)}`,
});

/** Looks for a reason not to send a message. */
export interface SkipCheck {
	/**
	 * Returns the reason, as a sentence to show beside the output; undefined if the message is to be sent.
	 * @throws ServiceError if the service does not answer; then nothing is sent.
	 */
	findReason: (request: ServiceRequest, send: Send) => Promise<string | undefined>;
}

/** Looks before each try for a reason not to send a message. The output is a hint for people, and a record for an AI agent. */
export const skipIfFound =
	({ isToolCall }: Pick<Item, 'isToolCall'>, { findReason }: SkipCheck): BeforeRequest =>
	async (request, send) => {
		const reason = await findReason(request, send);
		if (reason === undefined) return undefined;
		return isToolCall ? { records: [{ sent: false, reason }] } : { records: [], hint: reason };
	};

/** Returns the ID of a message that was sent, as get-message takes it; undefined if the answer has none. */
export function findStoredId({ stored }: IDataObject): string | undefined {
	const id = isRecord(stored) ? stored.id : undefined;
	return typeof id === 'string' && id !== '' ? id : undefined;
}
