/**
 * The numbers by which processes that overwrite each other's row agree on who runs an event, each with its
 * reason. Those that were found by trial were tried with two webhook processes and two workers on two
 * processors (bench/README.md); test/e2e/trigger-queue.test.ts repeats that.
 */
export const QUEUE_MODE = {
	/** How long a look-up takes, which says how long those of other processes may take. */
	lookup: {
		/** A look-up counts as slow from here on, in milliseconds: others may then write in between. */
		slowMs: 20,
		/** The time for which the slowest look-up counts, in milliseconds: a burst is over by then. */
		slowestPeriodMs: 10_000,
		/** After a slow look-up this part of its time is left to others to write, or they would starve. */
		restPart: 0.5,
		/** This part, times a random number, is added, so that two processes do not go on in step. */
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
	 * may have begun to look the key up just before this one wrote it, so one look-up must pass, and three are
	 * enough where they vary. The least is that of two idle processes. Where look-ups take seconds, a wait below
	 * the most would let two processes claim the same event; a longer one would hold up bursts.
	 */
	wait: { lookups: 3, leastMs: 40, mostMs: 5_000 },

	/**
	 * The wait before a claim that others are likely to make as well. It is longer than the other wait at every
	 * pace, so that a process that was overwritten is behind the one that has overwritten it.
	 */
	contestedWait: { lookups: 3, leastMs: 50, mostMs: 10_000 },

	/**
	 * The most of the random part that follows. Twice the fixed part keeps two processes that were both
	 * overwritten from claiming within one look-up of each other.
	 */
	randomWait: { lookups: 6, leastMs: 40, mostMs: 10_000 },

	/** What this process records again, since others may have overwritten it. */
	repeat: {
		/**
		 * The time for which it keeps its entries, and records them again after another has overwritten any, in
		 * milliseconds. By then the slowest processes of the trials had written what they had read.
		 */
		periodMs: 10_000,
		/** The time for which every look-up records an event again, in milliseconds: most overwrite within it. */
		newestPeriodMs: 3_000,
		/** The most events whose entries are recorded again, so that a busy trigger's look-ups stay short. */
		mostEvents: 1_000,
		/**
		 * The time after an event at which entries are checked for overwriting, in milliseconds. Sooner, another
		 * process may still hold the row that it read before and write it afterwards; later, a copy of the event
		 * may have arrived.
		 */
		checkDelayMs: 1_000,
		/** The shortest pause before entries are recorded again, in milliseconds: five writes in a second. */
		intervalMs: 200,
		/** The pause grows to this part of the time without a new key, since others then write less, too. */
		quietPart: 0.25,
		/** The pause is between these many times its length, so that two processes do not repeat in step. */
		leastFactor: 0.75,
		mostFactor: 1.25,
		/** A look-up for an event within this part of the pause has just recorded the same, and counts. */
		recentPart: 0.5,
	},
} as const;
