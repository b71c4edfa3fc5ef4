import type { IDataObject, IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { SYSTEM_CLOCK } from './clock';
import { buildSeenKey } from './event';
import { LookupError, LookupTimeoutError, type RecordEntries } from './keyRow';
import { NodeKeys } from './nodeKeys';
import { writeLog } from '../shared/n8n/log';
import { toLogText } from '../shared/webhook/logText';
import type { TriggerSettings } from './settings';

const keysByNode = new Map<string, NodeKeys>();

function getNodeKeys(context: IExecuteFunctions | IWebhookFunctions): NodeKeys {
	for (const [node, keys] of keysByNode) {
		if (keys.isIdle) keysByNode.delete(node);
	}
	const node = `${String(context.getWorkflow().id)}:${context.getNode().id}`;
	const known = keysByNode.get(node);
	if (known) return known;
	const keys = new NodeKeys(SYSTEM_CLOCK);
	keysByNode.set(node, keys);
	return keys;
}

/**
 * Notes that an event has come in by this process, so that its execution need not reckon with others.
 * @param item The item with which the workflow starts.
 */
export function noteArrival(
	context: IWebhookFunctions,
	item: IDataObject,
	{ deduplicate }: TriggerSettings,
): void {
	if (deduplicate && context.getMode() !== 'manual') getNodeKeys(context).noteArrival(buildSeenKey(item));
}

/**
 * The items whose events have not run before, paired with their input.
 * The output panel says so about the others.
 */
export async function dropRepeated(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	{ deduplicate, deduplicationWindow }: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const paired = items.map(({ json }, item) => ({ json, pairedItem: { item } }));
	// A test always runs.
	if (!deduplicate || context.getMode() === 'manual') return paired;

	const isFirst = await Promise.all(
		paired.map(async ({ json }) => await isFirstOrUnknown(context, buildSeenKey(json), deduplicationWindow)),
	);
	// A person has chosen Retry for an execution that was cut off: its
	// event was recorded then, and is to run now.
	if (context.getMode() === 'retry') return paired;
	for (const [index, { json }] of paired.entries()) {
		if (!isFirst[index]) explain(context, String(json.deliveryKey));
	}
	return paired.filter((_, index) => isFirst[index]);
}

function explain(context: IExecuteFunctions, deliveryKey: string): void {
	context.addExecutionHints({
		message: `This event ran before, so this execution ends here. The execution that ran it has the same deliveryKey: ${deliveryKey}. To run the event again, open that execution and choose Retry.`,
		location: 'outputPane',
	});
}

/** If n8n cannot tell that an event ran before, it runs: a lost event is worse than a repeated one. */
const isFirstOrUnknown = async (context: IExecuteFunctions, key: string, window: number): Promise<boolean> =>
	await isFirst(context, key, window).catch((error: unknown) => {
		if (!(error instanceof LookupError || error instanceof LookupTimeoutError)) throw error;
		const what = 'n8n could not tell whether an event ran before; it runs without de-duplication';
		writeLog(context, 'warn', `${what}: ${error.message}`);
		return true;
	});

const isFirst = async (context: IExecuteFunctions, key: string, window: number): Promise<boolean> =>
	await getNodeKeys(context).isFirst(key, {
		window,
		record: recordIn(context),
		isRetry: context.getMode() === 'retry',
	});

const recordIn =
	({ helpers }: IExecuteFunctions): RecordEntries =>
	async (entries, maxEntries) => {
		const options = { mode: 'entries', maxEntries } as const;
		const { new: fresh } = await helpers
			.checkProcessedAndRecord(entries, 'node', options)
			.catch((cause: unknown) => {
				throw new LookupError(toLogText(cause), { cause });
			});
		return fresh.map(String);
	};
