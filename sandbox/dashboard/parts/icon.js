import { html } from 'htm/preact';

/**
 * A decorative icon beside words with the same meaning.
 * @param {{ name: string }} properties of a Bootstrap icon
 */
export function Icon({ name }) {
	const style = { '--shape': `url('/dashboard/icons/${name}.svg')` };
	return html`<span class=${`icon ${name}`} style=${style} aria-hidden="true"></span>`;
}
