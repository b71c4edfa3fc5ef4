import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { call } from '../api.js';
import { notify } from '../notices.js';
import { hrefOf } from '../router.js';
import { Icon } from './icon.js';

/**
 * Sends a delivery again: the same bytes under the same signature (section 6, replay).
 * @param {{ id: string, event: string }} properties `id` of a delivery or of a dead letter
 */
export function ReplayButton({ id, event }) {
	const [busy, setBusy] = useState(false);

	async function replay() {
		setBusy(true);
		try {
			const delivery = await call('POST', `/deliveries/${encodeURIComponent(id)}/replay`);
			notify({
				kind: 'success',
				text: `${event} is being sent again.`,
				link: { href: hrefOf(['deliveries', delivery.id]), text: 'Watch it' },
			});
		} catch (error) {
			notify({ kind: 'error', text: error instanceof Error ? error.message : String(error) });
		}
		setBusy(false);
	}

	return html`<button
		type="button"
		class="small outline"
		aria-busy=${busy}
		aria-label=${`Replay ${event} ${id}`}
		onClick=${replay}
	>
		<${Icon} name="replay" /> Replay
	</button>`;
}
