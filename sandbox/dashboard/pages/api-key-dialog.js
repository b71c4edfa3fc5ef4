import { html } from 'htm/preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../api.js';
import { notify } from '../notices.js';
import { Dialog, Failure } from '../parts/dialog.js';
import { TextField, valueOf } from '../parts/field.js';
import { Secret } from '../parts/secret.js';
import { useResource } from '../resource.js';
import { useSubmission } from '../submission.js';

/**
 * Creates a key, or changes one; what is secret and new is shown afterwards.
 * @param {{ present?: any, onClose: () => void }} properties `present` is the key to change
 */
export function ApiKeyDialog({ present, onClose }) {
	const [outcome, setOutcome] = useState(/** @type {any} */ (undefined));
	const numbers = useResource('/numbers').data?.numbers;
	const submission = useSubmission(async (form) => {
		const settings = {
			name: valueOf(form, 'name') ?? '',
			webhook_url: valueOf(form, 'webhook_url') ?? null,
			// Before the numbers are known, the form says nothing about the scope.
			...(numbers && { phone_numbers: new FormData(form).getAll('phone_numbers') }),
		};
		const key = present
			? await call('PATCH', `/api-keys/${present.id}`, settings)
			: await call('POST', '/api-keys', settings);
		const newSecret = key.signing_secret !== null && key.signing_secret !== present?.signing_secret;
		if (present) notify({ kind: 'success', text: `“${key.name}” is changed.` });
		if (key.key !== undefined || newSecret) setOutcome({ ...key, newSecret });
		else onClose();
	});

	const title = present ? `Edit “${present.name}”` : 'Create an API key';
	const titleAfter = present ? 'The webhook is set' : 'The key is created';
	return html`<${Dialog} title=${outcome ? titleAfter : title} onClose=${onClose}>
		${outcome ? html`<${Outcome} apiKey=${outcome} onClose=${onClose} />` : html`<${SettingsForm} ...${{ present, numbers, submission, onClose }} />`}
	<//>`;
}
/** @param {{ present: any, numbers: any[] | undefined, submission: any, onClose: () => void }} properties */
function SettingsForm({ present, numbers, submission, onClose }) {
	return html`<form onSubmit=${submission.onSubmit}>
		<${TextField}
			label="Name"
			name="name"
			required
			maxlength="100"
			autocomplete="off"
			autofocus
			defaultValue=${present?.name}
			placeholder="e.g. n8n on my laptop"
		/>
		<${TextField}
			label="Webhook URL"
			name="webhook_url"
			type="url"
			autocomplete="off"
			maxlength="2048"
			defaultValue=${present?.webhook_url ?? ''}
			placeholder="e.g. http://127.0.0.1:5678/webhook/…"
			hint=${present?.webhook_url ? 'Clearing it clears the signing secret, too. Another URL keeps the secret.' : 'Where events are sent. The first URL brings a signing secret.'}
		/>
		${numbers && html`<${ScopeField} numbers=${numbers} scope=${present?.phone_numbers ?? []} />`}
		<${Failure} text=${submission.error} />
		<footer>
			<button type="button" class="secondary outline" onClick=${onClose}>Cancel</button>
			<button type="submit" aria-busy=${submission.busy}>${present ? 'Save' : 'Create key'}</button>
		</footer>
	</form>`;
}

/** @param {{ numbers: any[], scope: string[] }} properties */
function ScopeField({ numbers, scope }) {
	return html`<fieldset>
		<legend>Number scope</legend>
		<div class="choices">
			${numbers.map(
				(/** @type {any} */ { phone_number: number, friendly_name: name }) =>
					html`<label key=${number}>
						<input
							type="checkbox"
							name="phone_numbers"
							value=${number}
							defaultChecked=${scope.includes(number)}
						/>
						<span>${number} <span class="dim">${name}</span></span>
					</label>`,
			)}
		</div>
		<small>With none, the key is told of every number, as long as it is the only one with a webhook.</small>
	</fieldset>`;
}

/** @param {{ apiKey: any, onClose: () => void }} properties */
function Outcome({ apiKey, onClose }) {
	const done = useRef(/** @type {HTMLButtonElement | null} */ (null));
	// The button that had the focus has gone with the form.
	useEffect(() => done.current?.focus(), []);
	return html`${
			apiKey.key &&
			html`<h3>API key</h3>
				<${Secret} value=${apiKey.key} label="API key" revealed />
				<p class="warning"><span>Copy it now: the full key is shown only this once.</span></p>`
		}
		${
			apiKey.newSecret &&
			html`<h3>Signing secret</h3>
				<${Secret} value=${apiKey.signing_secret} label="signing secret" revealed />
				<p>Events to <span class="url">${apiKey.webhook_url}</span> are signed with it.</p>`
		}
		<footer>
			<button ref=${done} type="button" onClick=${onClose}>Done</button>
		</footer>`;
}
