import { sleep } from 'n8n-workflow';

import { quietPause } from '../shared/client/timing';

/** Time and chance for those that must agree with other processes. All times are in milliseconds. */
export interface Clock {
	/** The time since 1970. */
	now: () => number;
	/** Waits; the process does not end meanwhile. */
	sleep: (milliseconds: number) => Promise<void>;
	/** Waits for what no execution waits for; the process may end meanwhile. */
	quietPause: (milliseconds: number) => Promise<void>;
	/** A number from 0 up to, but not including, 1. */
	random: () => number;
}

/** The time and the chance of the machine. */
export const SYSTEM_CLOCK: Clock = {
	now: () => Date.now(),
	sleep,
	quietPause,
	random: () => Math.random(),
};
