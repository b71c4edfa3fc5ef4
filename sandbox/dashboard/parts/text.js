import { html } from 'htm/preact';

/**
 * A text of several lines, unformatted.
 * @param {{ label: string, text: string }} properties
 */
export function PlainText({ label, text }) {
	return html`<pre tabindex="0" aria-label=${label}><code>${text === '' ? '(empty)' : text}</code></pre>`;
}

/**
 * A body; JSON is formatted for reading, other text is shown as it is.
 * @param {{ label: string, text: string }} properties
 */
export const Text = ({ label, text }) => html`<${PlainText} label=${label} text=${layOut(text)} />`;

/** @param {string} text */
export function layOut(text) {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text;
	}
}
