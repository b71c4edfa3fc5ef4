import { html } from 'htm/preact';

/** @import { ComponentChildren } from 'preact' */

/**
 * A thing that was said; `own` means by the person outside, as on their phone.
 * @typedef {object} Bubble
 * @property {string | number} key
 * @property {boolean} own
 * @property {string} who
 * @property {ComponentChildren} content
 * @property {ComponentChildren} [foot]
 */

/**
 * Shows a conversation of two sides, oldest first, with the person on the right and the account on the left.
 * @param {{ label: string, bubbles: Bubble[] }} properties
 */
export function Bubbles({ label, bubbles }) {
	if (bubbles.length === 0) return html`<p class="empty">Nothing was said.</p>`;
	return html`<ol class="bubbles" aria-label=${label}>
		${bubbles.map(
			({ key, own, who, content, foot }) =>
				html`<li key=${key} class=${own ? 'own' : ''}>
					<span class="who dim">${who}</span>
					<div class="bubble">${content}</div>
					${foot && html`<div class="dim">${foot}</div>`}
				</li>`,
		)}
	</ol>`;
}
