import { html } from 'htm/preact';
import { useId } from 'preact/hooks';

/**
 * A text field with its label and a hint below.
 * @param {{ label: string, name: string, hint?: any, rows?: number } & Record<string, any>} properties the rest goes to the input
 */
export function TextField({ label, name, hint, rows, ...rest }) {
	const id = useId();
	const described = hint ? { 'aria-describedby': `${id}-hint` } : {};
	return html`<div class="field">
		<label for=${id}>${label}</label>
		${
			rows
				? html`<textarea id=${id} name=${name} rows=${rows} ...${described} ...${rest}></textarea>`
				: html`<input id=${id} name=${name} ...${described} ...${rest} />`
		}
		${hint && html`<small id=${`${id}-hint`}>${hint}</small>`}
	</div>`;
}

/**
 * A choice of one with its label.
 * @param {{ label: string, name: string, options: Array<{ value: string, text: string }> } & Record<string, any>} properties
 */
export function SelectField({ label, name, options, ...rest }) {
	const id = useId();
	return html`<div class="field">
		<label for=${id}>${label}</label>
		<select id=${id} name=${name} ...${rest}>
			${options.map(({ value, text }) => html`<option key=${value} value=${value}>${text}</option>`)}
		</select>
	</div>`;
}

/**
 * What a text field of a form holds.
 * @param {HTMLFormElement} form
 * @param {string} name
 * @returns {string | undefined} undefined when it is empty
 */
export function valueOf(form, name) {
	const text = String(new FormData(form).get(name) ?? '').trim();
	return text === '' ? undefined : text;
}
