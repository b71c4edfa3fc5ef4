import { html } from 'htm/preact';
import { button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { actionsColumn, Filters, queryOf, pageQuery, PageLinks, Table } from '../parts/list.js';
import { Page, ResourceState } from '../parts/page.js';
import { RawJson } from '../parts/raw-json.js';
import { column, Fields } from '../parts/value.js';
import { call, useResource } from '../state/data.js';
import { hrefOf } from '../state/place.js';
import { batches } from './batches.js';
import { calls } from './calls.js';
import { chatApp } from './chat-app.js';
import { chats } from './chats.js';
import { contacts } from './contacts.js';
import { deadLetters } from './dead-letters.js';
import { deliveries } from './deliveries.js';
import { functionCalls } from './function-calls.js';
import { messages } from './messages.js';
import { requests } from './requests.js';
import { scriptedReplies } from './scripted-replies.js';

/** @import { ComponentChildren } from 'preact' */
/** @import { ListCall, Skill, Detail, Identified, ListAnswer, Listed, Source } from '../../src/client/records.ts' */
/** @import { Filter, Column, Show } from '../parts/list.js' */
/** @import { Resource } from '../state/data.js' */

const SEARCH = [{ name: 'search', label: 'Search' }];

/** Switches a skill on or off. @param {Skill} skill */
function switchButton({ id, name, is_enabled: on }) {
	const change = () => call('PATCH', `/skills/${id}`, { is_enabled: !on });
	const verb = on ? 'Switch off' : 'Switch on';
	return button(on ? 'pause' : 'play', verb, change, { of: name });
}

/**
 * The kinds of records of the account, by section. Each has a table, and a page for each record.
 * @satisfies {Record<string, { [Path in ListCall]: RecordKind<Path> }[ListCall]>}
 */
export const RECORD_KINDS = {
	batches,
	calls,
	'chat-app': chatApp,
	chats,
	contacts,
	'dead-letters': deadLetters,
	deliveries,
	'function-calls': functionCalls,
	messages,
	requests,
	'scripted-replies': scriptedReplies,
	agents: {
		title: 'Agents',
		lead: 'The AI agents of the account.',
		path: '/agents',
		columns: ['agent_type', 'language', 'llm_model', 'is_active', 'updated_at', 'id'],
		empty: 'No agents yet.',
		filters: SEARCH,
	},
	skills: {
		title: 'Skills',
		lead: 'What agents do by themselves. The Skill operations in n8n take the ID.',
		path: '/skills',
		columns: ['agent_id', 'is_enabled', 'trigger_type', 'outcome', 'id', actionsColumn(switchButton)],
		empty: 'No skills yet.',
		filters: SEARCH,
		actionsOf: switchButton,
	},
	'skill-runs': {
		title: 'Skill runs',
		lead: 'Runs of skills, newest first. Dry runs are not kept.',
		name: 'Run',
		nameOf: (run) => run.result.summary,
		path: '/skill-executions',
		columns: ['status', 'agent_skill_id', 'created_at', 'id'],
		empty: 'No runs yet. A skill runs when its event happens, when it is due, or by Skill > Execute in n8n.',
	},
	memories: {
		title: 'Memories',
		lead: 'What the agents remember of each caller.',
		name: 'Caller',
		nameOf: (memory) => memory.phone_number,
		path: '/memories',
		columns: ['summary', 'key_topics', 'last_updated', 'id'],
		empty: 'No memories yet.',
		filters: SEARCH,
	},
	functions: {
		title: 'Custom functions',
		lead: 'What the agents can call during a conversation.',
		path: '/custom-functions',
		columns: ['agent_id', 'http_method', 'endpoint_url', 'is_active', 'id'],
		empty: 'No custom functions yet. Create one with Custom Function > Create in n8n.',
		filters: SEARCH,
	},
	knowledge: {
		title: 'Knowledge sources',
		lead: 'What the agents look things up in.',
		name: 'Title',
		nameOf: (source) => source.title,
		path: '/knowledge-sources',
		columns: ['url', 'sync_status', 'chunk_count', 'agent_id', 'id'],
		empty: 'No knowledge sources yet.',
		filters: SEARCH,
	},
	voices: {
		title: 'Voices',
		lead: 'Cloned voices. Each sample for Voice > Clone needs at least 30 seconds.',
		path: '/voices',
		columns: ['description', 'created_at', 'id'],
		empty: 'No voices yet. Download the recording and clone a voice from it in n8n.',
		actions: html`<a role="button" href="/sandbox/v1/recording" download="recording.wav"
			><${Icon} name="download" /> Download a 30-second recording</a
		>`,
	},
	numbers: {
		title: 'Phone numbers',
		lead: 'The service numbers of the account, and the agents that answer on them.',
		name: 'Number',
		nameOf: (number) => html`<span class="nowrap">${number.phone_number}</span>`,
		path: '/numbers',
		columns: ['friendly_name', 'capabilities', 'agent_id', 'text_agent_id', 'is_active', 'id'],
		empty: 'No phone numbers yet.',
		filters: SEARCH,
	},
};

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
		${paged && html`<${PageLinks} label=${title} total=${resource.data?.total} />`}
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
