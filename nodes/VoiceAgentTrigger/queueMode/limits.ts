/**
 * The numbers by which processes that overwrite each other's row agree on who runs an event, each with its
 * reason. They were tried with two webhook processes and two workers on two processors (bench/README.md), which
 * test/e2e/trigger-queue.test.ts repeats: waits of a fixed 0.1 to 0.15 seconds let up to 10 of 150 events run
 * twice under load, these none of 4,200.
 */
export const QUEUE_MODE = {
	/** How long look-ups take here says how long those of other processes may take. */
	lookup: {
		/** A look-up counts as slow from here on, in milliseconds: others may then write in between. */
		slowMs: 20,
		/** The time for which the slowest look-up counts, in milliseconds: the next of a burst may be as slow. */
		slowestPeriodMs: 10_000,
		/** After a slow look-up, this part of its time is left to others to write. */
		restPart: 0.5,
		/** Up to this part is added at random, so that two processes do not go on in step. */
		randomRestPart: 0.25,
		/** The longest rest, in milliseconds: events wait for it. */
		mostRestMs: 750,
		/**
		 * The time after which a look-up records all recent entries again instead of the newest, in
		 * milliseconds: n8n hashes and searches each.
		 */
		recordAllIntervalMs: 1_000,
	},

	/**
	 * The wait before a claim: so many times the slowest look-up, within bounds in milliseconds. Another process
	 * may have read the row just before this one wrote it. Its look-up must have ended by then, and may take
	 * longer than those here. Idle processes need no more than the least. Where look-ups take seconds, a wait
	 * below the most would let two processes claim the same event; a longer one would hold up bursts.
	 */
	wait: { lookups: 3, leastMs: 40, mostMs: 5_000 },

	/**
	 * The wait before the claim of a process that was overwritten, without its random part. It is never shorter
	 * than the other wait, so that the process that has overwritten it is ahead.
	 */
	contestedWait: { lookups: 3, leastMs: 50, mostMs: 10_000 },

	/**
	 * The longest random part. It is twice the fixed part, so that two processes which have both been
	 * overwritten seldom claim within one look-up of each other.
	 */
	randomWait: { lookups: 6, leastMs: 40, mostMs: 10_000 },

	/** What this process records again, since others may have overwritten it. */
	repeat: {
		/**
		 * The time for which it keeps its entries, and records them again after another has overwritten any, in
		 * milliseconds. In the trials no process held the row that it had read for longer than about five seconds.
		 */
		periodMs: 10_000,
		/**
		 * The time for which every look-up records an event again, in milliseconds. After that, others have
		 * mostly written the row that they had read.
		 */
		newestPeriodMs: 3_000,
		/** The most events whose entries are recorded again, so that a busy trigger's look-ups stay short. */
		mostEvents: 1_000,
		/**
		 * The time after an event at which entries are checked for overwriting, in milliseconds. Sooner, another
		 * process may still hold the row that it read before and write it afterwards; later, a copy of the event
		 * may have arrived.
		 */
		checkDelayMs: 1_000,
		/** The shortest pause before entries are recorded again, in milliseconds; it grows while no new key comes. */
		intervalMs: 200,
		/** The part of the time without a new key that the pause grows to. */
		quietPart: 0.25,
		/** The pause is multiplied by a random number between these, so that two processes do not go in step. */
		leastFactor: 0.75,
		mostFactor: 1.25,
		/** A look-up for an event that was within this part of the pause has recorded the same, and counts. */
		recentPart: 0.5,
	},
} as const;
