import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { parseCall, parseChat } from '../events/eventRecord';
import type { EventRecord, FieldPaths, UnclearField } from '../events/fieldFinder';
import { type EventMessage, parseEventMessage } from '../messages/eventMessage';
import { getOwnPayload, type EventItem } from './event';
import { type EventResult, toOutputs } from './outputs';
import { waitForPause } from './pause';
import { dropTakenReplies, recordAnswers } from './replies';
import { isFirstRun } from './seenEvents';
import { readExecutionSettings, type TriggerSettings } from './settings';

/**
 * Runs the events that `webhook()` has handed over, in `execute()`: drops those that ran before, and gives the others as
 * the workflow gets them, at the outputs of their kinds.
 * @throws InvalidParameterError for settings that cannot work; ServiceError if a conversation cannot be read.
 */
export async function runEvents(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const settings = readExecutionSettings(context);
	const events = await recordAnswers(context, context.getInputData(), settings);
	const running = events.map(async ({ json }, index): Promise<EventResult> => {
		const received = json as EventItem;
		return { event: received.event, items: await runEvent(context, received, index, settings) };
	});
	return toOutputs(await Promise.all(running), settings);
}

async function runEvent(
	context: IExecuteFunctions,
	received: EventItem,
	index: number,
	settings: TriggerSettings,
): Promise<INodeExecutionData[]> {
	if (!(await isFirstRun(context, received, settings))) {
		addHint(
			context,
			`This event ran before, so this execution ends here. The execution that ran it has the same deliveryKey: ${received.deliveryKey}. To run the event again, open that execution and choose Retry.`,
		);
		return [];
	}
	const events = [{ json: received, pairedItem: { item: index } }];
	const [event] = await dropTakenReplies(context, events, settings);
	if (!event) return [];
	const item = { ...event, json: addRecord(context, event.json as EventItem, settings.fieldPaths) };
	return settings.pauseMs === undefined
		? [item]
		: await waitForPause(context, received, item, { ...settings, pauseMs: settings.pauseMs });
}

/**
 * Makes the JSON of an item from an event: beside the payload, it has the call, the message or the chat that the event is
 * about. The output panel says which fields are absent although the event may have them.
 */
export function addRecord(
	context: Pick<IExecuteFunctions, 'addExecutionHints'>,
	received: EventItem,
	fieldPaths: FieldPaths,
): IDataObject {
	const { event, payload, receivedAt, deliveryKey, verified } = received;
	const delivery = { payload, receivedAt, deliveryKey, verified };
	const parsed = parseEventRecord(event, getOwnPayload(received), fieldPaths);
	if (!parsed) return { event, ...delivery };
	const { recordType, record, unclearFields, chatInput } = parsed;
	if (unclearFields.length > 0) addHint(context, describeUnclear(unclearFields));
	return { event, [recordType]: record, ...(chatInput !== undefined && { chatInput }), ...delivery };
}

/**
 * Parses the call, the message or the chat that an event is about.
 * @param event The kind of the event.
 * @returns undefined if the kind is unknown.
 */
export function parseEventRecord(
	event: string,
	payload: unknown,
	paths?: FieldPaths,
): (EventRecord & Pick<EventMessage, 'chatInput'>) | undefined {
	if (event === 'call.completed') return parseCall(payload, paths);
	if (event === 'chat.session.completed') return parseChat(payload, paths);
	return parseEventMessage({ event, payload }, paths);
}

const addHint = (context: Pick<IExecuteFunctions, 'addExecutionHints'>, message: string): void =>
	context.addExecutionHints({ message, location: 'outputPane' });

function describeUnclear(fields: UnclearField[]): string {
	const reasons = fields.map(({ field, reason }) => `${field} (${reason})`).join(', ');
	return `The payload leaves open what belongs in some fields, so they are absent: ${reasons}. To name the right field of the payload, add 'Field Paths' to the options of this node.`;
}
