import { useState } from 'preact/hooks';

/**
 * Runs what a form is for: once at a time, and its failure is kept to be shown.
 * @param {(form: HTMLFormElement) => Promise<void>} act
 */
export function useSubmission(act) {
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState(/** @type {string | undefined} */ (undefined));

	/** @param {SubmitEvent} event */
	async function onSubmit(event) {
		event.preventDefault();
		if (busy) return;
		setBusy(true);
		setError(undefined);
		try {
			await act(/** @type {HTMLFormElement} */ (event.target));
		} catch (failure) {
			setError(failure instanceof Error ? failure.message : String(failure));
		}
		setBusy(false);
	}
	return { busy, error, onSubmit };
}
