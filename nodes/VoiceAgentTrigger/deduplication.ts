import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { buildSeenKey } from './event';
import type { RecordKeys } from './keyLookup';
import { SeenKeys } from './seenKeys';
import type { TriggerSettings } from './settings';

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
		paired.map(async ({ json }) => await isFirstTime(context, json, deduplicationWindow)),
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
