import { html } from 'htm/preact';
import { Badge } from '../parts/badge.js';
import { Receiver } from '../parts/who.js';
import { actionsColumn } from '../parts/table.js';
import { Time } from '../parts/time.js';
import { hrefOf } from '../state/place.js';
import { eventFilter, replayButton } from './deliveries.js';

const REASONS = {
	retries_exhausted: 'Every attempt failed',
	client_error: 'The receiver refused it',
	gone: 'The receiver is gone (410)',
	webhook_url_cleared: 'The webhook URL was cleared',
	api_key_revoked: 'The API key was revoked',
};

/** The dead-letter store (section 6). @type {import('./records.js').RecordKind} */
export const deadLetters = {
	title: 'Dead letters',
	lead: 'Events that could not be delivered. A replay sends the same body under the same signature.',
	path: '/dead-letters',
	name: null,
	columns: [
		{ title: 'Given up', cell: ({ created_at: at }) => html`<${Time} at=${at} />` },
		{
			title: 'Event',
			cell: ({ delivery: { id, event } }) => html`<a href=${hrefOf(['deliveries', id])}>${event}</a>`,
		},
		{ title: 'Receiver', cell: ({ delivery }) => html`<${Receiver} ...${delivery} />` },
		{ title: 'Reason', cell: Reason },
		{ title: 'Attempts', cell: ({ delivery }) => delivery.attempt_count },
		actionsColumn(({ id, delivery: { event } }) => replayButton(id, event)),
	],
	empty: 'There are none: everything has been delivered, or is still being tried.',
	filters: [eventFilter, { name: 'search', label: 'Search in what was sent' }],
	paged: true,
};

function Reason({ reason, delivery: { last_http_status: status, replayed_as: replay } }) {
	return html`${REASONS[reason] ?? reason}
	${status !== null && html` <span class="tag">HTTP ${status}</span>`}
	${replay && html` <a href=${hrefOf(['deliveries', replay])}><${Badge} status="replayed" /></a>`}`;
}
