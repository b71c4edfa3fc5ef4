/**
 * The store of keys that n8n-core leaves out: n8n's own keeps such a list in a database row for each node.
 */
import { DataDeduplicationService } from 'n8n-core';
import type { IDataDeduplicator } from 'n8n-workflow';

export class KeyStore {
	readonly rows = new Map<string | undefined, string[]>();

	/** Gives n8n's engine a store that is empty. */
	static async start(): Promise<KeyStore> {
		const store = new KeyStore();
		// The test files of a worker share n8n's packages, which take a store once.
		Reflect.set(DataDeduplicationService, 'instance', undefined);
		await DataDeduplicationService.init(store as unknown as IDataDeduplicator);
		return store;
	}

	checkProcessedAndRecord: IDataDeduplicator['checkProcessedAndRecord'] = async (
		items,
		_scope,
		{ node },
		options,
	) => {
		const keys = this.rows.get(node?.id) ?? [];
		// Others may read and write the row meanwhile.
		await new Promise(setImmediate);
		const fresh = items.filter((item) => !keys.includes(String(item)));
		this.rows.set(node?.id, [...keys, ...fresh.map(String)].slice(-(options.maxEntries ?? Infinity)));
		return { new: fresh, processed: items.filter((item) => !fresh.includes(item)) };
	};
}
