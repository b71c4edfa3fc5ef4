import { html } from 'htm/preact';
import { Filters, queryOf } from '../parts/filters.js';
import { Page, ResourceState } from '../parts/page.js';
import { offset, PAGE_SIZE, Pages, Table } from '../parts/table.js';
import { column, Fields } from '../parts/value.js';
import { useResource } from '../state/cache.js';
import { hrefOf } from '../state/place.js';
import { RECORD_KINDS } from './record-kinds.js';

/**
 * One kind of thing that the account has. `path` is its control call, and `list` where the answer has the records; `columns`
 * are those of its table.
 * @typedef {object} RecordKind
 * @property {string} title
 * @property {any} lead
 * @property {string} path
 * @property {string} list
 * @property {Array<string | import('../parts/table.js').Column>} columns
 * @property {any} empty what is said when there is none
 * @property {string} [name] heads the first column, which leads to the page of each record
 * @property {(record: any) => any} [nameOf]
 * @property {any} [actions] beside the title
 * @property {import('../parts/filters.js').Filter[]} [filters]
 * @property {boolean} [paged] the call takes `limit` and `offset`
 * @property {boolean} [single] a record has a call of its own, with more fields
 * @property {(properties: { record: any }) => any} [Record] shows a record; all its fields when absent
 * @property {(record: any) => any} [actionsOf] beside the title of its page
 */

/**
 * What the account has of one kind, as a table.
 * @param {{ section: string }} properties
 */
export function RecordsPage({ section }) {
	const kind = /** @type {RecordKind} */ (RECORD_KINDS[section]);
	const { filters = [], nameOf } = kind;
	const names = filters.map(({ name }) => name);
	const query = queryOf(names, kind.paged && { limit: PAGE_SIZE, offset: offset() });
	const resource = useResource(query.size > 0 ? `${kind.path}?${query}` : kind.path);
	const first = nameOf
		? [
				{
					title: kind.name,
					cell: (row) => html`<a href=${hrefOf([section, row.id])}>${nameOf(row)}</a>`,
				},
			]
		: [];
	return html`<${Page} title=${kind.title} lead=${kind.lead} actions=${kind.actions}>
		${filters.length > 0 && html`<${Filters} filters=${filters} />`}
		<${ResourceState} resource=${resource} />
		<${Table}
			label=${kind.title}
			rows=${resource.data?.[kind.list]}
			empty=${queryOf(names).size > 0 ? 'None matches.' : kind.empty}
			columns=${[...first, ...kind.columns.map(column)]}
		/>
		${kind.paged && html`<${Pages} label=${kind.title} total=${resource.data?.total} />`}
	<//>`;
}

/**
 * One of them, with all its fields.
 * @param {{ section: string, id: string }} properties
 */
export function RecordPage({ section, id }) {
	const kind = /** @type {RecordKind} */ (RECORD_KINDS[section]);
	const page = kind.single && kind.paged ? `?${queryOf([], { limit: PAGE_SIZE, offset: offset() })}` : '';
	const resource = useResource(kind.single ? `${kind.path}/${encodeURIComponent(id)}${page}` : kind.path);
	const { data } = resource;
	const record = kind.single ? data : data?.[kind.list].find((row) => row.id === id);
	const missing = `There is nothing with this ID under ${kind.title}.`;
	return html`<${Page}
		title=${(record && kind.nameOf?.(record)) ?? kind.title}
		lead=${html`<a href=${hrefOf([section])}>${kind.title}</a> / <code>${id}</code>`}
		actions=${record && kind.actionsOf?.(record)}
	>
		<${ResourceState} resource=${resource} absent=${missing} />
		${data && !record && html`<p class="empty">${missing}</p>`}
		${record && html`<${kind.Record ?? Fields} record=${record} />`}
	<//>`;
}
