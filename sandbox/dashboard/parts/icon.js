import { html } from 'htm/preact';

/**
 * A picture beside words that say the same.
 * @param {{ name: string }} properties of a Bootstrap icon
 */
export function Icon({ name }) {
	const style = { '--shape': `url('/dashboard/icons/${name}.svg')` };
	return html`<span class=${`icon ${name}`} style=${style} aria-hidden="true"></span>`;
}
