import { html } from 'htm/preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { hrefOf, place, narrow } from '../state/place.js';

/** @import { ComponentChildren, TargetedInputEvent } from 'preact' */
/** @import { Option } from './form.js' */

/**
 * Shows a row, or a part of it. It is the type of a method, so that one list holds tables of different rows.
 * @template Row
 * @typedef {{ show(row: Row): ComponentChildren }['show']} Show
 */

/**
 * @template [Row=object]
 * @typedef {{ title: string, cell: Show<Row>, className?: string, hidden?: boolean }} Column
 * `hidden`: the heading is for screen readers only
 */

/**
 * The column with the buttons of each row.
 * @template Row
 * @param {Show<Row>} cell
 * @returns {Column<Row>}
 */
export const actionsColumn = (cell) => ({ title: 'Actions', hidden: true, className: 'row-actions', cell });

/**
 * @template Row
 * @typedef {object} TableProperties
 * @property {string} label
 * @property {Column<Row>[]} columns
 * @property {Row[] | undefined} rows
 * @property {(row: Row) => string | number | undefined} [keyOf] their ID when absent
 * @property {ComponentChildren} [empty] text that is shown when there are no rows
 */

/**
 * Rows under headings, or cards in a narrow window; shows nothing while `rows` is undefined.
 * @template {{ id?: string | number }} Row
 * @param {TableProperties<Row>} properties
 */
export function Table({ label, columns, rows, keyOf = (row) => row.id, empty }) {
	if (rows === undefined) return null;
	if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
	// The roles are explicit, since the style that turns rows into cards removes the implicit ones.
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

/** The number of rows on a page. */
const PAGE_SIZE = 50;

/** Returns the offset of the page that the address names. */
const offset = () => Math.max(0, Math.floor(Number(place.value.parameters.get('offset')) || 0));

/** Returns the query of the control call for that page. */
export const pageQuery = () => new URLSearchParams({ limit: String(PAGE_SIZE), offset: String(offset()) });

/**
 * The links to newer and older rows.
 * @param {{ label: string, total: number | undefined }} properties
 */
export function PageLinks({ label, total }) {
	if (total === undefined) return null;
	const { path, parameters } = place.value;
	const first = offset();
	const last = Math.min(first + PAGE_SIZE, total);
	const href = (/** @type {number} */ to) =>
		hrefOf(path, { ...Object.fromEntries(parameters), offset: to > 0 ? String(to) : '' });
	return html`<nav class="apart foot" aria-label=${`Pages of ${label}`}>
		<span>${total > 0 && `${Math.min(first + 1, total)} to ${last} of ${total}`}</span>
		<span class="actions">
			${first > 0 && html`<a href=${href(first - PAGE_SIZE)}>Newer</a>`}
			${last < total && html`<a href=${href(first + PAGE_SIZE)}>Older</a>`}
		</span>
	</nav>`;
}

/**
 * @typedef {Array<string | Option>} Options
 * @typedef {{ name: string, label: string, all?: string, options?: Options | (() => Options) }} Filter
 * one without options is a text to search for; a function of options is a hook
 */

/** @param {string} word */
const inWords = (word) => word.replaceAll('_', ' ');

/**
 * The filters of the list on the page, which the address holds; a text acts while one types.
 * @param {{ filters: Filter[] }} properties
 */
export function Filters({ filters }) {
	const stay = (/** @type {Event} */ event) => event.preventDefault();
	const [section] = place.value.path;
	return html`<form class="filters" aria-label="Filters" onSubmit=${stay}>
		${filters.map((filter) => html`<${Control} key=${`${section} ${filter.name}`} filter=${filter} />`)}
	</form>`;
}

/** @param {{ filter: Filter }} properties */
function Control({ filter: { name, label, all = 'All', options } }) {
	const id = useId();
	const value = place.value.parameters.get(name) ?? '';
	const text = useRef(/** @type {HTMLInputElement | null} */ (null));
	useEffect(() => {
		// The address is updated a moment after the typing, so it must not overwrite a field that is being typed in.
		if (text.current && text.current !== document.activeElement) text.current.value = value;
	}, [value]);
	/** @param {TargetedInputEvent<HTMLInputElement | HTMLSelectElement>} event */
	const choose = ({ currentTarget }) => narrow({ [name]: currentTarget.value });
	const choices = (typeof options === 'function' ? options() : options)?.map((option) =>
		typeof option === 'string' ? { value: option, text: inWords(option) } : option,
	);
	return html`<div class="field">
		<label for=${id}>${label}</label>
		${
			choices
				? html`<select id=${id} value=${value} onChange=${choose}>
						<option value="">${all}</option>
						${choices.map(
							(choice) => html`<option key=${choice.value} value=${choice.value}>${choice.text}</option>`,
						)}
					</select>`
				: html`<input ref=${text} id=${id} type="search" autocomplete="off" onInput=${choose} />`
		}
	</div>`;
}

/**
 * Reads the filters of a list from the page's address, for its control call.
 * @param {string[]} names
 */
export function queryOf(names) {
	const given = names.map((name) => [name, place.value.parameters.get(name)?.trim() ?? '']);
	return new URLSearchParams(given.filter(([, value]) => value !== ''));
}
