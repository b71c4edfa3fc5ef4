import { html } from 'htm/preact';
import { hrefOf, place } from '../state/place.js';

/**
 * @typedef {{ title: string, cell: (row: any) => any, className?: string, hidden?: boolean }} Column
 * `hidden`: the heading is for screen readers only
 */

/**
 * The column with the buttons of each row.
 * @returns {Column}
 */
export const actionsColumn = (cell) => ({ title: 'Actions', hidden: true, className: 'row-actions', cell });

/** Rows under headings, in a narrow window cards; nothing while `rows` are undefined. */
export function Table({ label, columns, rows, keyOf = (row) => row.id, empty }) {
	if (rows === undefined) return null;
	if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
	// The roles are said, since a style that makes cards of rows takes them away.
	return html`<div class="table" role="region" aria-label=${label} tabindex="0">
		<table role="table">
			<thead role="rowgroup">
				<tr role="row">
					${columns.map(({ title, hidden }) => {
						const className = hidden ? 'visually-hidden' : '';
						return html`<th scope="col" role="columnheader"><span class=${className}>${title}</span></th>`;
					})}
				</tr>
			</thead>
			<tbody role="rowgroup">
				${rows.map(
					(row) =>
						html`<tr key=${keyOf(row)} role="row">
							${columns.map(
								({ title, cell, className, hidden }) =>
									html`<td role="cell" class=${className} data-title=${hidden ? undefined : title}>
										${cell(row)}
									</td>`,
							)}
						</tr>`,
				)}
			</tbody>
		</table>
	</div>`;
}

/** How many rows a page has. */
const PAGE_SIZE = 50;

/** Where the page that the place names begins. */
const offset = () => Math.max(0, Math.floor(Number(place.value.parameters.get('offset')) || 0));

/** What a control call takes to answer that page. */
export const pageQuery = () => new URLSearchParams({ limit: String(PAGE_SIZE), offset: String(offset()) });

/** Leads to the newer and the older rows. */
export function Pages({ label, total }) {
	if (total === undefined) return null;
	const { path, parameters } = place.value;
	const first = offset();
	const last = Math.min(first + PAGE_SIZE, total);
	const href = (to) => hrefOf(path, { ...Object.fromEntries(parameters), offset: to > 0 ? String(to) : '' });
	return html`<nav class="apart foot" aria-label=${`Pages of ${label}`}>
		<span>${total > 0 && `${Math.min(first + 1, total)} to ${last} of ${total}`}</span>
		<span class="actions">
			${first > 0 && html`<a href=${href(first - PAGE_SIZE)}>Newer</a>`}
			${last < total && html`<a href=${href(first + PAGE_SIZE)}>Older</a>`}
		</span>
	</nav>`;
}
