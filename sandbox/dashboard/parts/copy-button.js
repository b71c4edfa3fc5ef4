import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { notify } from '../notices.js';
import { Icon } from './icon.js';

const SAYS_SO_MS = 2_000;

/**
 * Puts a text on the clipboard.
 * @param {{ text: string, label: string }} properties `label` names what is copied, e.g. "API key"
 */
export function CopyButton({ text, label }) {
	const [copied, setCopied] = useState(false);

	async function copy() {
		try {
			await navigator.clipboard.writeText(text);
			setCopied(true);
			setTimeout(() => setCopied(false), SAYS_SO_MS);
			notify({ kind: 'success', text: `${label} copied.` });
		} catch {
			// No clipboard: the page is not on this machine, or the browser was told to refuse.
			notify({
				kind: 'error',
				text: `The browser does not let this page copy. Select the ${label} and copy it.`,
			});
		}
	}

	return html`<button
		type="button"
		class="small secondary outline"
		aria-label=${`Copy ${label}`}
		onClick=${copy}
	>
		<${Icon} name=${copied ? 'done' : 'copy'} /> ${copied ? 'Copied' : 'Copy'}
	</button>`;
}
