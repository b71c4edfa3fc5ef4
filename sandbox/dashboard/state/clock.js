import { dataOf } from './cache.js';

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const DAY = new Intl.DateTimeFormat(undefined, {
	month: 'short',
	day: 'numeric',
	hour: 'numeric',
	minute: '2-digit',
});
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The sandbox's time, which all times on the page are in. */
export const sandboxNow = () => new Date(Date.now() + (dataOf('/clock')?.offset_seconds ?? 0) * 1000);

/**
 * A time as people read it, in their own zone; its date only when it is not today in the sandbox.
 * @param {string | Date} at ISO 8601
 */
export function formatTime(at) {
	const time = new Date(at);
	const now = sandboxNow();
	if (time.toDateString() === now.toDateString()) return TIME.format(time);
	return (time.getFullYear() === now.getFullYear() ? DAY : FULL).format(time);
}

/** A span as people read it. @param {number} milliseconds */
export function formatDuration(milliseconds) {
	if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
	const seconds = milliseconds / 1000;
	if (seconds < 90) return `${Number(seconds.toFixed(1))} s`;
	if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
	if (seconds < 172_800) return `${(seconds / 3600).toFixed(1)} h`;
	return `${Math.round(seconds / 86_400)} days`;
}
