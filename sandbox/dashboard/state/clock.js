import { dataOf } from './data.js';

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const DAY = new Intl.DateTimeFormat(undefined, {
	month: 'short',
	day: 'numeric',
	hour: 'numeric',
	minute: '2-digit',
});
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The user's own time zone, e.g. `Europe/Berlin`, in which the page shows all times. */
export const localZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the sandbox's time, on which all times on the page are based. */
export const sandboxNow = () => new Date(Date.now() + (dataOf('/clock')?.offset_seconds ?? 0) * 1000);

/**
 * Formats a time in the user's own zone, with the date only if it is not today in the sandbox.
 * @param {string | Date} at ISO 8601
 */
export function formatTime(at) {
	const time = new Date(at);
	const now = sandboxNow();
	if (time.toDateString() === now.toDateString()) return TIME.format(time);
	return (time.getFullYear() === now.getFullYear() ? DAY : FULL).format(time);
}

/** Formats a span of time. @param {number} milliseconds */
export function formatDuration(milliseconds) {
	if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
	const seconds = milliseconds / 1000;
	if (seconds < 90) return `${Number(seconds.toFixed(1))} s`;
	if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
	if (seconds < 172_800) return `${(seconds / 3600).toFixed(1)} h`;
	return `${Math.round(seconds / 86_400)} days`;
}
