import { html } from 'htm/preact';

/**
 * A picture beside words that say the same; its shape is set in `styles/icons.css`.
 * @param {{ name: string }} properties
 */
export function Icon({ name }) {
	return html`<span class=${`icon icon-${name}`} aria-hidden="true"></span>`;
}
