import { html } from 'htm/preact';
import { Filters, queryOf } from '../parts/filters.js';
import { Page, ResourceState } from '../parts/page.js';
import { RawJson } from '../parts/raw-json.js';
import { pageQuery, Pages, Table } from '../parts/table.js';
import { column, Fields } from '../parts/value.js';
import { useResource } from '../state/cache.js';
import { hrefOf } from '../state/place.js';
import { RECORD_KINDS } from './record-kinds.js';

/**
 * One kind of thing that the account has.
 * @typedef {object} RecordKind
 * @property {string} title
 * @property {any} lead
 * @property {string} path of its control call
 * @property {string} [list] where the answer has the records; else as the path is called
 * @property {Array<string | import('../parts/table.js').Column>} columns of its table
 * @property {any} [empty] what is said when there is none
 * @property {string | null} [name] heads the column that leads to each record's page; null for no such column
 * @property {(record: any) => any} [nameOf]
 * @property {any} [actions] beside the title
 * @property {import('../parts/filters.js').Filter[]} [filters]
 * @property {boolean} [paged] the call takes `limit` and `offset`
 * @property {boolean} [single] a record has a call of its own, with more fields
 * @property {(properties: { record: any }) => any} [Record] shows a record; all its fields when absent
 * @property {(record: any) => any} [actionsOf] beside the title of its page
 */

/** @returns {any} the kind of a section, with what it leaves out */
function kindOf(section) {
	const kind = RECORD_KINDS[section];
	const list = kind.path.slice(1).replaceAll('-', '_');
	return {
		list,
		name: 'Name',
		nameOf: (record) => record.name,
		empty: 'Nothing here yet.',
		filters: [],
		Record: Fields,
		...kind,
	};
}

/** What the account has of one kind, as a table. */
export function RecordsPage({ section }) {
	const { title, lead, path, list, columns, empty, name, nameOf, actions, filters, paged } = kindOf(section);
	const narrowed = queryOf(filters.map((filter) => filter.name));
	const query = new URLSearchParams([...narrowed, ...(paged ? pageQuery() : [])]);
	const resource = useResource(query.size > 0 ? `${path}?${query}` : path);
	const first = { title: name, cell: (row) => html`<a href=${hrefOf([section, row.id])}>${nameOf(row)}</a>` };
	return html`<${Page} title=${title} lead=${lead} actions=${actions}>
		${filters.length > 0 && html`<${Filters} filters=${filters} />`}
		<${ResourceState} resource=${resource} />
		<${Table}
			label=${title}
			rows=${resource.data?.[list]}
			empty=${narrowed.size > 0 ? 'Nothing matches.' : empty}
			columns=${[...(name === null ? [] : [first]), ...columns.map(column)]}
		/>
		${paged && html`<${Pages} label=${title} total=${resource.data?.total} />`}
	<//>`;
}

/** One of them, with all its fields. */
export function RecordPage({ section, id }) {
	const { title, path, list, nameOf, paged, single, Record, actionsOf } = kindOf(section);
	const resource = useResource(
		single ? `${path}/${encodeURIComponent(id)}${paged ? `?${pageQuery()}` : ''}` : path,
	);
	const { data } = resource;
	const record = single ? data : data?.[list].find((row) => row.id === id);
	const missing = `There is nothing with this ID under ${title}.`;
	return html`<${Page}
		title=${record ? nameOf(record) : title}
		lead=${html`<a href=${hrefOf([section])}>${title}</a> / <code>${id}</code>`}
		actions=${record && actionsOf?.(record)}
	>
		<${ResourceState} resource=${resource} absent=${missing} />
		${data && !record && html`<p class="empty">${missing}</p>`}
		${record && html`<${Record} record=${record} /> <${RawJson} value=${record} />`}
	<//>`;
}
