import { html } from 'htm/preact';
import { Table } from '../parts/list.js';
import { Page, ResourceState } from '../parts/page.js';
import { Time } from '../parts/time.js';
import { column, usd } from '../parts/value.js';
import { useResource } from '../state/data.js';

/** @import { Checkout, CreditEntry } from '../../src/client/records.ts' */
/** @import { Column } from '../parts/list.js' */

/** @type {Column<{ created_at: string }>} */
const TIME = { title: 'Time', cell: ({ created_at: at }) => html`<${Time} at=${at} />` };
/** @type {Column<Checkout>[]} */
const PURCHASE = [TIME, column('amount'), column('status'), { title: 'Payment', cell: Payment }];
/** @type {Column<CreditEntry>[]} */
const ENTRY = [TIME, { title: 'Entry', cell: Entry }, column('amount'), column('balance')];

/** The account's credits: the purchases and the costs of calls (sections 4 and 8). */
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
				<${Table}
					label="Purchases"
					rows=${checkouts}
					keyOf=${(/** @type {Checkout} */ row) => row.sessionId}
					columns=${PURCHASE}
				/>`
		}
		<h2>Entries</h2>
		<${Table} label="Entries" rows=${data?.entries} empty="No entries yet." columns=${ENTRY} />
	<//>`;
}

/** When it was paid or canceled, or else the page to do so. @param {Checkout} checkout */
function Payment({ url, settled_at: settledAt }) {
	if (settledAt !== null) return html`<${Time} at=${settledAt} />`;
	return html`<a href=${url} target="_blank" rel="noreferrer">Open the page</a>`;
}

/** @param {CreditEntry} entry */
function Entry({ kind, description }) {
	return html`<span class="tag">${kind.replaceAll('_', ' ')}</span> ${description}`;
}
