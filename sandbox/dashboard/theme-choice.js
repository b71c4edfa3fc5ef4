import { html } from 'htm/preact';
import { useState } from 'preact/hooks';

const THEMES = [
	{ value: '', text: 'System theme' },
	{ value: 'light', text: 'Light' },
	{ value: 'dark', text: 'Dark' },
];

/** Light, dark, or as the system has it; kept in this browser. */
export function ThemeChoice() {
	const [theme, setTheme] = useState(document.documentElement.dataset.theme ?? '');

	/** @param {Event} event */
	function choose(event) {
		const { value } = /** @type {HTMLSelectElement} */ (event.target);
		setTheme(value);
		localStorage.setItem('theme', value);
		if (value === '') delete document.documentElement.dataset.theme;
		else document.documentElement.dataset.theme = value;
	}

	return html`<select class="theme" aria-label="Colour theme" value=${theme} onChange=${choose}>
		${THEMES.map(({ value, text }) => html`<option key=${value} value=${value}>${text}</option>`)}
	</select>`;
}
