import { html } from 'htm/preact';
import { button } from '../parts/button.js';
import { ContactLink } from '../parts/contact-link.js';
import { openForm } from '../parts/dialog.js';
import { Pages, Table } from '../parts/table.js';
import { column, Fields, Tags } from '../parts/value.js';
import { call } from '../state/api.js';
import { useResource } from '../state/cache.js';
import { notifySuccess } from '../state/notices.js';
import { hrefOf } from '../state/place.js';

/** Batch call campaigns (section 2) and how far they are. @type {import('./records.js').RecordKind} */
export const batches = {
	title: 'Batches',
	lead: 'Call campaigns. No real calls: the sandbox dials by its own clock.',
	path: '/batches',
	columns: [
		'status',
		{ title: 'Progress', className: 'wide', cell: Progress },
		'caller_id',
		'started_at',
		'id',
	],
	empty: 'No campaigns yet. Create one with Batch Call > Create in n8n.',
	filters: [{ name: 'search', label: 'Search in campaigns' }],
	paged: true,
	single: true,
	actionsOf: cancelButton,
	Record: BatchRecord,
};

const REASONS = { busy: 'The line was busy.', no_answer: 'Not answered.' };

/** A campaign with what came of each call. */
function BatchRecord({ record }) {
	const { recipients, ...facts } = record;
	const calls = useResource(`/calls?limit=1000&search=${record.id}`).data?.calls ?? [];
	const callOf = ({ call_id: id }) => calls.find((one) => one.id === id);
	const columns = [
		{ title: 'Name', cell: ({ name, phone_number: number }) => Recipient({ name, number }) },
		'phone_number',
		'status',
		{ title: 'Result', className: 'wide', cell: (row) => Result(row, callOf(row)) },
		'call_started_at',
	].map(column);
	return html`${Progress(record)}
		<${Outcomes} calls=${calls} />
		<h2>Recipients</h2>
		<${Table} label="Recipients" rows=${recipients} columns=${columns} keyOf=${(row) => row.phone_number} />
		<${Pages} label="recipients" total=${record.total_recipients} />
		<h2>Details</h2>
		<${Fields} record=${facts} />`;
}

/** A recipient who was reached has a page. */
const Recipient = ({ name, number }) =>
	name === null ? '–' : html`<${ContactLink} number=${number} name=${name} />`;

/** Describes the result of the call to a recipient. */
function Result({ failure_reason: reason }, call) {
	if (call) return html`<a href=${hrefOf(['calls', call.id])}>${call.summary}</a>`;
	return reason === null ? '–' : (REASONS[reason] ?? reason);
}

/** How many calls ended with which outcome. */
function Outcomes({ calls }) {
	const outcomes = calls.map(({ extracted_data: data }) => data.outcome).filter(Boolean);
	const tags = [...new Set(outcomes)].map((outcome) => {
		const count = outcomes.filter((one) => one === outcome).length;
		return `${count} ${outcome.replaceAll('_', ' ')}`;
	});
	return tags.length > 0 && html`<p class="line">Outcomes: <${Tags} tags=${tags} /></p>`;
}

const FINAL = ['completed', 'cancelled', 'failed'];

function cancelButton({ id, name, status }) {
	if (FINAL.includes(status)) return null;
	return button('x-lg', 'Cancel the campaign', () => cancel(id, name), { className: 'small danger outline' });
}

function cancel(id, name) {
	openForm({
		title: `Cancel “${name}”?`,
		action: 'Cancel the campaign',
		danger: true,
		act: async () => {
			await call('POST', `/batches/${id}/cancel`);
			notifySuccess(`“${name}” is cancelled.`);
		},
		about: html`<p>Recipients who were not called yet are skipped. This cannot be undone.</p>`,
	});
}

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
