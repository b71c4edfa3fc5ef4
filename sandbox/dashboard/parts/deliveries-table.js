import { html } from 'htm/preact';
import { hrefOf } from '../router.js';
import { Badge } from './badge.js';
import { useReceiverNames } from './receiver.js';
import { Table } from './table.js';
import { Time } from './time.js';

/**
 * Deliveries, newest first; each leads to its attempts.
 * @param {{ deliveries: any[] | undefined, empty: any }} properties
 */
export function DeliveriesTable({ deliveries, empty }) {
	const nameOf = useReceiverNames();
	return html`<${Table}
		label="Deliveries"
		rows=${deliveries}
		empty=${empty}
		columns=${[
			{ title: 'Created', cell: (/** @type {any} */ row) => html`<${Time} at=${row.created_at} />` },
			{
				title: 'Event',
				cell: (/** @type {any} */ row) =>
					html`<a href=${hrefOf(['deliveries', row.id])}>${row.event}</a>
						${row.replay_of && html` <span class="tag">replay</span>`}`,
			},
			{ title: 'Receiver', cell: nameOf },
			{ title: 'Status', cell: (/** @type {any} */ row) => html`<${Badge} status=${row.status} />` },
			{ title: 'Attempts', cell: Attempts },
			{
				title: 'Next attempt',
				cell: (/** @type {any} */ row) => html`<${Time} at=${row.next_attempt_at} />`,
			},
		]}
	/>`;
}

/** @param {any} delivery */
function Attempts({ attempt_count: attempts, last_http_status: status }) {
	if (attempts === 0) return html`<span class="none">–</span>`;
	return html`<span class="nowrap">${attempts} <span class="dim">· ${status ?? 'no answer'}</span></span>`;
}
