import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { notifyError } from '../state/notices.js';
import { Icon } from './icon.js';

/**
 * A button that does something at once; what goes wrong is told in a notice.
 * @param {{ icon: string, text: string, onClick: () => unknown, label?: string, className?: string }} properties
 * `label` is its name for those who do not see what it stands beside
 */
export function Button({ icon, text, onClick, label, className = 'small secondary outline' }) {
	const [busy, setBusy] = useState(false);
	async function act() {
		setBusy(true);
		try {
			await onClick();
		} catch (error) {
			notifyError(error);
		}
		setBusy(false);
	}
	return html`<button type="button" class=${className} aria-label=${label} aria-busy=${busy} onClick=${act}>
		<${Icon} name=${icon} /> ${text}
	</button>`;
}
