import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { Icon } from './icon.js';

const SAYS_SO_MS = 2_000;

/** No clipboard: the page does not come from this machine, or the browser was told to refuse. */
const FORBIDDEN = 'The browser does not let this page copy: select the text and copy it by hand.';

/**
 * Puts a text on the clipboard.
 * @param {{ text: string, label: string }} properties `label` names what is copied, e.g. "API key"
 */
export function CopyButton({ text, label }) {
	const [outcome, setOutcome] = useState('');

	async function copy() {
		try {
			await navigator.clipboard.writeText(text);
			setOutcome(`${label} copied.`);
			setTimeout(() => setOutcome(''), SAYS_SO_MS);
		} catch {
			setOutcome(FORBIDDEN);
		}
	}

	const copied = outcome !== '' && outcome !== FORBIDDEN;
	return html`<button
			type="button"
			class="small secondary outline"
			aria-label=${`Copy ${label}`}
			onClick=${copy}
		>
			<${Icon} name=${copied ? 'done' : 'copy'} /> ${copied ? 'Copied' : 'Copy'}
		</button>
		<span role="status" class=${outcome === FORBIDDEN ? 'bad' : 'visually-hidden'}>${outcome}</span>`;
}
