import { html } from 'htm/preact';
import { Bubbles } from '../parts/bubbles.js';
import { ContactLink } from '../parts/contact-link.js';
import { Icon } from '../parts/icon.js';
import { column, Fields } from '../parts/value.js';
import { formatDuration } from '../state/clock.js';
import { hrefOf } from '../state/place.js';

/** @import { Call } from '../../src/client/records.ts' */
/** @import { RecordKind } from './records.js' */

const MAKE_ONE = hrefOf([], { event: 'call.completed' });
/** @param {Call} call */
const personOf = (call) => (call.direction === 'inbound' ? call.from_number : call.to_number);

/** The name of the other person in a call, or their number if the name is unknown. @param {Call} call */
const titleOf = (call) => call.contact_name ?? personOf(call);

/** Calls that have ended, with their transcripts. @type {RecordKind<'/calls'>} */
export const calls = {
	title: 'Calls',
	lead: 'Calls that have ended, newest first.',
	path: '/calls',
	name: 'Call with',
	nameOf: titleOf,
	columns: [
		{ title: 'Direction', className: 'nowrap', cell: (call) => Direction(call) },
		column('agent_id'),
		{ title: 'Duration', className: 'nowrap', cell: (call) => formatDuration(call.duration_seconds * 1000) },
		{ title: 'Summary', className: 'wide', cell: (call) => call.summary },
		column('ended_at'),
	],
	empty: html`No calls yet. <a href=${MAKE_ONE}>Make one</a>.`,
	actions: html`<a role="button" href=${MAKE_ONE}><${Icon} name="telephone" /> Make a call end</a>`,
	filters: [{ name: 'search', label: 'Search in calls' }],
	paged: true,
	Record: CallRecord,
};

/** @param {Call} call */
function Direction({ direction }) {
	const icon = direction === 'inbound' ? 'arrow-down-left' : 'arrow-up-right';
	return html`<${Icon} name=${icon} /> ${direction === 'inbound' ? 'Inbound' : 'Outbound'}`;
}

/** @param {{ record: Call }} properties */
function CallRecord({ record }) {
	const { summary, transcript, extracted_data, ...facts } = record;
	return html`<p class="card">${summary}</p>
		<p class="line">
			${Direction(record)}
			<span>with <${ContactLink} number=${personOf(record)} name=${record.contact_name} /></span>
		</p>
		<h2>Transcript</h2>
		<${Transcript} call=${record} />
		${
			transcript.some(({ role }) => role === 'function') &&
			html`<p><a href=${hrefOf(['function-calls'], { search: record.id })}>See its function calls</a></p>`
		}
		<h2>Extracted data</h2>
		${
			Object.keys(extracted_data).length > 0
				? html`<${Fields} record=${extracted_data} />`
				: html`<p class="empty">No data was extracted.</p>`
		}
		<h2>Details</h2>
		<${Fields} record=${facts} />`;
}

/** @param {{ call: Call }} properties */
function Transcript({ call }) {
	const bubbles = call.transcript.map((line, index) => ({
		key: index,
		own: line.role === 'caller',
		who: nameSpeaker(line, call),
		content: line.text,
	}));
	return html`<${Bubbles} label="Transcript" bubbles=${bubbles} />`;
}

/**
 * @param {Call['transcript'][number]} line
 * @param {Call} call
 */
function nameSpeaker({ role, name }, call) {
	if (role === 'function') return `Answer of ${name ?? 'a function'}`;
	return role === 'agent' ? 'Agent' : titleOf(call);
}
