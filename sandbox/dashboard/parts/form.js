import { html } from 'htm/preact';
import { useId, useState } from 'preact/hooks';
import { refresh } from '../state/cache.js';
import { KINDS } from './field-kinds.js';

/**
 * A field of a form. An empty one is left out of what is sent.
 * @typedef {{ value: string, text: string }} Option
 *
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {string} [kind] one of `KINDS`
 * @property {any} [value] what it holds at first
 * @property {string} [placeholder]
 * @property {any} [hint]
 * @property {boolean} [required]
 * @property {Array<Option | string>} [options]
 * @property {boolean} [autofocus]
 * @property {boolean} [readOnly]
 */

/** Why a form was not taken; `name` is that of the field it is about, if any. */
class Refusal extends Error {
	constructor(words, name) {
		super(words);
		this.fieldName = name;
	}
}

/**
 * What was typed in a field: undefined when it is empty.
 * @throws {Refusal} when it is not of its kind
 */
function read(form, { name, kind, required }) {
	const data = new FormData(form);
	if (kind === 'switch') return data.has(name);
	if (kind === 'several') return data.getAll(name);
	const text = String(data.get(name) ?? '').trim();
	if (text === '' && required) throw new Refusal('this is required', name);
	const value = text === '' ? undefined : KINDS[kind].read(text);
	if (text !== '' && value === undefined) throw new Refusal(KINDS[kind].words, name);
	return value;
}

/** What went wrong, at the field it is about: the sandbox names it as the interface does, with a reason. */
function readRefusal(error, fields) {
	if (error instanceof Refusal) return error;
	const [, name, reason] = /^(\w+)[\w.]* (.+)$/.exec(error.message) ?? [];
	const about = fields.find((one) => one.name === name);
	return about ? new Refusal(KINDS[about.kind].words || reason, name) : new Refusal(error.message);
}

/**
 * A form: it checks what was typed, sends it once, and shows a refusal at the field that it is about. `act`
 * gets the values by name; `beside` is shown beside the button.
 */
export function Form({ label, className, fields, action, act, danger, onCancel, children, beside }) {
	const [busy, setBusy] = useState(false);
	const [refusal, setRefusal] = useState(/** @type {Refusal | undefined} */ (undefined));

	async function onSubmit(event) {
		event.preventDefault();
		if (busy) return;
		const form = event.target;
		setBusy(true);
		setRefusal(undefined);
		try {
			await act(Object.fromEntries(fields.map((one) => [one.name, read(form, one)])));
			refresh();
		} catch (error) {
			const fresh = readRefusal(error, fields);
			setRefusal(fresh);
			form.elements.namedItem(fresh.fieldName ?? '')?.focus?.();
		}
		setBusy(false);
	}

	const wordsFor = ({ name }) => (refusal?.fieldName === name ? refusal?.message : undefined);
	const escape = { class: 'secondary outline', autofocus: fields.length === 0, onClick: onCancel };
	return html`<form class=${className} aria-label=${label} novalidate onSubmit=${onSubmit}>
		${children}
		<div class="fields">
			${fields.map((one) => html`<${FieldOf} key=${one.name} field=${one} refusal=${wordsFor(one)} />`)}
		</div>
		<div role="alert">
			${refusal && !refusal.fieldName && html`<p class="failure">${refusal.message}</p>`}
		</div>
		<footer>
			${onCancel && html`<button type="button" ...${escape}>Cancel</button>`}
			<button type="submit" class=${danger ? 'danger' : undefined} aria-busy=${busy}>${action}</button>
			${beside}
		</footer>
	</form>`;
}

function FieldOf({ field: { kind, name, label, hint, value, options, required, ...rest }, refusal }) {
	const id = useId();
	const { type, rows } = KINDS[kind];
	if (kind === 'several') return html`<${Several} ...${{ name, label, hint, options, value }} />`;
	const described = [hint && `${id}-hint`, refusal && `${id}-refusal`].filter(Boolean).join(' ') || undefined;
	const control = {
		id,
		name,
		autocomplete: 'off',
		defaultValue: value,
		'aria-describedby': described,
		...rest,
	};
	if (refusal) control['aria-invalid'] = 'true';
	if (required) control['aria-required'] = 'true';
	return html`<div class=${`field ${kind}`}>
		${
			kind === 'switch' &&
			html`<input type="checkbox" role="switch" ...${control} defaultChecked=${value} />${' '}`
		}
		<label for=${id}>${label}</label>
		${options && html`<${Select} options=${options} ...${control} />`}
		${rows && html`<textarea rows=${rows} ...${control}></textarea>`}
		${type && html`<input type=${type} ...${control} />`}
		${refusal && html`<small id=${`${id}-refusal`} class="refusal" role="alert">${label}: ${refusal}</small>`}
		${hint && html`<small id=${`${id}-hint`}>${hint}</small>`}
	</div>`;
}

/** @returns {Field} */
export const field = (kind, name, label, more = {}) => ({ kind, name, label, ...more });

/**
 * The options of a choice, from their words by value.
 * @returns {Option[]}
 */
export const optionsOf = (words) => Object.entries(words).map(([value, text]) => ({ value, text }));

function Select({ options, defaultValue, ...rest }) {
	const all = options.map((option) =>
		typeof option === 'string' ? { value: option, text: option } : option,
	);
	return html`<select ...${rest}>
		${all.map(({ value, text }) => {
			const selected = value === defaultValue;
			return html`<option key=${value} value=${value} selected=${selected}>${text}</option>`;
		})}
	</select>`;
}

function Several({ name, label, hint, options, value = [] }) {
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
