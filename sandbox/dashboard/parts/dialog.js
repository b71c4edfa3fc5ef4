import { html } from 'htm/preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.js';

/**
 * A modal dialog, open while it is there. The browser keeps the focus in it, closes it on Escape, and gives the focus back.
 * @param {{ title: string, onClose: () => void, children?: any }} properties `onClose` takes it away
 */
export function Dialog({ title, onClose, children }) {
	const element = useRef(/** @type {HTMLDialogElement | null} */ (null));
	const taken = useRef(false);
	useEffect(() => {
		element.current?.showModal();
		return () => {
			// Closing is what gives the focus back; nobody needs to be told, since the dialog is being taken away.
			taken.current = true;
			element.current?.close();
		};
	}, []);
	return html`<dialog
		ref=${element}
		aria-labelledby="dialog-title"
		onClose=${() => taken.current || onClose()}
	>
		<article>
			<header>
				<h2 id="dialog-title">${title}</h2>
				<button type="button" class="plain" aria-label="Close" onClick=${() => element.current?.close()}>
					<${Icon} name="close" />
				</button>
			</header>
			${children}
		</article>
	</dialog>`;
}

/**
 * Asks before something that cannot be undone.
 * @param {{ title: string, action: string, submission: { busy: boolean, error?: string, onSubmit: (event: SubmitEvent) => void }, onClose: () => void, children?: any }} properties
 */
export function Confirmation({ title, action, submission, onClose, children }) {
	return html`<${Dialog} title=${title} onClose=${onClose}>
		<form onSubmit=${submission.onSubmit}>
			${children}
			<${Failure} text=${submission.error} />
			<footer>
				<button type="button" class="secondary outline" autofocus onClick=${onClose}>Cancel</button>
				<button type="submit" class="danger" aria-busy=${submission.busy}>${action}</button>
			</footer>
		</form>
	<//>`;
}

/**
 * Why something did not work; nothing when it did.
 * @param {{ text: string | undefined }} properties
 */
export function Failure({ text }) {
	return html`<div role="alert">${text && html`<p class="failure">${text}</p>`}</div>`;
}
