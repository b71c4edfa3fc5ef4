import { html } from 'htm/preact';
import { useEffect, useRef } from 'preact/hooks';
import { Copyable } from '../parts/copy-button.js';
import { closeDialog, openDialog, openForm } from '../parts/dialog.js';
import { field } from '../parts/form.js';
import { call, save } from '../state/data.js';
import { notifySuccess } from '../state/notices.js';
import { warnOfTestUrl } from './webhook-url.js';

/** @import { ApiKey } from '../../src/client/records.ts' */

/** @typedef {ApiKey & { key?: string }} SavedKey the full key is there when it is new */

/**
 * Opens the dialog that creates or changes a key; new secrets are shown afterwards.
 * @param {ApiKey} [present] the key to change
 */
export async function editKey(present) {
	const { numbers } = await call('GET', '/numbers');
	openForm({
		title: present ? `Edit “${present.name}”` : 'Create an API key',
		fields: [
			field('text', 'name', 'Name', {
				required: true,
				autofocus: true,
				value: present?.name,
				placeholder: 'e.g. n8n on my laptop',
			}),
			field('address', 'webhook_url', 'Webhook URL', {
				value: present?.webhook_url,
				warn: warnOfTestUrl,
				placeholder: 'e.g. http://127.0.0.1:5678/webhook/…',
				hint: present?.webhook_url
					? 'Clearing the URL also deletes the signing secret. Changing it keeps the secret.'
					: 'Where events are sent. Setting a URL creates a signing secret.',
			}),
			field('several', 'phone_numbers', 'Number scope', {
				value: present?.phone_numbers,
				options: numbers.map(({ phone_number: value, friendly_name: name }) => ({
					value,
					text: `${value} ${name}`,
				})),
				hint:
					'Without a scope, a key receives the events of every number, but only while no other key ' +
					'has a webhook.',
			}),
		],
		action: present ? 'Save' : 'Create key',
		act: async (/** @type {{ webhook_url?: string | null }} */ { webhook_url = null, ...rest }) => {
			/** @type {SavedKey} */
			const key = await save('/api-keys', present, { ...rest, webhook_url });
			const newSecret = key.signing_secret !== null && key.signing_secret !== present?.signing_secret;
			if (present) notifySuccess(`“${key.name}” was changed.`);
			const title = key.key ? 'API key created' : 'Webhook set';
			if (key.key || newSecret) openDialog(title, html`<${Outcome} apiKey=${key} newSecret=${newSecret} />`);
		},
	});
}

/** @param {{ apiKey: SavedKey, newSecret: boolean }} properties */
function Outcome({ apiKey: { key, signing_secret: secret, webhook_url: url }, newSecret }) {
	const done = useRef(/** @type {HTMLButtonElement | null} */ (null));
	// The button that had the focus was removed with the form.
	useEffect(() => done.current?.focus(), []);
	return html`
		${
			key &&
			html`<h3>API key</h3>
				<${Copyable} value=${key} label="API key" />
				<p class="warning">Copy it now: the full key is shown only this once.</p>`
		}
		${
			newSecret &&
			html`<h3>Signing secret</h3>
				<${Copyable} value=${secret} label="signing secret" />
				<p>Events to <span class="text">${url}</span> are signed with it.</p>`
		}
		<footer><button ref=${done} type="button" onClick=${closeDialog}>Done</button></footer>
	`;
}
