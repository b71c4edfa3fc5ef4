import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { refresh } from '../state/cache.js';
import { notifyError } from '../state/notices.js';
import { Icon } from './icon.js';

/**
 * A button that does something at once; what goes wrong is told in a notice.
 * @param {{ label?: string, className?: string }} [more] `label` is its name for screen readers
 */
export const button = (icon, text, act, more) => html`<${Button} ...${{ icon, text, act, ...more }} />`;

function Button({ icon, text, act, label, className = 'small secondary outline' }) {
	const [busy, setBusy] = useState(false);
	async function onClick() {
		setBusy(true);
		await Promise.resolve().then(act).catch(notifyError);
		refresh();
		setBusy(false);
	}
	return html`<button
		type="button"
		class=${className}
		aria-label=${label}
		aria-busy=${busy}
		onClick=${onClick}
	>
		<${Icon} name=${icon} /> ${text}
	</button>`;
}
