/**
 * n8n's processes over one row of seen keys, on a mocked clock: they read
 * and write it without a lock, as n8n does.
 */
import { KeyRow } from '../../../../../nodes/VoiceAgentTrigger/keyRow';
import { SeenKeys } from '../../../../../nodes/VoiceAgentTrigger/queueMode/seenKeys';
import { mockedClock } from '../../../../support/mocked-clock';

const after = async (milliseconds: number): Promise<void> =>
	await new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The duration of a process's look-ups, in milliseconds. */
export interface Pace {
	/** Before the row is read, and again after it was written. */
	around: () => number;
	/** Between reading and writing. */
	within: () => number;
}

export const steady = (around: number, within: number): Pace => ({
	around: () => around,
	within: () => within,
});

export interface Row {
	keys: string[];
}

/** One process of n8n. */
export class Process {
	readonly #keyRow = new KeyRow(mockedClock);
	readonly #seen = new SeenKeys(this.#keyRow, mockedClock);
	/** The keys that each look-up has recorded. */
	readonly recorded: string[][] = [];
	/** Set to make look-ups fail: before the row is read, or after it was written. */
	fails: 'before' | 'after' | undefined;

	constructor(
		private readonly row: Row,
		private readonly pace: Pace = steady(1, 1),
		private readonly window = 1_000,
	) {}

	/** The number of look-ups. */
	get lookups(): number {
		return this.recorded.length;
	}

	/** Tells if it has nothing left to do. */
	get isIdle(): boolean {
		return this.#seen.isIdle;
	}

	/** Tells if an event runs here, as the trigger decides it. */
	async runs(event: string): Promise<boolean> {
		return await this.isFirst(event).catch(() => true);
	}

	async isFirst(event: string): Promise<boolean> {
		this.#keyRow.use(async (keys, limit) => {
			this.recorded.push(keys);
			await after(this.pace.around());
			if (this.fails === 'before') throw new Error('no database');
			const read = [...this.row.keys];
			await after(this.pace.within());
			const known = new Set(read);
			const fresh = keys.filter((key) => !known.has(key));
			this.row.keys = [...read, ...fresh].slice(-limit);
			await after(this.pace.around());
			if (this.fails === 'after') throw new Error('connection lost');
			return fresh;
		}, this.window);
		return await this.#seen.isFirst(event, this.window);
	}
}
