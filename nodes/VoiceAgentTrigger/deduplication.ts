import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { buildSeenKey } from './event';
import type { RecordKeys } from './keyLookup';
import { SeenKeys } from './seenKeys';

/**
 * The number of past events among which a repetition is found, unless
 * the option says otherwise, and the most.
 */
const DEFAULT_WINDOW = 1_000;
const LARGEST_WINDOW = 100_000;

/**
 * Reads the option Deduplication Window. n8n would take zero, and a text
 * that is not a number, for "without end".
 */
export function readWindow(option: unknown): number {
	const wanted = Math.floor(Number(option ?? DEFAULT_WINDOW));
	return wanted >= 1 ? Math.min(wanted, LARGEST_WINDOW) : DEFAULT_WINDOW;
}

/**
 * The items whose events have not run before, paired with their input.
 * The output panel says so about the others.
 */
export async function dropRepeated(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	options: IDataObject,
): Promise<INodeExecutionData[]> {
	const paired = items.map(({ json }, item) => ({ json, pairedItem: { item } }));
	if (!isWanted(context, options)) return paired;

	const window = readWindow(options.deduplicationWindow);
	const isFirst = await Promise.all(paired.map(async ({ json }) => await isFirstTime(context, json, window)));
	// A person has chosen Retry for an execution that was cut off: its
	// event was recorded then, and is to run now.
	if (context.getMode() === 'retry') return paired;
	for (const [index, { json }] of paired.entries()) {
		if (!isFirst[index]) explain(context, String(json.deliveryKey));
	}
	return paired.filter((_, index) => isFirst[index]);
}

/**
 * Off for a test, which always runs, and by default if the answer follows the workflow:
 * a repeated event is then a wanted retry.
 */
function isWanted(context: IExecuteFunctions, options: IDataObject): boolean {
	const respondsAfterwards = context.getNodeParameter('acknowledge', 0) === 'lastNode';
	return (options.deduplicate ?? !respondsAfterwards) === true && context.getMode() !== 'manual';
}

function explain(context: IExecuteFunctions, deliveryKey: string): void {
	context.addExecutionHints({
		message: `This event ran before, so this execution ends here. The execution that ran it has the same deliveryKey: ${deliveryKey}. To run the event again, open that execution and choose Retry.`,
		location: 'outputPane',
	});
}

/** The keys of events that this process has seen, by trigger node. */
const seen = new Map<string, SeenKeys>();

/** If n8n cannot tell that an event ran before, it runs: a lost event is worse than a repeated one. */
async function isFirstTime(context: IExecuteFunctions, json: IDataObject, window: number): Promise<boolean> {
	const node = `${String(context.getWorkflow().id)}:${context.getNode().id}`;
	const keys = seen.get(node) ?? new SeenKeys();
	forgetIdle();
	seen.set(node, keys);

	const record: RecordKeys = async (entries, maxEntries) => {
		const options = { mode: 'entries', maxEntries } as const;
		const { new: fresh } = await context.helpers.checkProcessedAndRecord(entries, 'node', options);
		return fresh.map(String);
	};
	try {
		return await keys.isFirst(buildSeenKey(json), window, record);
	} catch {
		const name = context.getNode().name;
		context.logger.warn(
			`Voice Agent Trigger "${name}": n8n could not tell whether an event ran before; it runs without de-duplication`,
		);
		return true;
	}
}

function forgetIdle(): void {
	for (const [node, keys] of seen) if (keys.isIdle) seen.delete(node);
}
