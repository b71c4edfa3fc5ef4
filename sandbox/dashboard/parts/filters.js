import { html } from 'htm/preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { narrow, place } from '../state/place.js';

/** @import { TargetedInputEvent } from 'preact' */
/** @import { Option } from './form.js' */

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
		// The address is behind while somebody types.
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
