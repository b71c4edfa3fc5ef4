import { html } from 'htm/preact';
import { Badge } from '../parts/badge.js';
import { Page, ResourceState } from '../parts/page.js';
import { Table } from '../parts/table.js';
import { Time } from '../parts/time.js';
import { useResource } from '../resource.js';

const USD = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
/** A dial costs half a cent. */
const EXACT_USD = new Intl.NumberFormat('en-US', {
	style: 'currency',
	currency: 'USD',
	minimumFractionDigits: 3,
});

/** The account's credits: what was paid in, and what calls have cost (sections 4 and 8). */
export function CreditsPage() {
	const credits = useResource('/credits');
	const checkouts = useResource('/checkouts').data?.checkouts ?? [];
	return html`<${Page} title="Credits" lead="No real money: a purchase is paid on the sandbox's own page.">
		<${ResourceState} resource=${credits} absent="This sandbox has no credits." />
		${credits.data && html`<p class="balance"><span>Balance</span> <strong>${USD.format(credits.data.balance)}</strong></p>`}
		${
			checkouts.length > 0 &&
			html`<h2>Purchases</h2>
				<${Checkouts} checkouts=${checkouts} />`
		}
		${
			credits.data &&
			html`<h2>Entries</h2>
				<${Entries} entries=${credits.data.entries} />`
		}
	<//>`;
}

/** @param {{ checkouts: any[] }} properties */
function Checkouts({ checkouts }) {
	return html`<${Table}
		label="Purchases"
		rows=${checkouts}
		keyOf=${(/** @type {any} */ row) => row.sessionId}
		empty=""
		columns=${[
			{ title: 'Begun', cell: (/** @type {any} */ row) => html`<${Time} at=${row.created_at} />` },
			{ title: 'Amount', className: 'number', cell: (/** @type {any} */ row) => USD.format(row.amount) },
			{ title: 'Status', cell: (/** @type {any} */ row) => html`<${Badge} status=${row.status} />` },
			{
				title: 'Payment page',
				cell: (/** @type {any} */ row) =>
					row.settled_at === null
						? html`<a href=${row.url} target="_blank" rel="noreferrer">Open</a>`
						: html`<${Time} at=${row.settled_at} />`,
			},
		]}
	/>`;
}

/** @param {{ entries: any[] }} properties */
function Entries({ entries }) {
	return html`<${Table}
		label="Entries"
		rows=${entries}
		empty="Nothing has been paid or spent."
		columns=${[
			{ title: 'Time', cell: (/** @type {any} */ row) => html`<${Time} at=${row.created_at} />` },
			{
				title: 'What',
				cell: (/** @type {any} */ row) =>
					html`<span class="tag">${row.kind.replaceAll('_', ' ')}</span> ${row.description}`,
			},
			{
				title: 'Amount',
				className: 'number',
				cell: (/** @type {any} */ row) =>
					html`<span class=${row.amount < 0 ? '' : 'good'}>${EXACT_USD.format(row.amount)}</span>`,
			},
			{
				title: 'Balance',
				className: 'number',
				cell: (/** @type {any} */ row) => EXACT_USD.format(row.balance),
			},
		]}
	/>`;
}
