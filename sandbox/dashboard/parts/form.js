import { html } from 'htm/preact';
import { useId, useState } from 'preact/hooks';
import { refresh } from '../state/cache.js';
import { KINDS } from './field-kinds.js';

/**
 * A field of a form. An empty one is left out of what is sent.
 * @typedef {{ value: string, text: string }} Option
 * @typedef {{ name: string, label: string, kind?: keyof typeof KINDS, value?: any, placeholder?: string, hint?: any, required?: boolean, options?: Array<Option | string>, autofocus?: boolean, readOnly?: boolean }} Field
 */

/**
 * @param {HTMLFormElement} form
 * @param {Field} field
 * @returns {any} undefined when it is empty
 * @throws {RangeError} when it is not of its kind
 */
function read(form, { name, kind = 'text', required }) {
	const data = new FormData(form);
	if (kind === 'switch') return data.has(name);
	if (kind === 'several') return data.getAll(name);
	const text = String(data.get(name) ?? '').trim();
	if (text === '' && required) throw new RangeError('this is required');
	if (text === '') return undefined;
	const value = KINDS[kind].read(text);
	if (value === undefined) throw new RangeError(KINDS[kind].words);
	return value;
}

/**
 * What a refusal of the sandbox says about a field: it names the field as the interface does, and gives a reason.
 * @param {string} message
 * @param {Field[]} fields
 * @returns {{ name: string, words: string } | undefined} undefined when it is about none of the fields
 */
function refusalOf(message, fields) {
	const [, name, reason = ''] = /^(\w+)[\w.]* (.+)$/.exec(message) ?? [];
	const field = fields.find((one) => one.name === name);
	return field && { name: field.name, words: KINDS[field.kind ?? 'text'].words || reason };
}

/**
 * A form: it checks what was typed, sends it once, and shows a refusal at the field that it is about.
 *
 * @param {{ label?: string, className?: string, fields: Field[], action: any, act: (values: Record<string, any>, form: HTMLFormElement) => Promise<void>, danger?: boolean, onCancel?: () => void, children?: any, beside?: any }} properties
 * `act` gets the values by name; `beside` is shown beside the button
 */
export function Form({ label, className, fields, action, act, danger, onCancel, children, beside }) {
	const [busy, setBusy] = useState(false);
	const [refusal, setRefusal] = useState(
		/** @type {{ name?: string, words: string } | undefined} */ (undefined),
	);

	/** @param {SubmitEvent} event */
	async function onSubmit(event) {
		event.preventDefault();
		if (busy) return;
		const form = /** @type {HTMLFormElement} */ (event.target);
		/** @param {{ name?: string, words: string }} said */
		const refuse = (said) => {
			setRefusal(said);
			const control = said.name && form.elements.namedItem(said.name);
			if (control instanceof HTMLElement) control.focus();
		};
		/** @type {Record<string, any>} */
		const values = {};
		for (const field of fields) {
			try {
				values[field.name] = read(form, field);
			} catch (unfit) {
				return refuse({ name: field.name, words: /** @type {Error} */ (unfit).message });
			}
		}
		setBusy(true);
		setRefusal(undefined);
		try {
			await act(values, form);
			refresh();
		} catch (error) {
			const message = error instanceof Error ? error.message : String(error);
			refuse(refusalOf(message, fields) ?? { words: message });
		}
		setBusy(false);
	}

	/** @param {Field} field */
	const show = (field) =>
		html`<${FieldOf}
			key=${field.name}
			field=${field}
			refusal=${field.name === refusal?.name ? refusal.words : undefined}
		/>`;
	return html`<form class=${className} aria-label=${label} novalidate onSubmit=${onSubmit}>
		${children}
		<div class="fields">${fields.map(show)}</div>
		<div role="alert">${refusal && !refusal.name && html`<p class="failure">${refusal.words}</p>`}</div>
		<footer>
			${onCancel && html`<button type="button" class="secondary outline" autofocus=${fields.length === 0} onClick=${onCancel}>Cancel</button>`}
			<button type="submit" class=${danger ? 'danger' : undefined} aria-busy=${busy}>${action}</button>
			${beside}
		</footer>
	</form>`;
}

function FieldOf({ field, refusal }) {
	const id = useId();
	const { kind = 'text', name, label, hint, value, options, required, ...rest } = field;
	const { type, rows } = KINDS[kind];
	if (kind === 'several') return html`<${Several} field=${field} />`;
	const described = [hint && `${id}-hint`, refusal && `${id}-refusal`].filter(Boolean).join(' ');
	const control = {
		...{
			id,
			name,
			autocomplete: 'off',
			'aria-describedby': described || undefined,
			defaultValue: value,
			...rest,
		},
		...(refusal && { 'aria-invalid': 'true' }),
		...(required && { 'aria-required': 'true' }),
	};
	return html`<div class=${`field ${kind}`}>
		${kind === 'switch' && html`<input type="checkbox" role="switch" ...${control} defaultChecked=${value} />${' '}`}
		<label for=${id}>${label}</label>
		${options && html`<${Select} options=${options} ...${control} />`}
		${rows && html`<textarea rows=${rows} ...${control}></textarea>`}
		${type && html`<input type=${type} ...${control} />`}
		${refusal && html`<small id=${`${id}-refusal`} class="refusal" role="alert">${label}: ${refusal}</small>`}
		${hint && html`<small id=${`${id}-hint`}>${hint}</small>`}
	</div>`;
}

/**
 * The options of a choice, from their words by value.
 * @param {Record<string, string>} words
 * @returns {Option[]}
 */
export const optionsOf = (words) => Object.entries(words).map(([value, text]) => ({ value, text }));

function Select({ options, defaultValue, ...rest }) {
	const all = options.map((option) =>
		typeof option === 'string' ? { value: option, text: option } : option,
	);
	return html`<select ...${rest}>
		${all.map(({ value, text }) => html`<option key=${value} value=${value} selected=${value === defaultValue}>${text}</option>`)}
	</select>`;
}

function Several({ field: { name, label, hint, options, value = [] } }) {
	return html`<fieldset class="several field">
		<legend>${label}</legend>
		${options.map(
			({ value: one, text }) =>
				html`<label key=${one}
					><input type="checkbox" name=${name} value=${one} defaultChecked=${value.includes(one)} />
					${text}</label
				>`,
		)}
		<small>${hint}</small>
	</fieldset>`;
}
