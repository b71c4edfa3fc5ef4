import { html } from 'htm/preact';
import { useId, useState } from 'preact/hooks';
import { refresh } from '../state/data.js';
import { KINDS } from './field-kinds.js';

/** @import { ComponentChildren, TargetedInputEvent, TargetedSubmitEvent } from 'preact' */
/** @import { KindName } from './field-kinds.js' */

/**
 * A field of a form. Empty fields are not sent.
 * @typedef {{ value: string, text: string }} Option
 *
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {KindName} kind
 * @property {string | string[] | boolean | null} [value] its initial value
 * @property {string} [placeholder]
 * @property {ComponentChildren} [hint]
 * @property {boolean} [required]
 * @property {Array<Option | string>} [options]
 * @property {boolean} [autofocus]
 * @property {boolean} [readOnly]
 * @property {boolean} [wide] takes a row of its own
 * @property {(event: TargetedInputEvent<HTMLSelectElement>) => void} [onChange]
 * @property {(event: TargetedInputEvent<HTMLInputElement>) => void} [onInput]
 * @property {(text: string) => string | undefined} [warn] says what is unwise about a text while it is typed
 */

/**
 * @typedef {object} FormProperties
 * @property {string} [label]
 * @property {string} [className]
 * @property {Field[]} fields
 * @property {ComponentChildren} action the words on its button
 * @property {(values: Record<string, unknown>) => unknown} act gets the values by the names of the fields
 * @property {boolean} [danger]
 * @property {() => void} [onCancel]
 * @property {ComponentChildren} [children]
 * @property {ComponentChildren} [beside] content beside the button
 */

/** The reason why a form was refused; `name` is that of the field in question, if any. */
class Refusal extends Error {
	/**
	 * @param {string} words
	 * @param {string} [name]
	 */
	constructor(words, name) {
		super(words);
		this.fieldName = name;
	}
}

/**
 * Reads the value that was typed in a field; undefined when it is empty.
 * @param {HTMLFormElement} form
 * @param {Field} field
 * @returns {unknown}
 * @throws {Refusal} when it is not of its kind
 */
function read(form, { name, kind, required }) {
	const data = new FormData(form);
	if (kind === 'switch') return data.has(name);
	if (kind === 'several') return data.getAll(name);
	const typed = data.get(name);
	const text = typeof typed === 'string' ? typed.trim() : '';
	if (text === '' && required) throw new Refusal('this is required', name);
	const value = text === '' ? undefined : KINDS[kind].read(text);
	if (text !== '' && value === undefined) throw new Refusal(KINDS[kind].words, name);
	return value;
}

/**
 * Finds the field that an error is about, since the sandbox's messages begin with the name of the field.
 * @param {unknown} error
 * @param {Field[]} fields
 */
function readRefusal(error, fields) {
	if (error instanceof Refusal) return error;
	const message = error instanceof Error ? error.message : String(error);
	const [, name, reason = message] = /^(\w+)[\w.]* (.+)$/.exec(message) ?? [];
	const about = fields.find((one) => one.name === name);
	return about ? new Refusal(reason, name) : new Refusal(message);
}

/**
 * A form that checks its values, sends them once, and shows a refusal at the field in question.
 * @param {FormProperties} properties
 */
export function Form({ label, className, fields, action, act, danger, onCancel, children, beside }) {
	const [busy, setBusy] = useState(false);
	const [refusal, setRefusal] = useState(/** @type {Refusal | undefined} */ (undefined));

	/** @param {TargetedSubmitEvent<HTMLFormElement>} event */
	async function onSubmit(event) {
		event.preventDefault();
		if (busy) return;
		const form = event.currentTarget;
		setBusy(true);
		setRefusal(undefined);
		try {
			await act(Object.fromEntries(fields.map((one) => [one.name, read(form, one)])));
			void refresh();
		} catch (error) {
			const fresh = readRefusal(error, fields);
			setRefusal(fresh);
			const about = form.elements.namedItem(fresh.fieldName ?? '');
			if (about instanceof HTMLElement) about.focus();
		}
		setBusy(false);
	}

	const wordsFor = (/** @type {Field} */ { name }) =>
		refusal?.fieldName === name ? refusal.message : undefined;
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

/** @param {{ field: Field, refusal: string | undefined }} properties */
function FieldOf({
	field: { kind, name, label, hint, value, options, required, wide, warn, ...rest },
	refusal,
}) {
	const id = useId();
	const [typed, setTyped] = useState(/** @type {string | undefined} */ (undefined));
	const warning = warn?.(typed ?? (typeof value === 'string' ? value : ''));
	/** @param {TargetedInputEvent<HTMLInputElement>} event */
	const onInput = ({ currentTarget }) => setTyped(currentTarget.value.trim());
	const { type, rows } = KINDS[kind];
	if (kind === 'several') return html`<${Several} ...${{ name, label, hint, options, value }} />`;
	const described =
		[hint && `${id}-hint`, warning && `${id}-warning`, refusal && `${id}-refusal`]
			.filter(Boolean)
			.join(' ') || undefined;
	const control = {
		id,
		name,
		autocomplete: 'off',
		defaultValue: value,
		'aria-describedby': described,
		...(warn && { onInput }),
		...rest,
		'aria-invalid': refusal ? 'true' : undefined,
		'aria-required': required ? 'true' : undefined,
	};
	return html`<div class=${`field ${kind}${wide ? ' wide' : ''}`}>
		${
			kind === 'switch' &&
			html`<input type="checkbox" role="switch" ...${control} defaultChecked=${value} />${' '}`
		}
		<label for=${id}>${label}</label>
		${options && html`<${Select} options=${options} ...${control} />`}
		${rows && html`<textarea rows=${rows} ...${control}></textarea>`}
		${type && html`<input type=${type} ...${control} />`}
		${refusal && html`<small id=${`${id}-refusal`} class="refusal" role="alert">${label}: ${refusal}</small>`}
		${warn && html`<small id=${`${id}-warning`} class="caution" role="status">${warning}</small>`}
		${hint && html`<small id=${`${id}-hint`}>${hint}</small>`}
	</div>`;
}

/**
 * @param {KindName} kind
 * @param {string} name
 * @param {string} label
 * @param {Partial<Field>} [more]
 * @returns {Field}
 */
export const field = (kind, name, label, more = {}) => ({ kind, name, label, ...more });

/**
 * Builds the options of a choice from a map of values to words.
 * @param {Record<string, string>} words
 * @returns {Option[]}
 */
export const optionsOf = (words) => Object.entries(words).map(([value, text]) => ({ value, text }));

/** @param {{ options: Array<Option | string>, defaultValue?: string }} properties */
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

/** @param {Pick<Field, 'name' | 'label' | 'hint'> & { options: Option[], value?: string[] }} properties */
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
