const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const DATE_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/**
 * A time as people read it, in their own zone: the time alone when it is today.
 * @param {string} iso
 */
export function formatTime(iso) {
	const time = new Date(iso);
	const today = time.toDateString() === new Date().toDateString();
	return (today ? TIME : DATE_TIME).format(time);
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
