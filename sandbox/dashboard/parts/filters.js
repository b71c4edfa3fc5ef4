import { html } from 'htm/preact';
import { useId } from 'preact/hooks';
import { hrefOf, narrow, place } from '../state/place.js';

/**
 * @typedef {Array<string | import('./form.js').Option>} Options
 * @typedef {{ name: string, label: string, all?: string, options?: Options | (() => Options) }} Filter
 * one without options is a text to search for; a function of options is a hook
 */

const inWords = (word) => word.replaceAll('_', ' ');

/** Narrows the list on the page; the address keeps it. */
export function Filters({ filters }) {
	const stay = (event) => event.preventDefault();
	const [section] = place.value.path;
	return html`<form class="filters" aria-label="Filters" onSubmit=${stay}>
		${filters.map((filter) => html`<${Control} key=${`${section} ${filter.name}`} filter=${filter} />`)}
	</form>`;
}

function Control({ filter: { name, label, all = 'All', options } }) {
	const id = useId();
	const value = place.value.parameters.get(name) ?? '';
	const { path } = place.value;
	const onChange = ({ target }) => {
		// A browser tells of a text that was not entered when its page is left, and by then another one is there.
		const [here] = location.hash.split('?');
		if (here === hrefOf(path)) narrow({ [name]: target.value.trim() });
	};
	const choices = (typeof options === 'function' ? options() : options)?.map((option) =>
		typeof option === 'string' ? { value: option, text: inWords(option) } : option,
	);
	return html`<div class="field">
		<label for=${id}>${label}</label>
		${
			choices
				? html`<select id=${id} value=${value} onChange=${onChange}>
						<option value="">${all}</option>
						${choices.map(
							(choice) => html`<option key=${choice.value} value=${choice.value}>${choice.text}</option>`,
						)}
					</select>`
				: html`<input id=${id} type="search" autocomplete="off" value=${value} onChange=${onChange} />`
		}
	</div>`;
}

/** What the place narrows a list by, for its control call. */
export function queryOf(names) {
	const given = names.map((name) => [name, place.value.parameters.get(name) ?? '']);
	return new URLSearchParams(given.filter(([, value]) => value !== ''));
}
