import { DAY_MS, MINUTE_MS } from '../clock/clock.ts';
import type { Batch } from './batch.ts';

/**
 * Returns the earliest time from `time` on at which a campaign may dial (section 4, batch calls), in
 * milliseconds; undefined if its window opens on no day. The last minute belongs to the window; an end before
 * its start is on the next day. The interface names no time zone; here it is UTC.
 */
export function nextOpening(
	{ window_start_time: startTime, window_end_time: endTime, window_days: days }: Batch,
	time: number,
): number | undefined {
	const start = toMinutes(startTime) * MINUTE_MS;
	const end = (toMinutes(endTime) + 1) * MINUTE_MS;
	const length = end > start ? end - start : end - start + DAY_MS;
	const today = Math.floor(time / DAY_MS) * DAY_MS;
	// From yesterday, whose window may extend into today, to the same day of the next week.
	for (let offset = -1; offset <= 7; offset += 1) {
		const midnight = today + offset * DAY_MS;
		const opening = midnight + start;
		if (days.includes(new Date(midnight).getUTCDay()) && opening + length > time)
			return Math.max(opening, time);
	}
	return undefined;
}

function toMinutes(text: string): number {
	const [hours = 0, minutes = 0] = text.split(':').map(Number);
	return hours * 60 + minutes;
}
