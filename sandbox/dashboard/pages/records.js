import { html } from 'htm/preact';
import { Filters, queryOf } from '../parts/filters.js';
import { Page, ResourceState } from '../parts/page.js';
import { RawJson } from '../parts/raw-json.js';
import { pageQuery, Pages, Table } from '../parts/table.js';
import { column, Fields } from '../parts/value.js';
import { useResource } from '../state/cache.js';
import { hrefOf } from '../state/place.js';
import { RECORD_KINDS } from './record-kinds.js';

/** @import { ComponentChildren } from 'preact' */
/** @import { Detail, Identified, ListAnswer, ListCall, Listed, Source } from '../../src/client/records.ts' */
/** @import { Filter } from '../parts/filters.js' */
/** @import { Column, Show } from '../parts/table.js' */
/** @import { Resource } from '../state/cache.js' */

/**
 * The presentation of a kind of record: `Row` is the type of a listed record, `Full` has all its fields.
 * @template Row
 * @template Full
 * @typedef {object} Look
 * @property {string} title
 * @property {ComponentChildren} lead
 * @property {Record<string, string>} [query] parameters that every list call takes
 * @property {Array<string | Column<Row>>} columns of its table
 * @property {ComponentChildren} [empty] text that is shown when there are no records
 * @property {string | null} [name] heads the column that leads to each record's page; null for no such column
 * @property {Show<Row>} [nameOf]
 * @property {ComponentChildren} [actions] beside the title
 * @property {Filter[]} [filters]
 * @property {boolean} [paged] the call takes `limit` and `offset`
 * @property {Show<{ record: Full }>} [Record] shows a record; all its fields when absent
 * @property {Show<Full>} [actionsOf] beside the title of its page
 */

/**
 * A kind of record of the account, by the path of the control call that lists it.
 * @template {ListCall} Path
 * @typedef {Source<Path> & Look<Listed<Path>, Detail<Path>>} RecordKind
 */

/** @type {Show<Identified & { name?: string | null }>} */
const ownName = (record) => record.name;

/**
 * Returns the kind of a section, with defaults for absent fields.
 * @param {keyof typeof RECORD_KINDS} section
 */
function kindOf(section) {
	/** @type {Source<ListCall> & Look<Identified, Identified>} */
	const kind = RECORD_KINDS[section];
	return {
		name: 'Name',
		nameOf: ownName,
		empty: 'Nothing here yet.',
		filters: [],
		Record: Fields,
		...kind,
	};
}

/** The records that an answer lists. @param {ListAnswer | undefined} answer */
const recordsIn = (answer) => Object.values(answer ?? {}).find((value) => typeof value === 'object');

/**
 * Shows the account's records of one kind as a table.
 * @param {{ section: keyof typeof RECORD_KINDS }} properties
 */
export function RecordsPage({ section }) {
	const kind = kindOf(section);
	const { title, lead, path, columns, empty, name, nameOf, actions, filters, paged } = kind;
	const narrowed = queryOf(filters.map((filter) => filter.name));
	const query = new URLSearchParams({
		...kind.query,
		...Object.fromEntries([...narrowed, ...(paged ? pageQuery() : [])]),
	});
	/** @type {Resource<ListAnswer>} */
	const resource = useResource(query.size > 0 ? `${path}?${query}` : path);
	const rows = recordsIn(resource.data);
	/** @type {Show<Identified>} */
	const link = (row) => html`<a href=${hrefOf([section, String(row.id)])}>${nameOf(row)}</a>`;
	const first = name === null ? [] : [{ title: name, cell: link }];
	return html`<${Page} title=${title} lead=${lead} actions=${actions}>
		${filters.length > 0 && html`<${Filters} filters=${filters} />`}
		<${ResourceState} resource=${resource} />
		<${Table}
			label=${title}
			rows=${rows}
			empty=${narrowed.size > 0 ? 'Nothing matches.' : empty}
			columns=${[...first, ...columns.map(column)]}
		/>
		${paged && html`<${Pages} label=${title} total=${resource.data?.total} />`}
	<//>`;
}

/**
 * Returns a record by its ID, and the control call from which it is read.
 * @param {Source<ListCall> & { paged?: boolean }} kind
 * @param {string} id
 */
function useRecord({ path, single, paged }, id) {
	if (single) {
		const resource = useResource(`${path}/${encodeURIComponent(id)}${paged ? `?${pageQuery()}` : ''}`);
		return { resource, record: resource.data };
	}
	const resource = useResource(path);
	return { resource, record: recordsIn(resource.data)?.find((row) => row.id === id) };
}

/**
 * Shows a record with all its fields.
 * @param {{ section: keyof typeof RECORD_KINDS, id: string }} properties
 */
export function RecordPage({ section, id }) {
	const kind = kindOf(section);
	const { title, nameOf, Record, actionsOf } = kind;
	const { resource, record } = useRecord(kind, id);
	const missing = `There is nothing with this ID under ${title}.`;
	return html`<${Page}
		title=${record ? nameOf(record) : title}
		lead=${html`<a href=${hrefOf([section])}>${title}</a> / <code>${id}</code>`}
		actions=${record && actionsOf?.(record)}
	>
		<${ResourceState} resource=${resource} absent=${missing} />
		${resource.data && !record && html`<p class="empty">${missing}</p>`}
		${record && html`<${Record} record=${record} /> <${RawJson} value=${record} />`}
	<//>`;
}
