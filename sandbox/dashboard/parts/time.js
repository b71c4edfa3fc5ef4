import { html } from 'htm/preact';
import { formatTime } from '../state/clock.js';

/**
 * A time, or a dash if there is none; hovering shows it as the interface formats it.
 * @param {{ at: string | null | undefined }} properties ISO 8601
 */
export function Time({ at }) {
	if (!at) return html`<span class="dim">–</span>`;
	return html`<time datetime=${at} title=${at}>${formatTime(at)}</time>`;
}
