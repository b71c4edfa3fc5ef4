import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { call } from '../api.js';
import { notify } from '../notices.js';
import { useResource } from '../resource.js';
import { formatDuration, formatTime } from '../times.js';

const STEPS = [
	{ seconds: 60, text: '1 minute' },
	{ seconds: 3600, text: '1 hour' },
	{ seconds: 86_400, text: '1 day' },
];

/** The sandbox's own clock: retries, campaigns and windows wait on it, so advancing it has the effect of waiting. */
export function SandboxClock() {
	const { data } = useResource('/clock');
	const [busy, setBusy] = useState(false);

	/** @param {{ seconds: number, text: string }} step */
	async function advance({ seconds, text }) {
		setBusy(true);
		try {
			const { now } = await call('POST', '/clock', { advance_seconds: seconds });
			notify({ kind: 'success', text: `${text} has passed. It is ${formatTime(now)} in the sandbox.` });
		} catch (error) {
			notify({ kind: 'error', text: error instanceof Error ? error.message : String(error) });
		}
		setBusy(false);
	}

	return html`<section class="clock" aria-labelledby="clock-title">
		<h2 id="clock-title">Let time pass</h2>
		<p>
			Retries, campaigns and 24-hour windows follow the sandbox's clock; what falls due happens at once.${' '}
			${data && html`<span class="dim">It is ${ahead(data.offset_seconds)}.</span>`}
		</p>
		<div class="actions">
			${STEPS.map(
				(step) =>
					html`<button
						key=${step.seconds}
						type="button"
						class="small secondary outline"
						disabled=${busy}
						onClick=${() => advance(step)}
					>
						+ ${step.text}
					</button>`,
			)}
		</div>
	</section>`;
}

/** @param {number} seconds */
function ahead(seconds) {
	if (Math.abs(seconds) < 1) return 'the real time';
	return `${formatDuration(Math.abs(seconds) * 1000)} ${seconds > 0 ? 'ahead of' : 'behind'} the real time`;
}
