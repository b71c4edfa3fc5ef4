import { html } from 'htm/preact';
import { Button } from '../parts/button.js';
import { openForm } from '../parts/dialog.js';
import { inWords } from '../parts/filters.js';
import { Form } from '../parts/form.js';
import { Page } from '../parts/page.js';
import { Table } from '../parts/table.js';
import { column } from '../parts/value.js';
import { call } from '../state/api.js';
import { useResource } from '../state/cache.js';
import { formatTime, sandboxNow } from '../state/clock.js';
import { notifySuccess } from '../state/notices.js';

const STEPS = { '1 minute': 60, '1 hour': 3600, '1 day': 86_400 };
const FAULTS = {
	latency: 'Slow answer',
	status: 'Error status',
	rate_limit: 'Rate limit (429)',
	reset: 'Connection reset',
	reset_after: 'Reset after the work was done',
	truncate: 'Answer cut short',
	html: 'A web page instead of JSON',
	empty: 'Empty answer',
	malformed: 'Broken JSON',
};
const BAD_DELIVERIES = {
	wrong_signature: 'Wrong signature',
	duplicate: 'Sent twice',
	reordered: 'In another order',
};
const SEEDS = { demo: 'Demo data', empty: 'Nothing but a key' };

/** @param {Record<string, string>} words */
const optionsOf = (words) => Object.entries(words).map(([value, text]) => ({ value, text }));

/** What can go wrong, on request; the sandbox's clock; and the way back to a fresh sandbox. */
export function FaultsPage() {
	return html`<${Page} title="Faults and time" lead="Try what a workflow must be able to bear.">
		<div class="columns">
			<div><${Time} /><${WebhookFaults} /></div>
			<div><${ApiFaults} /></div>
		</div>
		<section class="card" aria-labelledby="reset-title">
			<h2 id="reset-title">Reset</h2>
			<p>Takes everything back to the start: data, history, faults and clock.</p>
			<${Button}
				icon="arrow-counterclockwise"
				text="Reset the sandbox"
				className="danger outline"
				onClick=${askToReset}
			/>
		</section>
	<//>`;
}

function askToReset() {
	openForm({
		title: 'Reset the sandbox?',
		fields: [{ name: 'seed', label: 'Start with', kind: 'choice', options: optionsOf(SEEDS) }],
		action: 'Reset',
		danger: true,
		act: async (values) => {
			await call('POST', '/reset', values);
			notifySuccess('The sandbox is as new. The first API key stays valid.');
		},
		about: html`<p>Messages, deliveries, agents and everything else are replaced. This cannot be undone.</p>`,
	});
}

/** Retries, campaigns and windows wait on the sandbox's own clock, so advancing it has the effect of waiting. */
function Time() {
	const offset = useResource('/clock').data?.offset_seconds ?? 0;
	/** @param {object} body */
	async function change(body) {
		const { now } = await call('POST', '/clock', body);
		notifySuccess(`It is ${formatTime(now)} in the sandbox.`);
	}
	return html`<section class="card" aria-labelledby="time-title">
		<h2 id="time-title">Let time pass</h2>
		<p>Retries, campaigns and 24-hour windows follow the sandbox's clock. What falls due happens at once.</p>
		<p class="actions">
			${Object.entries(STEPS).map(
				([text, seconds]) =>
					html`<${Button}
						key=${text}
						icon="plus-lg"
						text=${text}
						onClick=${() => change({ advance_seconds: seconds })}
					/>`,
			)}
			${
				Math.abs(offset) >= 1 &&
				html`<${Button}
					icon="arrow-counterclockwise"
					text="Back to now"
					onClick=${() => change({ advance_seconds: -offset })}
				/>`
			}
		</p>
		<${Form}
			label="Set the time"
			fields=${[{ name: 'now', label: 'Or set it to', kind: 'time', required: true, value: localTime(sandboxNow()) }]}
			action="Set the time"
			act=${change}
		/>
	</section>`;
}

/**
 * As a field for dates and times takes it.
 * @param {Date} time
 */
function localTime(time) {
	return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function WebhookFaults() {
	const counts = useResource('/bad-deliveries').data?.bad_deliveries ?? [];
	const active = counts.filter((/** @type {any} */ { remaining }) => remaining > 0);
	return html`<section class="card" aria-labelledby="webhook-faults-title">
		<h2 id="webhook-faults-title">The next webhooks</h2>
		${active.map(
			(/** @type {any} */ { kind, remaining }) =>
				html`<p key=${kind} class="warning">
					${BAD_DELIVERIES[/** @type {keyof typeof BAD_DELIVERIES} */ (kind)]}: the next ${remaining}
				</p>`,
		)}
		<${Form}
			label="The next webhooks"
			fields=${[
				{ name: 'kind', label: 'What happens to them', kind: 'choice', options: optionsOf(BAD_DELIVERIES) },
				{ name: 'count', label: 'How many', kind: 'whole', value: '2', required: true },
			]}
			action="Add"
			act=${async (/** @type {any} */ values) => void (await call('POST', '/bad-deliveries', values))}
			beside=${active.length > 0 && html`<${Button} icon="x-lg" text="Clear" onClick=${() => call('DELETE', '/bad-deliveries')} />`}
		/>
	</section>`;
}

function ApiFaults() {
	const faults = useResource('/faults').data?.faults ?? [];
	const endpoints = useResource('/endpoints').data?.endpoints ?? [];
	const allEndpoints = [
		{ value: '*', text: 'All endpoints' },
		...endpoints.map((/** @type {string} */ value) => ({ value, text: value })),
	];
	const kindColumn = {
		title: 'Fault',
		cell: (/** @type {any} */ { kind, status }) =>
			html`${FAULTS[/** @type {keyof typeof FAULTS} */ (kind)]}
			${status && html`<span class="tag">${status}</span>`}`,
	};
	const left = {
		title: 'Requests left',
		cell: (/** @type {any} */ { remaining }) => remaining ?? 'until removed',
	};
	const remove = {
		title: 'Actions',
		hidden: true,
		className: 'row-actions',
		cell: (/** @type {any} */ { id, kind, endpoint }) =>
			html`<${Button}
				icon="trash3"
				text="Remove"
				label=${`Remove ${inWords(kind)} of ${endpoint}`}
				onClick=${() => call('DELETE', `/faults/${id}`)}
			/>`,
	};
	/** @param {any} values */
	async function add({ until_removed: lasting, count, ...values }) {
		await call('POST', '/faults', { ...values, ...(lasting ? { count: null } : { count }) });
	}
	return html`<section class="card" aria-labelledby="api-faults-title">
		<h2 id="api-faults-title">The next requests</h2>
		${faults.length > 0 && html`<${Table} label="Faults" rows=${faults} columns=${[kindColumn, column('endpoint'), left, remove]} />`}
		<${Form}
			label="The next requests"
			fields=${[
				{ name: 'kind', label: 'Fault', kind: 'choice', options: optionsOf(FAULTS) },
				{ name: 'endpoint', label: 'Endpoint', kind: 'choice', options: allEndpoints },
				{ name: 'count', label: 'How many requests', kind: 'whole', value: '1' },
				{ name: 'until_removed', label: 'Until removed', kind: 'switch' },
				{ name: 'latency_ms', label: 'Delay (milliseconds)', kind: 'whole', placeholder: 'e.g. 3000' },
				{ name: 'status', label: 'Status', kind: 'whole', placeholder: 'e.g. 503' },
				{ name: 'retry_after', label: 'Retry-After (seconds)', kind: 'whole', placeholder: 'e.g. 5' },
				{
					name: 'requests_per_second',
					label: 'Requests per second',
					kind: 'decimal',
					placeholder: 'Only for a rate limit',
				},
			]}
			action="Add fault"
			act=${add}
		/>
	</section>`;
}
