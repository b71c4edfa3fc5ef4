import { unlessAborted } from './deadline';
import { quietPause } from './quietPause';

/** Waits, or returns at once when the signal fires. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
	await unlessAborted(quietPause(milliseconds), signal);
}
