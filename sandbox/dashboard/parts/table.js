import { html } from 'htm/preact';

/**
 * Rows under headings. It scrolls sideways by itself when the window is narrow.
 *
 * @param {{
 *   label: string,
 *   columns: Array<{ title: string, cell: (row: any) => any, className?: string, hidden?: boolean }>,
 *   rows: any[] | undefined,
 *   keyOf?: (row: any) => string,
 *   empty: any,
 * }} properties `hidden`: the heading is for screen readers only; there is nothing to see while `rows` are undefined
 */
export function Table({ label, columns, rows, keyOf = (row) => row.id, empty }) {
	if (rows === undefined) return null;
	if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
	return html`<div class="table" role="region" aria-label=${label} tabindex="0">
		<table>
			<thead>
				<tr>
					${columns.map(
						({ title, className, hidden }) =>
							html`<th scope="col" class=${className}>
								${hidden ? html`<span class="visually-hidden">${title}</span>` : title}
							</th>`,
					)}
				</tr>
			</thead>
			<tbody>
				${rows.map(
					(row) =>
						html`<tr key=${keyOf(row)}>
							${columns.map(({ cell, className }) => html`<td class=${className}>${cell(row)}</td>`)}
						</tr>`,
				)}
			</tbody>
		</table>
	</div>`;
}
