import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { asServiceError, ServiceError } from '../../../shared/client/errors';
import { deadlineAfter, growingPause, pause, unlessAborted } from '../../../shared/client/timing';
import { isRecord } from '../../../shared/text/json';
import type { ParameterGroup } from '../../../shared/parameters/parameterGroup';
import type { Ask } from '../../../shared/client/ask';
import type { FollowUp } from '../../operation';
import { adviseOnWords } from './chatAppMessage';
import { fetchMessage } from './fetchMessage';
import { readStoredId } from './findSentMessage';

/** The option that makes the node wait for what becomes of a message. */
export const waitUntilDeliveredOption: INodeProperties = {
	displayName: 'Wait for Delivery (Seconds)',
	name: 'waitUntilDelivered',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 300 },
	default: 0,
	description:
		"How long to wait for the message to arrive; the output then has its status in 'delivery'. The item fails if the message cannot be delivered.",
};

/** The pauses between questions. */
const STATUS_PAUSES = { firstMs: 500, growth: 1.5, maxMs: 10_000 };

/** The time for the answer to the last question, which is asked when the time is up; in milliseconds. */
const LAST_ANSWER_MS = 5_000;

const NO_ID_HINT =
	"For some messages the answer of the service has no 'stored.id', so that the node could not wait until they were delivered.";

const UNKNOWN_ARRIVAL =
	"Some messages were sent, but whether they have arrived is not known, and 'delivery' has the last known status.";

const NOT_FINAL =
	"The service reported no final status in time. Set a longer 'Wait for Delivery (Seconds)', or look at the message later with Message > Get.";

/** The state of a message's delivery (interface section 2), as the output has it. */
interface Delivery extends IDataObject {
	/** `pending`, `sent`, `delivered`, `undelivered` or `failed`. */
	status: string;
	/** The reason why it was not delivered, in the words of the service. */
	reason?: string;
	/** When it was delivered or given up, in ISO 8601. */
	at?: string;
}

/** Reads the option Wait for Delivery; undefined if the item does not wait. */
export function planDeliveryWait(options: ParameterGroup): FollowUp | undefined {
	const seconds = options.has('waitUntilDelivered') ? options.integer('waitUntilDelivered') : 0;
	if (seconds === 0) return undefined;
	return async (sent, ask, ended) => {
		const id = readStoredId(sent);
		if (id === undefined) return { hint: NO_ID_HINT };
		return await waitForDelivery({ id, sent, ask, ended, waitMs: seconds * 1000 });
	};
}

interface Waiting {
	id: string;
	sent: IDataObject;
	ask: Ask;
	ended: AbortSignal;
	waitMs: number;
}

/**
 * Asks for a message until its status is final or the time is up. A question that is not answered is followed
 * by the next one: the message has gone out.
 * @throws ServiceError if it was not delivered.
 */
async function waitForDelivery({ id, sent, ask, ended, waitMs }: Waiting): ReturnType<FollowUp> {
	const end = Date.now() + waitMs;
	const deadline = deadlineAfter(waitMs + LAST_ANSWER_MS, ended);
	let delivery = readDelivery(isRecord(sent.stored) ? (sent.stored as IDataObject) : {});
	let silence: string | undefined;
	for (let asked = 0; delivery.status !== 'delivered' && Date.now() < end; asked++) {
		await pause(Math.min(growingPause(asked, STATUS_PAUSES), end - Date.now()), ended);
		if (ended.aborted) break;
		const answer = await unlessAborted(fetchMessage(id, ask).catch(asServiceError), deadline.signal);
		if (answer === undefined || answer instanceof ServiceError) {
			silence = answer?.message ?? 'The service did not answer in time';
			continue;
		}
		silence = undefined;
		delivery = readDelivery(answer);
		if (isUndelivered(delivery)) throw undelivered(answer, { stored: sent.stored, delivery });
	}
	const output = { delivery };
	if (silence !== undefined) return { output, hint: `${UNKNOWN_ARRIVAL} ${silence}.` };
	return delivery.status === 'delivered' ? { output } : { output, hint: `${UNKNOWN_ARRIVAL} ${NOT_FINAL}` };
}

/** Reads the state of delivery in a record of a message. */
function readDelivery({ status, delivered_at, delivery_error }: IDataObject): Delivery {
	const { reason, at = delivered_at } = isRecord(delivery_error) ? delivery_error : {};
	return {
		// A send that the provider accepts is sent (interface section 3).
		status: typeof status === 'string' ? status : 'sent',
		...(typeof reason === 'string' && { reason }),
		...(typeof at === 'string' && { at }),
	};
}

const isUndelivered = ({ status }: Delivery): boolean => status === 'undelivered' || status === 'failed';

/** Says that a message was accepted and has not arrived. */
function undelivered(message: IDataObject, facts: { stored: unknown; delivery: Delivery }): ServiceError {
	const { status, reason } = facts.delivery;
	const { code } = isRecord(message.delivery_error) ? message.delivery_error : {};
	const words = (reason ?? '').replace(/[.\s]+$/, '');
	const advice =
		adviseOnWords(words, String(message.to_number)) ??
		'Before you send it again, find out why: the same may happen again.';
	return new ServiceError({
		message: `The service accepted the message, but did not deliver it${words && `: ${words}`}`,
		description: `The message ${String(message.id)} has the status ${status}. ${advice}`,
		...(typeof code === 'string' && { code }),
		facts: facts as unknown as IDataObject,
	});
}
