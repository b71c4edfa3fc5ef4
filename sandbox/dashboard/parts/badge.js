import { html } from 'htm/preact';

/** How good each status is; the word itself is always shown, so the colour is never needed. */
const MOODS = {
	active: 'good',
	connected: 'good',
	completed: 'good',
	delivered: 'good',
	succeeded: 'good',
	success: 'good',
	paid: 'good',
	running: 'busy',
	retry: 'warning',
	pending: 'busy',
	sent: 'busy',
	scheduled: 'busy',
	open: 'busy',
	paused: 'warning',
	undelivered: 'bad',
	failed: 'bad',
	client_error: 'bad',
	gone: 'bad',
	dead_lettered: 'bad',
};

/**
 * A status in its own word.
 * @param {{ status: string, text?: string }} properties
 */
export function Badge({ status, text }) {
	const mood = MOODS[/** @type {keyof typeof MOODS} */ (status)] ?? 'neutral';
	return html`<span class=${`badge ${mood}`}>${text ?? status.replaceAll('_', ' ')}</span>`;
}
