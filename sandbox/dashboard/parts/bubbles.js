import { html } from 'htm/preact';

/**
 * One thing that was said; `own` by the account's side.
 * @typedef {{ key: string | number, own: boolean, who: string, content: any, foot?: any }} Bubble
 */

/**
 * What two sides said to each other, oldest first: the account's side on the right.
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
					${foot && html`<span class="dim">${foot}</span>`}
				</li>`,
		)}
	</ol>`;
}
