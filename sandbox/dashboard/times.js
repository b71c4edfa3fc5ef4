const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const DAY = new Intl.DateTimeFormat(undefined, {
	month: 'short',
	day: 'numeric',
	hour: 'numeric',
	minute: '2-digit',
});
const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/**
 * A time as people read it, in their own zone, and no longer than it need be.
 * @param {string} iso
 */
export function formatTime(iso) {
	const time = new Date(iso);
	const now = new Date();
	if (time.toDateString() === now.toDateString()) return TIME.format(time);
	return (time.getFullYear() === now.getFullYear() ? DAY : DATE).format(time);
}

/**
 * A span as people read it.
 * @param {number} milliseconds
 */
export function formatDuration(milliseconds) {
	if (milliseconds < 1000) return `${milliseconds} ms`;
	const seconds = milliseconds / 1000;
	if (seconds < 90) return `${seconds.toFixed(1)} s`;
	if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
	return `${(seconds / 3600).toFixed(1)} h`;
}
