import { html } from 'htm/preact';
import { Page, ResourceState } from '../parts/page.js';
import { useReceiverNames } from '../parts/receiver.js';
import { ReplayButton } from '../parts/replay-button.js';
import { Table } from '../parts/table.js';
import { Time } from '../parts/time.js';
import { useResource } from '../resource.js';
import { hrefOf } from '../router.js';

const REASONS = {
	retries_exhausted: 'Every try failed',
	client_error: 'The receiver refused it',
	gone: 'The receiver is gone for good (410)',
	webhook_url_cleared: 'The webhook URL was cleared',
	api_key_revoked: 'The API key was revoked',
};

/** The dead-letter store (section 6). */
export function DeadLettersPage() {
	const resource = useResource('/dead-letters');
	const nameOf = useReceiverNames();
	return html`<${Page}
		title="Dead letters"
		lead="Events that could not be delivered. A replay sends the same body under the same signature."
	>
		<${ResourceState} resource=${resource} />
		<${Table}
			label="Dead letters"
			rows=${resource.data?.dead_letters}
			empty="There are none: everything has been delivered, or is still being tried."
			columns=${[
				{ title: 'Given up', cell: (/** @type {any} */ row) => html`<${Time} at=${row.created_at} />` },
				{
					title: 'Event',
					cell: (/** @type {any} */ { delivery }) =>
						html`<a href=${hrefOf(['deliveries', delivery.id])}>${delivery.event}</a>`,
				},
				{ title: 'Receiver', cell: (/** @type {any} */ { delivery }) => nameOf(delivery) },
				{
					title: 'Reason',
					cell: (/** @type {any} */ { reason, delivery }) =>
						html`${REASONS[/** @type {keyof typeof REASONS} */ (reason)] ?? reason}
						${delivery.last_http_status !== null && html` <span class="tag">HTTP ${delivery.last_http_status}</span>`}`,
				},
				{
					title: 'Attempts',
					className: 'number',
					cell: (/** @type {any} */ { delivery }) => delivery.attempt_count,
				},
				{
					title: 'Actions',
					hidden: true,
					className: 'row-actions',
					cell: (/** @type {any} */ { id, delivery }) =>
						html`<${ReplayButton} id=${id} event=${delivery.event} />`,
				},
			]}
		/>
	<//>`;
}
