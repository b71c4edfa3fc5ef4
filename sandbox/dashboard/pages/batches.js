import { html } from 'htm/preact';
import { button } from '../parts/button.js';
import { ContactLink } from '../parts/contact-link.js';
import { openForm } from '../parts/dialog.js';
import { PageLinks, Table } from '../parts/list.js';
import { Time } from '../parts/time.js';
import { column, Fields, Tags } from '../parts/value.js';
import { call } from '../state/data.js';
import { notifySuccess } from '../state/notices.js';
import { hrefOf } from '../state/place.js';

/** @import { Batch, BatchDetail } from '../../src/client/records.ts' */
/** @import { Column } from '../parts/list.js' */
/** @import { RecordKind } from './records.js' */

/** @typedef {BatchDetail['recipients'][number]} Recipient */

/** Batch calls (section 2) and their progress. @type {RecordKind<'/batches'>} */
export const batches = {
	title: 'Batch calls',
	lead: 'Calls to many people. Nobody is really called: the sandbox dials by its own clock.',
	path: '/batches',
	columns: [
		'status',
		{ title: 'Progress', className: 'wide', cell: Progress },
		'caller_id',
		{ title: 'Started', cell: Start },
		'id',
	],
	empty: 'No batch calls yet. Create one with Batch Call > Create in n8n.',
	filters: [{ name: 'search', label: 'Search in batch calls' }],
	paged: true,
	single: true,
	actionsOf: cancelButton,
	Record: BatchRecord,
};

/** The start of a batch call, or the time for which it is scheduled. @param {Batch} batch */
function Start({ started_at: startedAt, scheduled_at: scheduledAt }) {
	if (startedAt !== null) return html`<${Time} at=${startedAt} />`;
	return scheduledAt === null ? '–' : html`for <${Time} at=${scheduledAt} />`;
}

/** @type {Record<string, string>} */
const REASONS = { busy: 'The line was busy.', no_answer: 'Not answered.' };

/** A batch call with the result of each call. @param {{ record: BatchDetail }} properties */
function BatchRecord({ record }) {
	const { recipients, outcomes, ...facts } = record;
	/** @type {Column<Recipient>[]} */
	const columns = [
		{ title: 'Name', cell: Person },
		column('phone_number'),
		column('status'),
		{ title: 'Result', className: 'wide', cell: Result },
		column('call_started_at'),
	];
	return html`${Progress(record)}
		<${Outcomes} outcomes=${outcomes} />
		<h2>Recipients</h2>
		<${Table}
			label="Recipients"
			rows=${recipients}
			columns=${columns}
			keyOf=${(/** @type {Recipient} */ row) => row.phone_number}
		/>
		<${PageLinks} label="recipients" total=${record.total_recipients} />
		<h2>Details</h2>
		<${Fields} record=${facts} />`;
}

/** The recipient, with a link to the contact's page if they were reached. @param {Recipient} recipient */
const Person = ({ name, phone_number: number }) =>
	name === null ? '–' : html`<${ContactLink} number=${number} name=${name} />`;

/** Describes the result of the call to a recipient. @param {Recipient} recipient */
function Result({ call_id: callId, call_summary: summary, failure_reason: reason }) {
	if (callId !== null && summary !== null) return html`<a href=${hrefOf(['calls', callId])}>${summary}</a>`;
	return reason === null ? '–' : (REASONS[reason] ?? reason);
}

/** The number of calls with each outcome. @param {Pick<BatchDetail, 'outcomes'>} properties */
function Outcomes({ outcomes }) {
	const tags = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome.replaceAll('_', ' ')}`);
	return tags.length > 0 && html`<p class="line">Outcomes: <${Tags} tags=${tags} /></p>`;
}

const FINAL = ['completed', 'cancelled', 'failed'];

/** @param {Batch} batch */
function cancelButton({ id, name, status }) {
	if (FINAL.includes(status)) return null;
	return button('x-lg', 'Cancel the batch call', () => cancel(id, name), {
		className: 'small danger outline',
	});
}

/**
 * @param {string} id
 * @param {string} name
 */
function cancel(id, name) {
	openForm({
		title: `Cancel “${name}”?`,
		action: 'Cancel the batch call',
		danger: true,
		act: async () => {
			await call('POST', `/batches/${id}/cancel`);
			notifySuccess(`“${name}” is canceled.`);
		},
		about: html`<p>Recipients who were not called yet are skipped. This cannot be undone.</p>`,
	});
}

/** The number of calls that are over, and their results. @param {Batch} batch */
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
