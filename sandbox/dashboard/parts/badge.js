import { html } from 'htm/preact';

/**
 * The mood of each status, which sets its color. The word itself is always shown, so the color is never
 * needed.
 */
const MOODS = {
	good: ['active', 'connected', 'completed', 'delivered', 'succeeded', 'success', 'paid', 'done', 'finished'],
	busy: ['running', 'pending', 'sent', 'scheduled', 'open', 'calling'],
	warning: ['retry', 'paused'],
	bad: ['undelivered', 'failed', 'client_error', 'gone', 'refused', 'dead_lettered', 'cut off'],
};

/**
 * Shows a status as a word.
 * @param {{ status: string, text?: string }} properties `text` in place of the word
 */
export function Badge({ status, text }) {
	const mood = Object.entries(MOODS).find(([, statuses]) => statuses.includes(status))?.[0] ?? 'neutral';
	return html`<span class=${`badge ${mood}`}>${text ?? status.replaceAll('_', ' ')}</span>`;
}
