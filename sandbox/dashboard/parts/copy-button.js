import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { button } from './button.js';
import { Icon } from './icon.js';

const SAYS_SO_MS = 2_000;

/** The clipboard is unavailable if the page does not come from this machine or the browser refuses access. */
const FORBIDDEN = 'The browser does not let this page copy: select the text and copy it by hand.';

/**
 * Copies a text to the clipboard; `label` names it, e.g. "API key"; `compact` shows the icon alone.
 * @param {{ text: string, label: string, compact?: boolean, caption?: string }} properties
 */
export function CopyButton({ text, label, compact, caption = 'Copy' }) {
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
	const looks = compact ? 'plain' : 'small secondary outline';
	return html`<button type="button" class=${looks} aria-label=${`Copy ${label}`} title="Copy" onClick=${copy}>
			<${Icon} name=${copied ? 'check2' : 'copy'} /> ${!compact && (copied ? 'Copied' : caption)}
		</button>
		<span role="status" class=${outcome === FORBIDDEN ? 'bad' : 'visually-hidden'}>${outcome}</span>`;
}

/**
 * Shows a value with a button to copy it; of a secret only the beginning is shown until the user asks for it.
 * @param {{ value: string, label: string, secret?: boolean }} properties
 */
export function Copyable({ value, label, secret = false }) {
	const [hidden, setHidden] = useState(secret);
	const verb = hidden ? 'Show' : 'Hide';
	const toggle = () => setHidden(!hidden);
	return html`<span class="copyable">
		<code>${hidden ? `${value.slice(0, 6)}••••••••` : value}</code>
		<span class="actions">
			${secret && button(hidden ? 'eye' : 'eye-slash', verb, toggle, { of: label })}
			<${CopyButton} text=${value} label=${label} />
		</span>
	</span>`;
}

/**
 * An ID with a button to copy it; `short` shows only its beginning, `text` is shown in its place.
 * @param {{ id: string, label?: string, short?: boolean, href?: string, text?: string }} properties
 */
export function Id({ id, label = 'ID', short = false, href, text }) {
	const shown = text ?? html`<code>${short && id.length > 18 ? `${id.slice(0, 12)}…` : id}</code>`;
	return html`<span class="id" title=${id}
		>${href ? html`<a href=${href}>${shown}</a>` : shown}<${CopyButton} text=${id} label=${label} compact
	/></span>`;
}
