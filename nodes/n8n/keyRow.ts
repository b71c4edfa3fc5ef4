import type { IExecuteFunctions } from 'n8n-workflow';

/** The row of n8n's database in which a node keeps keys, such as those of events that it has seen. */
export interface KeyRow {
	/** The most keys that the row keeps: each write trims it to that, so that all callers of a node name the same. */
	size: number;
	/** True if no other process writes the row. */
	isOnlyProcess: boolean;
	/** Adds keys to the row; resolves with those that were not there. */
	write: (keys: string[]) => Promise<string[]>;
}

/**
 * Returns the row of a node. n8n reads it, and writes all of it a moment later, without a lock: `ProcessedKeys` makes up
 * for that. Tested by test/engine/deduplication.test.ts and test/e2e/queue-mode.test.ts.
 * @param size The same for all callers of the node.
 */
export const toKeyRow = (context: IExecuteFunctions, size: number, isOnlyProcess = false): KeyRow => ({
	size,
	isOnlyProcess,
	write: async (keys) => {
		const options = { mode: 'entries', maxEntries: size } as const;
		const { new: fresh } = await context.helpers.checkProcessedAndRecord(keys, 'node', options);
		return fresh.map(String);
	},
});
