import { html } from 'htm/preact';

/** @import { TargetedInputEvent } from 'preact' */

/** The choice of light, dark, or the system's theme, which this browser remembers. */
export function ThemeChoice() {
	const { dataset } = document.documentElement;
	/** @param {TargetedInputEvent<HTMLSelectElement>} event */
	function choose({ currentTarget: { value } }) {
		localStorage.setItem('theme', value);
		if (value === '') delete dataset.theme;
		else dataset.theme = value;
	}
	return html`<select aria-label="Color theme" defaultValue=${dataset.theme ?? ''} onChange=${choose}>
		<option value="">System theme</option>
		<option value="light" selected=${dataset.theme === 'light'}>Light</option>
		<option value="dark" selected=${dataset.theme === 'dark'}>Dark</option>
	</select>`;
}
