import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { CopyButton } from './copy-button.js';
import { Icon } from './icon.js';

const SHOWN_WHEN_HIDDEN = 6;

/**
 * A secret that can be copied, and shown.
 * @param {{ value: string, label: string, revealed?: boolean }} properties `revealed`: shown from the start
 */
export function Secret({ value, label, revealed = false }) {
	const [shown, setShown] = useState(revealed);
	return html`<span class="secret">
		<code>${shown ? value : `${value.slice(0, SHOWN_WHEN_HIDDEN)}••••••••`}</code>
		<span class="actions">
			${
				!revealed &&
				html`<button
					type="button"
					class="small secondary outline"
					aria-label=${`${shown ? 'Hide' : 'Show'} ${label}`}
					onClick=${() => setShown(!shown)}
				>
					<${Icon} name=${shown ? 'hide' : 'show'} /> ${shown ? 'Hide' : 'Show'}
				</button>`
			}
			<${CopyButton} text=${value} label=${label} />
		</span>
	</span>`;
}
