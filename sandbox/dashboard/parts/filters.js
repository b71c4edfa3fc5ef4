import { html } from 'htm/preact';
import { useId } from 'preact/hooks';
import { narrow, place } from '../state/place.js';

/**
 * @typedef {Array<string | import('./form.js').Option>} Options
 * @typedef {{ name: string, label: string, all?: string, options?: Options | (() => Options) }} Filter
 * one without options is a text to search for; a function of options is a hook
 */

/** @param {string} word */
export const inWords = (word) => word.replaceAll('_', ' ');

/**
 * Narrows the list on the page; the address keeps it.
 * @param {{ filters: Filter[], children?: any }} properties
 */
export function Filters({ filters, children }) {
	return html`<form
		class="filters"
		role="search"
		aria-label="Filters"
		onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}
	>
		${filters.map((filter) => html`<${Control} key=${filter.name} filter=${filter} />`)} ${children}
	</form>`;
}

function Control({ filter: { name, label, all = 'All', options } }) {
	const id = useId();
	const value = place.value.parameters.get(name) ?? '';
	const onChange = ({ target }) => narrow({ [name]: target.value.trim() });
	const choices = (typeof options === 'function' ? options() : options)?.map((option) =>
		typeof option === 'string' ? { value: option, text: inWords(option) } : option,
	);
	return html`<div class="field">
		<label for=${id}>${label}</label>
		${
			choices
				? html`<select id=${id} value=${value} onChange=${onChange}>
						<option value="">${all}</option>
						${choices.map((choice) => html`<option key=${choice.value} value=${choice.value}>${choice.text}</option>`)}
					</select>`
				: html`<input id=${id} type="search" autocomplete="off" value=${value} onChange=${onChange} />`
		}
	</div>`;
}

/**
 * The query of a control call: what the place narrows the list by, and some more.
 * @param {string[]} names of the parameters that the call takes
 * @param {Record<string, string | number> | false} [more]
 */
export function queryOf(names, more = false) {
	const { parameters } = place.value;
	const given = names.flatMap((name) => (parameters.get(name) ? [[name, parameters.get(name) ?? '']] : []));
	return new URLSearchParams([
		...given,
		...Object.entries(more || {}).map(([name, value]) => [name, String(value)]),
	]);
}
