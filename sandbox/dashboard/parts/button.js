import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { refresh } from '../state/data.js';
import { notifyError } from '../state/notices.js';
import { Icon } from './icon.js';

/**
 * @typedef {object} ButtonProperties
 * @property {string} icon
 * @property {string} text empty if it has only its icon
 * @property {() => unknown} act
 * @property {string} [of] the record that it acts on: screen readers say it after the text
 * @property {string} [label] its name if it has no text, also shown as a tooltip
 * @property {string} [className]
 */

/**
 * A button that does something at once; errors are shown in a notice.
 * @param {string} icon
 * @param {string} text
 * @param {ButtonProperties['act']} act
 * @param {Pick<ButtonProperties, 'of' | 'label' | 'className'>} [more]
 */
export const button = (icon, text, act, more) => html`<${Button} ...${{ icon, text, act, ...more }} />`;

/** @param {ButtonProperties} properties */
function Button({ icon, text, act, of, label, className = 'small secondary outline' }) {
	const [busy, setBusy] = useState(false);
	async function onClick() {
		setBusy(true);
		await Promise.resolve().then(act).catch(notifyError);
		void refresh();
		setBusy(false);
	}
	return html`<button
		type="button"
		class=${className}
		aria-label=${of === undefined ? label : `${text} ${of}`}
		title=${label}
		aria-busy=${busy}
		onClick=${onClick}
	>
		<${Icon} name=${icon} /> ${text}
	</button>`;
}
