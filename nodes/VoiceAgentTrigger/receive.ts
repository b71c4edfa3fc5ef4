import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { CHAT_APP_RECEIVED, type VoiceAgentEvent } from '../events/events';
import { writeLog } from '../n8n/node';
import { toLogText } from '../service/webhookRequest';
import { authenticate } from './authentication';
import { type AuthenticEvent, findUsableKind, type EventItem, toEventItems } from './event';
import { handOverReplies, toAnswerItems } from './replies';
import { markCopy } from './seenEvents';
import { readWebhookSettings, type TriggerSettings } from './settings';

/**
 * Receives an event, in `webhook()`. It starts the workflow if it is proven to come from the service and is of a kind that
 * was selected. After a status other than 2xx, the service sends an event again (see docs/maintainers/the-service.md,
 * section 6).
 */
export async function receiveEvent(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const authentication = await authenticate(context, context.getRequestObject());
		if (authentication.ok) {
			return await handleEvent(context, authentication.value, readWebhookSettings(context));
		}
		writeLog(context, 'warn', `refused a request: ${authentication.problem}`);
		return respond(context, 401, { error: 'Unauthorized' });
	} catch (error) {
		return requestRetry(context, toLogText(error));
	}
}

/** Asks the service to send an event again, so that it is not lost but runs once the problem is gone. */
function requestRetry(context: IWebhookFunctions, problem: string): IWebhookResponseData {
	writeLog(context, 'warn', `the service was asked to send an event again: ${problem}`);
	return respond(context, 503, { error: 'Temporarily unavailable' });
}

function respond(context: IWebhookFunctions, status: number, body: IDataObject): IWebhookResponseData {
	context.getResponseObject().status(status).json(body);
	return { noWebhookResponse: true };
}

async function handleEvent(
	context: IWebhookFunctions,
	event: AuthenticEvent,
	settings: TriggerSettings,
): Promise<IWebhookResponseData> {
	const kind = findUsableKind(event, settings);
	const ignored = findReasonToIgnore(kind, settings);
	if (ignored !== undefined) {
		writeLog(context, kind === undefined ? 'warn' : 'info', `dropped an event: ${ignored}`);
		return respond(context, 200, { received: true, ignored });
	}
	const received = toEventItems({ ...event, kind }, settings.deduplicationField);
	if (kind === CHAT_APP_RECEIVED) return await handleMessages(context, received, settings);
	return startWorkflow(received.map((one) => markCopy(context, one, settings)));
}

const startWorkflow = (items: IDataObject[], answer: IDataObject = {}): IWebhookResponseData => ({
	workflowData: [items.map((json) => ({ json }))],
	webhookResponse: { received: true, ...answer },
});

/** Returns the reason why an event does not start the workflow, for the sender's log of deliveries. */
function findReasonToIgnore(
	kind: VoiceAgentEvent | undefined,
	{ events, unknownEvents }: TriggerSettings,
): string | undefined {
	if (kind === undefined) {
		return unknownEvents === 'passOn' ? undefined : 'the event is of a kind that this trigger does not know';
	}
	return events.includes(kind) ? undefined : `${kind} is not among this trigger's events`;
}

/** Hands those of the messages that answer a question over to the executions that wait, and starts with the others. */
async function handleMessages(
	context: IWebhookFunctions,
	messages: EventItem[],
	settings: TriggerSettings,
): Promise<IWebhookResponseData> {
	const handedOver = await handOverReplies(context, messages, settings);
	if (!handedOver.ok) return requestRetry(context, `a reply could not be handed over. ${handedOver.problem}`);
	const { itemsToStart, takenReplies } = handedOver.value;
	const { execution, reply } = takenReplies.at(-1) ?? {};
	const answer = itemsToStart.length === 0 ? { execution, reply } : {};
	const marked = itemsToStart.map((one) => markCopy(context, one, settings));
	const isPausing = settings.pauseMs !== undefined;
	const items = [...marked, ...(isPausing ? toAnswerItems(context, takenReplies, settings) : [])];
	return items.length > 0
		? startWorkflow(items, answer)
		: respond(context, 200, { received: true, ...answer });
}
