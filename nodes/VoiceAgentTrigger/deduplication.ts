import { randomUUID } from 'crypto';

import type { IDataObject, IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { Arrivals } from './arrivals';
import { buildSeenKey } from './event';
import { buildEntries, KeyRow, LookupError, LookupTimeoutError, type RecordEntries } from './keyRow';
import { writeLog } from '../shared/n8n/log';
import { toLogText } from '../shared/webhook/logText';
import { SeenKeys } from './queueMode/seenKeys';
import type { TriggerSettings } from './settings';

/** What this process knows of the events that one trigger node has seen. */
interface NodeKeys {
	arrivals: Arrivals;
	row: KeyRow;
	/** For events of which other processes may have copies. */
	seenKeys: SeenKeys;
}

const keysByNode = new Map<string, NodeKeys>();

function getNodeKeys(context: IExecuteFunctions | IWebhookFunctions): NodeKeys {
	for (const [node, { arrivals, row, seenKeys }] of keysByNode) {
		if (arrivals.isEmpty && !row.isBusy && seenKeys.isIdle) keysByNode.delete(node);
	}
	const node = `${String(context.getWorkflow().id)}:${context.getNode().id}`;
	const known = keysByNode.get(node);
	if (known) return known;
	const row = new KeyRow();
	const keys = { arrivals: new Arrivals(), row, seenKeys: new SeenKeys(row) };
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
	if (deduplicate && context.getMode() !== 'manual') getNodeKeys(context).arrivals.note(buildSeenKey(item));
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

async function isFirst(context: IExecuteFunctions, key: string, window: number): Promise<boolean> {
	const { arrivals, row, seenKeys } = getNodeKeys(context);
	row.use(recordIn(context), window);
	const isLocal = arrivals.has(key) && context.getMode() !== 'retry';
	if (!isLocal) return await seenKeys.isFirst(key, window);
	return arrivals.take(key, window) && (await isNewInRow(row, key));
}

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

/**
 * Tells if an event is new where no other process has copies of it, by one write of the row. If n8n could not
 * look it up, it does so once more. Its mark shows then whether the first try has recorded it, which leaves
 * unknown whether it was there before.
 * @throws as {@link KeyRow.record}.
 */
async function isNewInRow(row: KeyRow, key: string): Promise<boolean> {
	const entries = buildEntries(key, randomUUID());
	const record = async () => await row.record(Object.values(entries));
	const fresh = await record().catch(async (error: unknown) => {
		if (!(error instanceof LookupError)) throw error;
		const freshThen = await record();
		if (!freshThen.has(entries.mark)) throw error;
		return freshThen;
	});
	return fresh.has(key);
}
