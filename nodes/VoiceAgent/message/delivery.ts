import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ParameterGroup } from '../../parameters/parameterGroup';
import { toPlainText } from '../../parameters/parseValue';
import { fetchMessage } from '../../messages/messageList';
import { ServiceError } from '../../service/failure';
import { toResult } from '../../text/result';
import type { Send } from '../../service/request';
import { deadlineAfter, computeBackoff, pause, unlessAborted } from '../../service/timing';
import { hasFailed } from '../../service/records';
import { isRecord } from '../../text/json';
import { removeFullStop } from '../../text/strings';
import type { AfterResponse, CompleteRecord } from '../operation';
import { findStoredId, adviseOnErrorText, toDeliveryError } from './chatAppMessage';

/** The option that makes the node wait until a message has been delivered or has failed. */
export const waitUntilDeliveredOption: INodeProperties = {
	displayName: 'Wait for Delivery (Seconds)',
	name: 'waitUntilDelivered',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 300 },
	default: 0,
	description:
		"How long to wait for the message to arrive; the output then has its status in 'delivery'. The item fails if the message cannot be delivered.",
};

/** The pauses between the requests for the status. */
const STATUS_PAUSES = { firstMs: 500, maxMs: 10_000 };

/** How long to wait for the answer to the last request, which is sent when the time is up, in milliseconds. */
const LAST_ANSWER_MS = 5_000;

const NO_ID_HINT =
	"For some messages the answer of the service has no 'stored.id', so that the node could not wait until they were delivered.";

const UNKNOWN_ARRIVAL =
	"Some messages were sent, but whether they have arrived is not known, and 'delivery' has the last known status.";

const NOT_FINAL =
	"The service reported no final status in time. Set a longer 'Wait for Delivery (Seconds)', or look at the message later with Message > Get.";

/** The state of a message's delivery, as the output has it. */
interface Delivery extends IDataObject {
	/** `pending`, `sent`, `delivered`, `undelivered` or `failed`. */
	status: string;
	/** The reason why it was not delivered, as the service gives it. */
	reason?: string;
	/** When it was delivered or given up, in ISO 8601. */
	at?: string;
}

/** Creates the step that waits as the option Wait for Delivery says; undefined if the item does not wait. */
export function createDeliveryPoll(options: ParameterGroup): AfterResponse | undefined {
	const seconds = options.integer('waitUntilDelivered', 0);
	if (seconds === 0) return undefined;
	return async (sentRecord, { send, endSignal }) => {
		const id = findStoredId(sentRecord);
		if (id === undefined) return { json: sentRecord, hint: NO_ID_HINT };
		return await waitForDelivery({ id, sentRecord, send, endSignal, waitMs: seconds * 1000 });
	};
}

/** A wait for the delivery of a message that was sent. */
interface WaitForDeliveryOptions {
	id: string;
	sentRecord: IDataObject;
	send: Send;
	endSignal: AbortSignal;
	waitMs: number;
}

/**
 * Reads a message until its status is final or the time is up. It continues after a request that fails, since the
 * message itself has been sent.
 * @throws ServiceError if it was not delivered.
 */
async function waitForDelivery({
	id,
	sentRecord,
	send,
	endSignal,
	waitMs,
}: WaitForDeliveryOptions): Promise<CompleteRecord> {
	const end = Date.now() + waitMs;
	const deadline = deadlineAfter(waitMs + LAST_ANSWER_MS, endSignal);
	let delivery = toDelivery(isRecord(sentRecord.stored) ? (sentRecord.stored as IDataObject) : {});
	let lastFailure: string | undefined;
	for (let reads = 0; delivery.status !== 'delivered' && Date.now() < end; reads++) {
		await pause(Math.min(computeBackoff(reads, STATUS_PAUSES), end - Date.now()), endSignal);
		if (endSignal.aborted) break;
		const answer = await unlessAborted(toResult(fetchMessage(id, send), ServiceError), deadline.signal);
		if (!answer?.ok) {
			lastFailure = answer?.problem.message ?? 'The service did not answer in time';
			continue;
		}
		lastFailure = undefined;
		delivery = toDelivery(answer.value.record);
		if (hasFailed(delivery))
			throw createDeliveryError(answer.value.record, { stored: sentRecord.stored, delivery });
	}
	const json = { ...sentRecord, delivery };
	if (lastFailure !== undefined) return { json, hint: `${UNKNOWN_ARRIVAL} ${lastFailure}.` };
	return delivery.status === 'delivered' ? { json } : { json, hint: `${UNKNOWN_ARRIVAL} ${NOT_FINAL}` };
}

/** Returns the state of delivery in a record of a message. */
function toDelivery(message: IDataObject): Delivery {
	const { status, delivered_at: deliveredAt } = message;
	const { reason, at = deliveredAt } = toDeliveryError(message);
	return {
		// A chat-app message that the provider accepts has the status sent.
		status: typeof status === 'string' ? status : 'sent',
		...(reason !== undefined && { reason }),
		...(typeof at === 'string' && { at }),
	};
}

/** Creates the error for a message that was accepted and has not arrived. */
function createDeliveryError(
	message: IDataObject,
	errorDetails: { stored: unknown; delivery: Delivery },
): ServiceError {
	const { status, reason } = errorDetails.delivery;
	const { code } = toDeliveryError(message);
	const errorText = removeFullStop(reason ?? '');
	const advice =
		adviseOnErrorText(errorText) ?? 'Before you send it again, find out why: the same may happen again.';
	return new ServiceError({
		message: `The service accepted the message, but did not deliver it${errorText && `: ${errorText}`}`,
		description: `The message ${toPlainText(message.id)} has the status ${status}. ${advice}`,
		...(code !== undefined && { code }),
		facts: errorDetails as unknown as IDataObject,
	});
}
