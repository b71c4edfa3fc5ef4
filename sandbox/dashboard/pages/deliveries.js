import { html } from 'htm/preact';
import { AttemptCount, Attempts } from '../parts/attempts.js';
import { Badge } from '../parts/badge.js';
import { button } from '../parts/button.js';
import { CopyButton } from '../parts/copy-button.js';
import { openForm } from '../parts/dialog.js';
import { field } from '../parts/form.js';
import { layOut, Text } from '../parts/text.js';
import { Fields } from '../parts/value.js';
import { Receiver } from '../parts/who.js';
import { call } from '../state/data.js';
import { notifySuccess } from '../state/notices.js';
import { hrefOf } from '../state/place.js';
import { EVENT_KINDS } from './event-kinds.js';
import { AttemptVerdict } from './verdict.js';

/** @import { Delivery, DeliveryDetail } from '../../src/client/records.ts' */
/** @import { RecordKind } from './records.js' */

/** Section 6, delivery rules, in words. */
const VERDICTS = {
	success: 'delivered',
	retry: 'retried while attempts are left',
	gone: '410 stops the delivery',
	client_error: 'a client error is final',
};

const EVENTS = EVENT_KINDS.map(({ event }) => event);
export const eventFilter = { name: 'event', label: 'Event', all: 'All events', options: EVENTS };

/** The delivery log (section 6). @type {RecordKind<'/deliveries'>} */
export const deliveries = {
	title: 'Deliveries',
	lead: 'Every webhook that was sent or will be. Open one to see each attempt and its answer.',
	path: '/deliveries',
	name: 'Event',
	nameOf: ({ event, faults, replay_of: original }) =>
		html`${event} ${original && html`<span class="tag">replay</span>`}
		${faults.length > 0 && html`<span class="tag">fault</span>`}`,
	columns: [
		'created_at',
		{ title: 'Receiver', cell: (row) => html`<${Receiver} ...${row} />` },
		{ title: 'Status', cell: (row) => html`<${Badge} status=${statusOf(row)} />` },
		{
			title: 'Attempts',
			cell: ({ attempt_count: count, last_http_status: status }) =>
				html`<${AttemptCount} count=${count} status=${status} />`,
		},
		'next_attempt_at',
	],
	empty: html`No deliveries yet. <a href=${hrefOf(['connect'])}>Connect n8n</a> and
		<a href=${hrefOf([])}>make something happen</a>.`,
	filters: [
		eventFilter,
		{
			name: 'status',
			label: 'Status',
			all: 'Any status',
			options: ['pending', 'succeeded', 'dead_lettered'],
		},
		{ name: 'search', label: 'Search in what is sent' },
	],
	paged: true,
	single: true,
	actionsOf: (delivery) => [
		replayButton(delivery.id, delivery.event),
		button('pencil', 'Edit and resend', () => edit(delivery)),
	],
	Record: DeliveryRecord,
};

/**
 * Returns the status to show: a delivery that was given up and then replayed no longer needs attention.
 * @param {Pick<Delivery, 'status' | 'replayed_as'>} delivery
 */
const statusOf = ({ status, replayed_as: replay }) =>
	status === 'dead_lettered' && replay ? 'replayed' : status;

/** @param {string} id */
const watch = (id) => ({ href: hrefOf(['deliveries', id]), text: 'Watch it' });

/**
 * The button that sends a delivery again, with the same bytes and signature (section 6, replay).
 * @param {string} id the id of a delivery or of a dead letter
 * @param {string} event
 */
export function replayButton(id, event) {
	async function replay() {
		const { id: fresh } = await call('POST', `/deliveries/${encodeURIComponent(id)}/replay`);
		notifySuccess(`${event} is being sent again.`, watch(fresh));
	}
	return button('arrow-repeat', 'Replay', replay, { of: `${event} ${id}` });
}

/** @param {DeliveryDetail} delivery */
function edit({ id, event, body }) {
	openForm({
		title: `Edit and resend ${event}`,
		fields: [field('json', 'body', 'Body', { required: true, value: layOut(body) })],
		action: 'Send',
		act: async (values) => {
			const { id: fresh } = await call('POST', `/deliveries/${encodeURIComponent(id)}/resend`, values);
			notifySuccess(`The edited ${event} is on its way.`, watch(fresh));
		},
		about: html`<p class="dim">It goes to the same receiver, signed afresh.</p>`,
	});
}

/** @param {{ record: DeliveryDetail }} properties */
function DeliveryRecord({ record }) {
	const { attempts, body, signature, is_signature_current: isCurrent, ...more } = record;
	const { event, attempt_count, last_http_status, ...facts } = more;
	const signed = signature !== null;
	const last = attempts.at(-1);
	return html`<p>To <${Receiver} ...${facts} /></p>
		${last && html`<${AttemptVerdict} delivery=${record} attempt=${last} />`}
		<${Fields} record=${{ ...facts, status: statusOf(facts) }} />
		<h2>Attempts</h2>
		<${Attempts}
			attempts=${attempts}
			verdicts=${VERDICTS}
			addressFor=${(/** @type {{ url: string }} */ { url }) => `POST ${url}`}
		/>
		<h2>What is sent</h2>
		<p class="line">
			<span>Signature</span>
			${
				signed
					? html`<code>${signature}</code>
							<${CopyButton} text=${signature} label="signature" />
							${isCurrent === false && 'It is not that of the present signing secret. Edit and resend gives it a new one.'}`
					: 'none: chat-app deliveries are not signed'
			}
		</p>
		<p class="line">
			<span>Body, laid out for reading</span> <${CopyButton} text=${body} label="exact body" />
		</p>
		<${Text} label="Body" text=${body} />`;
}
