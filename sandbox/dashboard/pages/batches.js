import { html } from 'htm/preact';
import { Pages } from '../parts/table.js';
import { Fields } from '../parts/value.js';

/** Batch call campaigns (section 2) and how far they are. @type {import('./records.js').RecordKind} */
export const batches = {
	title: 'Batches',
	lead: 'Call campaigns. Nobody is really called: the sandbox dials by its own clock.',
	path: '/batches',
	columns: [
		'status',
		{ title: 'Progress', className: 'wide', cell: Progress },
		'caller_id',
		'started_at',
		'id',
	],
	empty: 'There is no campaign. Create one with Batch Call > Create.',
	paged: true,
	single: true,
	Record: ({ record }) =>
		html`${Progress(record)}
			<${Fields} record=${record} />
			<${Pages} label="recipients" total=${record.total_recipients} />`,
};

/** How many of the calls are over, and how they ended. */
function Progress({
	name,
	status,
	total_recipients: total,
	completed_count: completed,
	failed_count: failed,
}) {
	const done = completed + failed;
	const left = ['cancelled', 'failed'].includes(status) ? 'skipped' : 'to go';
	const label = `Calls of ${name} that are over`;
	return html`<progress value=${done} max=${Math.max(total, 1)} aria-label=${label}></progress>
		<p class="line">
			<span><strong>${done} of ${total}</strong> called</span> <span>${completed} completed</span>
			${failed > 0 && html`<span class="bad">${failed} failed</span>`}
			${total > done && html`<span class="dim">${total - done} ${left}</span>`}
		</p>`;
}
