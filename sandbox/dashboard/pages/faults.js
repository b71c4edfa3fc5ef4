import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { button } from '../parts/button.js';
import { openForm } from '../parts/dialog.js';
import { field, Form, optionsOf } from '../parts/form.js';
import { actionsColumn, Table } from '../parts/list.js';
import { card, Page } from '../parts/page.js';
import { column } from '../parts/value.js';
import { formatTime, localZone, sandboxNow } from '../state/clock.js';
import { call, useResource } from '../state/data.js';
import { notifySuccess } from '../state/notices.js';
import { Snapshots } from './snapshots.js';

/** @import { TargetedInputEvent } from 'preact' */
/** @import { Fault } from '../../src/client/records.ts' */
/** @import { Column } from '../parts/list.js' */

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
/** The faults that a field is for; fields that are not named here are for all. @type {Record<string, string[]>} */
const ONLY_FOR = {
	latency_ms: ['latency'],
	latency_max_ms: ['latency'],
	status: ['status', 'rate_limit', 'html', 'empty', 'malformed'],
	retry_after: ['status', 'rate_limit', 'html'],
	requests_per_second: ['rate_limit'],
};
const DELIVERY_FAULTS = {
	wrong_signature: 'Wrong signature',
	duplicate: 'Sent twice',
	reordered: 'In another order',
};
const SEEDS = {
	demo: 'Demo data',
	empty: 'Agents and numbers, without a history',
	bare: 'Nothing but an API key',
};

/** The page for failures on request, the sandbox's clock, and resetting the sandbox. */
export function FaultsPage() {
	return html`<${Page} title="Faults and time" lead="Test how workflows cope with failures.">
		<div class="columns">
			<div><${Time} /><${WebhookFaults} /></div>
			<div><${RequestFaults} /><${Snapshots} /><${Reset} /></div>
		</div>
	<//>`;
}

function Reset() {
	const look = { className: 'small danger outline' };
	return card(
		'Reset',
		html`<p>Takes everything back to the start: data, history, faults and clock.</p>
			${button('arrow-counterclockwise', 'Reset the sandbox', reset, look)}`,
	);
}

function reset() {
	openForm({
		title: 'Reset the sandbox?',
		fields: [field('choice', 'seed', 'Start with', { options: optionsOf(SEEDS) })],
		action: 'Reset',
		danger: true,
		act: async (values) => {
			await call('POST', '/reset', values);
			notifySuccess('The sandbox was reset. The first API key stays valid.');
		},
		about: html`<p>Messages, deliveries, agents and everything else are replaced. This cannot be undone.</p>`,
	});
}

/** Retries, batch calls and windows wait on the sandbox's clock, so advancing it has the effect of waiting. */
function Time() {
	const offset = useResource('/clock').data?.offset_seconds ?? 0;
	const now = sandboxNow();
	// The format of an input for dates and times.
	const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
	const fields = [field('time', 'now', 'Or set it to', { required: true, value: local })];
	/** @param {object} body */
	async function change(body) {
		const clock = await call('POST', '/clock', body);
		notifySuccess(`It is ${formatTime(clock.now)} in the sandbox.`);
	}
	const advance = (/** @type {number} */ seconds) => () => change({ advance_seconds: seconds });
	return card(
		'Let time pass',
		html`<p>
				Retries, batch calls and 24-hour windows follow the sandbox's clock. What falls due happens at once.
				Times are in your time zone, ${localZone}.
			</p>
			<p class="actions">
				${Object.entries(STEPS).map(([text, seconds]) => button('plus-lg', text, advance(seconds)))}
				${Math.abs(offset) >= 1 && button('arrow-counterclockwise', 'Back to now', advance(-offset))}
			</p>
			<${Form} label="Set the time" fields=${fields} action="Set the time" act=${change} />`,
	);
}

function WebhookFaults() {
	const counts = useResource('/delivery-faults').data?.delivery_faults ?? [];
	const active = counts.filter(({ remaining }) => remaining > 0);
	const fields = [
		field('choice', 'kind', 'What happens to them', { options: optionsOf(DELIVERY_FAULTS) }),
		field('whole', 'count', 'How many', { value: '2', required: true }),
	];
	const add = async (/** @type {object} */ values) => void (await call('POST', '/delivery-faults', values));
	const clear = active.length > 0 && button('x-lg', 'Clear', () => call('DELETE', '/delivery-faults'));
	return card(
		'Delivery faults',
		html`${active.map(
				({ kind, remaining }) => html`<p class="warning">${DELIVERY_FAULTS[kind]}: the next ${remaining}</p>`,
			)} <${Form} label="Delivery faults" fields=${fields} action="Add fault" act=${add} beside=${clear} />`,
	);
}

function RequestFaults() {
	const faults = useResource('/faults').data?.faults ?? [];
	const endpoints = useResource('/endpoints').data?.endpoints ?? [];
	const [kind, setKind] = useState('latency');
	const onChange = (/** @type {TargetedInputEvent<HTMLSelectElement>} */ { currentTarget }) =>
		setKind(currentTarget.value);
	const fields = [
		field('choice', 'kind', 'Fault', { options: optionsOf(FAULTS), onChange }),
		field('choice', 'endpoint', 'Endpoint', { options: [{ value: '*', text: 'All' }, ...endpoints] }),
		field('whole', 'count', 'How many requests', { placeholder: 'Left empty: until removed', value: '1' }),
		field('decimal', 'share', 'Share of the requests', { placeholder: 'e.g. 0.1 for one of ten' }),
		field('whole', 'latency_ms', 'Delay (milliseconds)', { placeholder: 'e.g. 3000' }),
		field('whole', 'latency_max_ms', 'At most (milliseconds)', {
			placeholder: 'Empty: no range',
		}),
		field('whole', 'status', 'Status', { placeholder: 'e.g. 503' }),
		field('whole', 'retry_after', 'Retry-After (seconds)', { placeholder: 'e.g. 5' }),
		field('decimal', 'requests_per_second', 'Requests per second', { placeholder: 'e.g. 5' }),
		field('object', 'matching', 'Only with this in the body', { placeholder: 'e.g. {"agent_id": "..."}' }),
	].filter(({ name }) => ONLY_FOR[name]?.includes(kind) ?? true);
	const add = async (/** @type {{ count?: number | null }} */ { count = null, ...values }) =>
		void (await call('POST', '/faults', { ...values, count }));
	/** @type {Column<Fault>[]} */
	const columns = [
		{
			title: 'Fault',
			cell: ({ kind, status, share, matching }) => {
				const limits = [status, share && `${share * 100} %`, matching && JSON.stringify(matching)];
				return html`${FAULTS[kind]} ${limits.map((one) => one && html`<span class="tag">${one}</span> `)}`;
			},
		},
		column('endpoint'),
		{ title: 'Requests left', cell: ({ remaining }) => remaining ?? 'until removed' },
		actionsColumn(({ id, kind, endpoint }) =>
			button('trash3', 'Remove', () => call('DELETE', `/faults/${id}`), {
				of: `${FAULTS[kind]} of ${endpoint}`,
			}),
		),
	];
	return card(
		'Request faults',
		html`${faults.length > 0 && html`<${Table} label="Faults" rows=${faults} columns=${columns} />`}
			<${Form} label="Request faults" fields=${fields} action="Add fault" act=${add} />`,
	);
}
