import { html } from 'htm/preact';
import { Page, ResourceState } from '../parts/page.js';
import { Table } from '../parts/table.js';
import { Time } from '../parts/time.js';
import { column, usd } from '../parts/value.js';
import { useResource } from '../state/cache.js';

const TIME = { title: 'Time', cell: ({ created_at: at }) => html`<${Time} at=${at} />` };
const PURCHASE = [TIME, 'amount', 'status', { title: 'Payment page', cell: PaymentPage }].map(column);
const ENTRY = [TIME, { title: 'Entry', cell: Entry }, 'amount', 'balance'].map(column);

/** The account's credits: what was paid in, and what calls have cost (sections 4 and 8). */
export function CreditsPage() {
	const credits = useResource('/credits');
	const checkouts = useResource('/checkouts').data?.checkouts ?? [];
	const { data } = credits;
	return html`<${Page} title="Credits" lead="No real money: a purchase is paid on the sandbox's own page.">
		<${ResourceState} resource=${credits} absent="This sandbox has no credits." />
		${data && html`<p class="balance card">Balance: <strong>${usd(data.balance)}</strong></p>`}
		${
			checkouts.length > 0 &&
			html`<h2>Purchases</h2>
				<${Table} label="Purchases" rows=${checkouts} keyOf=${(row) => row.sessionId} columns=${PURCHASE} />`
		}
		<h2>Entries</h2>
		<${Table} label="Entries" rows=${data?.entries} empty="No entries yet." columns=${ENTRY} />
	<//>`;
}

function PaymentPage({ url, settled_at: settledAt }) {
	if (settledAt !== null) return html`<${Time} at=${settledAt} />`;
	return html`<a href=${url} target="_blank" rel="noreferrer">Open</a>`;
}

function Entry({ kind, description }) {
	return html`<span class="tag">${kind.replaceAll('_', ' ')}</span> ${description}`;
}
