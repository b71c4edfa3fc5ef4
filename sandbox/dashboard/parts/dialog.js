import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { useEffect, useRef } from 'preact/hooks';
import { Form } from './form.js';
import { Icon } from './icon.js';

/** The dialog that is open. */
const open = signal(/** @type {{ title: string, content: any } | undefined} */ (undefined));

/** Opens a modal dialog, in place of the one that was open. */
export const openDialog = (title, content) => void (open.value = { title, content });

export const closeDialog = () => void (open.value = undefined);

/** Where the dialog is shown. */
export const OpenDialog = () => (open.value ? html`<${Dialog} ...${open.value} />` : null);

/** The browser keeps the focus in it, closes it on Escape, and gives the focus back. */
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
 * Opens a dialog with a form; without fields it asks before something that cannot be undone.
 * @param {{ title: string, act: (values: any) => Promise<void> } & Record<string, any>} dialog its form; it
 * closes when `act` is done
 */
export function openForm({ title, fields = [], act, about, ...rest }) {
	const submit = async (values) => {
		const asked = open.value;
		await act(values);
		if (open.value === asked) closeDialog();
	};
	const form = { fields, act: submit, onCancel: closeDialog, ...rest };
	openDialog(title, html`<${Form} ...${form}>${about}<//>`);
}
