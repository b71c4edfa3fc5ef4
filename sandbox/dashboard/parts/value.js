import { html } from 'htm/preact';
import { useResource } from '../state/data.js';
import { hrefOf } from '../state/place.js';
import { Badge } from './badge.js';
import { Id } from './copy-button.js';
import { Table } from './list.js';
import { Time } from './time.js';

/** @import { Column } from './list.js' */

/** The sections of the records that fields refer to by their ids. */
const REFERENCES = new Map([
	['agent_id', 'agents'],
	['text_agent_id', 'agents'],
	['agent_skill_id', 'skills'],
	['batch_id', 'batches'],
	['call_id', 'calls'],
	['custom_function_id', 'functions'],
	['function_call_id', 'function-calls'],
	['replay_of', 'deliveries'],
	['replayed_as', 'deliveries'],
]);
/** The records that have names, by section and ID. */
const NAMED = {
	agents: (/** @type {string} */ id) => useResource('/agents').data?.agents.find((one) => one.id === id),
	skills: (/** @type {string} */ id) => useResource('/skills').data?.skills.find((one) => one.id === id),
	batches: (/** @type {string} */ id) => useResource(`/batches/${id}?limit=1`).data,
};
/** The words of field names that are written in another way. @type {Map<string, string>} */
const WORDS = new Map([
	...['api', 'id', 'llm', 'url', 'http', 'sid', 'sms', 'mms'].map(
		(word) => /** @type {[string, string]} */ ([word, word.toUpperCase()]),
	),
	['chatapp', 'chat-app'],
]);
const STATUSES = new Set(['status', 'sync_status', 'outcome']);
const USD = new Set(['amount', 'balance']);
/** @type {Intl.NumberFormatOptions} */
const DOLLARS = { style: 'currency', currency: 'USD', maximumFractionDigits: 3 };
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** @param {number} amount in US dollars */
export const usd = (amount) => amount.toLocaleString('en-US', DOLLARS);

/**
 * Tells if the records of a section have names.
 * @param {string | undefined} section
 * @returns {section is keyof typeof NAMED}
 */
const haveNames = (section) => section !== undefined && section in NAMED;

/** Returns the label of a field, e.g. "LLM model" for `llm_model`. @param {string} name */
export function labelOf(name) {
	const words = name.replace(haveNames(REFERENCES.get(name)) ? /_id$/ : /_at$/, '').split('_');
	const text = words.map((word) => WORDS.get(word) ?? word).join(' ');
	return text.charAt(0).toUpperCase() + text.slice(1);
}

const none = html`<span class="dim">–</span>`;

/**
 * Shows a value of a record according to the name of its field and its type; `short` is for tables.
 * @param {{ name: string, value: unknown, short?: boolean }} properties
 */
export function Value({ name, value, short = false }) {
	if (value === null || value === undefined || value === '') return none;
	if (typeof value === 'boolean') return value ? 'Yes' : 'No';
	if (typeof value === 'number') return USD.has(name) ? usd(value) : String(value);
	if (name === 'window_days' && Array.isArray(value)) return formatDays(value);
	if (typeof value === 'object') return html`<${Structure} name=${name} value=${value} short=${short} />`;
	const text = /** @type {string} */ (value);
	if (name === 'direction') return text === 'inbound' ? 'Inbound' : 'Outbound';
	if (STATUSES.has(name)) return html`<${Badge} status=${text} />`;
	if (TIME.test(text)) return html`<${Time} at=${text} />`;
	const section = REFERENCES.get(name);
	if (section) return html`<${Reference} ...${{ name, section, id: text, short }} />`;
	if (name === 'id' || name.endsWith('_id'))
		return html`<${Id} id=${text} label=${labelOf(name)} short=${short} />`;
	return html`<span class="text">${text}</span>`;
}

/** @param {{ name: string, section: string, id: string, short: boolean }} properties */
function Reference({ name, section, id, short }) {
	const label = labelOf(name.replace(/_id$/, '')) + ' ID';
	const shown = { id, label, href: hrefOf([section, id]), short };
	return haveNames(section) ? html`<${Named} section=${section} ...${shown} />` : html`<${Id} ...${shown} />`;
}

/**
 * @param {{ section: keyof typeof NAMED, id: string }} properties the id of a record, and the options of its
 * presentation
 */
function Named({ section, ...shown }) {
	return html`<${Id} ...${shown} text=${NAMED[section](shown.id)?.name} />`;
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Formats days of the week, e.g. "Mon to Fri" for `[1, 2, 3, 4, 5]`. @param {number[]} days */
function formatDays(days) {
	const sorted = [...new Set(days)].sort((day, other) => day - other);
	const [first = 0] = sorted;
	const last = sorted.at(-1) ?? first;
	if (sorted.length === 7) return 'Every day';
	const inARow = sorted.length > 2 && last - first === sorted.length - 1;
	return inARow ? `${DAYS[first]} to ${DAYS[last]}` : sorted.map((day) => DAYS[day]).join(', ');
}

/** @param {{ name: string, value: object, short: boolean }} properties */
function Structure({ name, value, short }) {
	const items = Array.isArray(value) ? value : Object.entries(value);
	if (items.length === 0) return none;
	if (!Array.isArray(value)) {
		const flags = items.every(([, one]) => typeof one === 'boolean');
		if (flags) return html`<${Tags} tags=${items.filter(([, one]) => one).map(([one]) => labelOf(one))} />`;
		return short
			? `${items.length} ${items.length === 1 ? 'field' : 'fields'}`
			: html`<${Fields} record=${value} />`;
	}
	if (items.every((item) => typeof item !== 'object')) return html`<${Tags} tags=${items.map(String)} />`;
	if (short) return String(items.length);
	if (!('id' in items[0])) {
		const columns = Object.keys(items[0]).map(column);
		return html`<${Table} label=${labelOf(name)} rows=${items} keyOf=${JSON.stringify} columns=${columns} />`;
	}
	return items.map(
		(item) =>
			html`<details key=${item.id}>
				<summary>${item.name ?? item.title ?? item.phone_number ?? item.id}</summary>
				<${Fields} record=${item} />
			</details>`,
	);
}

/** @param {{ tags: string[] }} properties */
export function Tags({ tags }) {
	return html`<ul class="tags">
		${tags.map((tag) => html`<li key=${tag} class="tag">${tag}</li>`)}
	</ul>`;
}

/** Shows every field of a record, by its name. @param {{ record: object }} properties */
export function Fields({ record }) {
	return html`<dl class="record">
		${Object.entries(record).map(
			([name, value]) =>
				html`<div key=${name}>
					<dt>${labelOf(name)}</dt>
					<dd><${Value} name=${name} value=${value} /></dd>
				</div>`,
		)}
	</dl>`;
}

/**
 * The column of a table that shows a field.
 * @template {Record<string, unknown>} Row
 * @param {string | Column<Row>} field a column stays as it is
 * @returns {Column<Row>}
 */
export function column(field) {
	if (typeof field !== 'string') return field;
	const cell = (/** @type {Row} */ row) => html`<${Value} name=${field} value=${row[field]} short />`;
	return { title: labelOf(field), cell };
}
