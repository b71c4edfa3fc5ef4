import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { useEffect, useRef } from 'preact/hooks';
import { Form } from './form.js';
import { Icon } from './icon.js';

/** @import { ComponentChildren } from 'preact' */
/** @import { Field } from './form.js' */

/** @typedef {{ title: string, content: ComponentChildren }} DialogProperties */

/** The dialog that is open. */
const open = signal(/** @type {DialogProperties | undefined} */ (undefined));

/**
 * Opens a modal dialog, which replaces an open one.
 * @param {string} title
 * @param {ComponentChildren} content
 */
export const openDialog = (title, content) => void (open.value = { title, content });

export const closeDialog = () => void (open.value = undefined);

/** The place of the open dialog in the page. */
export const OpenDialog = () => (open.value ? html`<${Dialog} ...${open.value} />` : null);

/**
 * A modal dialog: the browser keeps the focus in it, closes it on Escape, and then restores the focus.
 * @param {DialogProperties} properties
 */
function Dialog({ title, content }) {
	const element = useRef(/** @type {HTMLDialogElement | null} */ (null));
	useEffect(() => {
		element.current?.showModal();
		return () => element.current?.close();
	}, []);
	return html`<dialog ref=${element} aria-labelledby="dialog-title" onClose=${closeDialog}>
		<article>
			<header class="apart">
				<h2 id="dialog-title">${title}</h2>
				<button type="button" class="plain" aria-label="Close" onClick=${closeDialog}>
					<${Icon} name="x-lg" />
				</button>
			</header>
			${content}
		</article>
	</dialog>`;
}

/**
 * A form in a dialog that closes when `act` is done.
 * @template {object} Values
 * @typedef {object} DialogForm
 * @property {string} title
 * @property {Field[]} [fields]
 * @property {string} action the words on its button
 * @property {(values: Values) => unknown} act
 * @property {boolean} [danger]
 * @property {ComponentChildren} [about]
 */

/**
 * Opens a dialog with a form; without fields it asks for confirmation of something that cannot be undone.
 * @template {object} Values
 * @param {DialogForm<Values>} dialog
 */
export function openForm({ title, fields = [], act, about, ...rest }) {
	/** @param {Values} values */
	const submit = async (values) => {
		const asked = open.value;
		await act(values);
		if (open.value === asked) closeDialog();
	};
	const form = { fields, act: submit, onCancel: closeDialog, ...rest };
	openDialog(title, html`<${Form} ...${form}>${about}<//>`);
}
