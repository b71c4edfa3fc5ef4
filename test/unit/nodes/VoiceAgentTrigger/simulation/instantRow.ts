/** The row of n8n's table `processed_data` for one node, which answers at once. */
export class InstantRow {
	readonly keys = new Set<string>();
	/** The keys of each write. */
	readonly writes: string[][] = [];
	/** Set to make writes fail, or never end. */
	fails: 'fails' | 'hangs' | undefined;

	/** Records keys. @returns those that are new */
	readonly write = async (keys: string[]): Promise<string[]> => {
		this.writes.push(keys);
		if (this.fails === 'hangs') return await new Promise(() => {});
		if (this.fails) throw new Error('no database');
		const fresh = keys.filter((key) => !this.keys.has(key));
		for (const key of keys) this.keys.add(key);
		return await Promise.resolve(fresh);
	};
}
