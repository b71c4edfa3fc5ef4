import { html } from 'htm/preact';
import { Badge } from '../parts/badge.js';
import { button } from '../parts/button.js';
import { CopyButton } from '../parts/copy-button.js';
import { openForm } from '../parts/dialog.js';
import { field } from '../parts/form.js';
import { Receiver } from '../parts/who.js';
import { layOut, Text } from '../parts/text.js';
import { Time } from '../parts/time.js';
import { Fields } from '../parts/value.js';
import { call } from '../state/api.js';
import { formatDuration } from '../state/clock.js';
import { notifySuccess } from '../state/notices.js';
import { hrefOf } from '../state/place.js';
import { EVENT_KINDS } from './event-kinds.js';
import { AttemptVerdict } from './verdict.js';

/** Section 6, delivery rules, in words. */
const VERDICTS = {
	success: 'delivered',
	retry: 'retried while attempts are left',
	gone: '410 stops the delivery',
	client_error: 'a client error is final',
};

const EVENTS = EVENT_KINDS.map(({ event }) => event);
export const eventFilter = { name: 'event', label: 'Event', all: 'All events', options: EVENTS };

/** The delivery log (section 6). @type {import('./records.js').RecordKind} */
export const deliveries = {
	title: 'Deliveries',
	lead: 'Every webhook that was sent or will be. Open one to see each attempt and its answer.',
	path: '/deliveries',
	name: 'Event',
	nameOf: ({ event, replay_of: original }) =>
		html`${event} ${original && html`<span class="tag">replay</span>`}`,
	columns: [
		'created_at',
		{ title: 'Receiver', cell: (row) => html`<${Receiver} ...${row} />` },
		{ title: 'Status', cell: (row) => html`<${Badge} status=${statusOf(row)} />` },
		{ title: 'Attempts', cell: Attempts },
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
	Record: Delivery,
};

/** What was given up and then sent again is nobody's worry any more. */
const statusOf = ({ status, replayed_as: replay }) =>
	status === 'dead_lettered' && replay ? 'replayed' : status;

function Attempts({ attempt_count: attempts, last_http_status: status }) {
	if (attempts === 0) return html`<span class="dim">–</span>`;
	return html`<span class="nowrap">${attempts} <span class="dim">· ${status ?? 'no answer'}</span></span>`;
}

const watch = (id) => ({ href: hrefOf(['deliveries', id]), text: 'Watch it' });

/**
 * Sends a delivery again: the same bytes under the same signature (section 6, replay).
 * @param {string} id of a delivery or of a dead letter
 */
export function replayButton(id, event) {
	async function replay() {
		const { id: fresh } = await call('POST', `/deliveries/${encodeURIComponent(id)}/replay`);
		notifySuccess(`${event} is being sent again.`, watch(fresh));
	}
	return button('arrow-repeat', 'Replay', replay, { label: `Replay ${event} ${id}` });
}

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

function Delivery({ record }) {
	const { attempts, body, signature, event, attempt_count, last_http_status, ...facts } = record;
	const signed = signature !== null;
	const last = attempts.at(-1);
	return html`<p>To <${Receiver} ...${facts} /></p>
		${last && html`<${AttemptVerdict} attempt=${last} signed=${signed} />`}
		<${Fields} record=${{ ...facts, status: statusOf(facts) }} />
		<h2>Attempts</h2>
		${attempts.length === 0 && html`<p class="empty">None yet.</p>`}
		<ol class="plain-list" reversed>
			${attempts.map(Attempt).reverse()}
		</ol>
		<h2>What is sent</h2>
		<p class="line">
			<span>Signature</span>
			${
				signed
					? html`<code>${signature}</code> <${CopyButton} text=${signature} label="signature" />`
					: 'none: chat-app deliveries are not signed'
			}
		</p>
		<p class="line">
			<span>Body, laid out for reading</span> <${CopyButton} text=${body} label="exact body" />
		</p>
		<${Text} label="Body" text=${body} />`;
}

/** Headers, one a line as they were sent. */
function Headers({ label, headers }) {
	const lines = Object.entries(headers).flatMap(([name, values]) =>
		[values].flat().map((value) => `${name}: ${value}`),
	);
	return html`<details>
		<summary>Headers</summary>
		<${Text} label=${label} text=${lines.join('\n')} />
	</details>`;
}

function Attempt({ number, verdict, http_status: status, error, url, ...attempt }) {
	const { response_headers: headers, response_body: body } = attempt;
	return html`<li key=${number} class="attempt card">
		<div class="line">
			<strong>Attempt ${number}</strong>
			<${Badge} status=${verdict} text=${status === null ? 'no answer' : `HTTP ${status}`} />
			<span class="dim">${VERDICTS[verdict]}</span>
			<span class="spread">
				<${Time} at=${attempt.started_at} /> · ${formatDuration(attempt.duration_ms)}
			</span>
		</div>
		<p class="text dim">POST ${url}</p>
		${error !== null && html`<p class="failure">${error}</p>`}
		${body !== null && html`<${Text} label=${`Answer to attempt ${number}`} text=${body} />`}
		${headers && html`<${Headers} label=${`Headers of the answer to attempt ${number}`} headers=${headers} />`}
	</li>`;
}
