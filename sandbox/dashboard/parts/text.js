import { html } from 'htm/preact';

/** A body: JSON is laid out for reading, other text is shown as it is. */
export function Text({ label, text }) {
	return html`<pre
		tabindex="0"
		aria-label=${label}
	><code>${text === '' ? '(empty)' : layOut(text)}</code></pre>`;
}

/** @param {string} text */
export function layOut(text) {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text;
	}
}
