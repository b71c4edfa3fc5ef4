import { html } from 'htm/preact';
import { Badge } from '../parts/badge.js';
import { Page, ResourceState } from '../parts/page.js';
import { Table } from '../parts/table.js';
import { Time } from '../parts/time.js';
import { useResource } from '../resource.js';

/** Phone numbers (section 2). */
export function NumbersPage() {
	const resource = useResource('/numbers');
	return html`<${Page}
		title="Phone numbers"
		lead="The service numbers of the account, and the agents that answer on them."
	>
		<${ResourceState} resource=${resource} />
		<${Table}
			label="Phone numbers"
			rows=${resource.data?.numbers}
			empty="The account has no number."
			columns=${[
				{
					title: 'Number',
					cell: (/** @type {any} */ row) =>
						html`<strong class="nowrap">${row.phone_number}</strong><br /><span class="dim"
								>${row.friendly_name}</span
							>`,
				},
				{ title: 'Can', cell: Capabilities },
				{
					title: 'Voice agent',
					cell: (/** @type {any} */ row) => html`<${Agent} id=${row.agent_id} name=${row.agent_name} />`,
				},
				{
					title: 'Text agent',
					cell: (/** @type {any} */ row) =>
						html`<${Agent} id=${row.text_agent_id} name=${row.text_agent_name} />`,
				},
				{
					title: 'Status',
					cell: (/** @type {any} */ row) =>
						html`<${Badge} status=${row.is_active ? 'active' : 'inactive'} />`,
				},
				{ title: 'Since', cell: (/** @type {any} */ row) => html`<${Time} at=${row.created_at} />` },
			]}
		/>
	<//>`;
}

/** @param {any} row */
function Capabilities({ capabilities }) {
	const names = Object.keys(capabilities).filter((name) => capabilities[name]);
	return html`<ul class="tags">
		${names.map((name) => html`<li key=${name} class="tag">${name === 'voice' ? 'Voice' : name.toUpperCase()}</li>`)}
	</ul>`;
}

/** @param {{ id: string | null, name?: string | null }} properties */
function Agent({ id, name }) {
	if (id === null) return html`<span class="none">none</span>`;
	return name
		? html`<span title=${id}>${name}</span>`
		: html`<code class="dim" title=${id}>${id.slice(0, 8)}…</code>`;
}
