import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { call } from '../api.js';
import { notify } from '../notices.js';
import { Badge } from '../parts/badge.js';
import { Dialog, Failure } from '../parts/dialog.js';
import { TextField, valueOf } from '../parts/field.js';
import { Icon } from '../parts/icon.js';
import { Page, ResourceState } from '../parts/page.js';
import { Table } from '../parts/table.js';
import { useResource } from '../resource.js';
import { useSubmission } from '../submission.js';

/** Chat-app accounts: connecting a number (section 4, send) and its own `webhook_url` (section 6, `chatapp.received`). */
export function ChatAppPage() {
	const resource = useResource('/chatapp-accounts');
	const [dialog, setDialog] = useState(/** @type {{ id?: string } | undefined} */ (undefined));
	/** @type {any[] | undefined} */
	const accounts = resource.data?.chatapp_accounts;
	const chosen = accounts?.find(({ id }) => id === dialog?.id);
	const close = () => setDialog(undefined);

	return html`<${Page}
		title="Chat-app accounts"
		lead="Business numbers on the chat app. With a webhook URL, inbound messages go there, unsigned, and the AI agent keeps quiet."
		actions=${html`<button type="button" onClick=${() => setDialog({})}><${Icon} name="add" /> Connect number</button>`}
	>
		<${ResourceState} resource=${resource} />
		<${Table}
			label="Chat-app accounts"
			rows=${accounts}
			empty="No number is connected to the chat app."
			columns=${[
				{
					title: 'Number',
					cell: (/** @type {any} */ row) => html`<strong class="nowrap">${row.display_number}</strong>`,
				},
				{
					title: 'phone_number_id',
					cell: (/** @type {any} */ row) => html`<code>${row.phone_number_id}</code>`,
				},
				{
					title: 'Status',
					cell: (/** @type {any} */ row) =>
						html`<${Badge} status=${row.connected ? 'connected' : 'not connected'} />`,
				},
				{
					title: 'webhook_url',
					cell: (/** @type {any} */ row) =>
						row.webhook_url
							? html`<span class="url">${row.webhook_url}</span>`
							: html`<span class="none">none: the AI agent answers</span>`,
				},
				{
					title: 'Actions',
					hidden: true,
					className: 'row-actions',
					cell: (/** @type {any} */ row) =>
						html`<button
							type="button"
							class="small secondary outline"
							aria-label=${`Edit ${row.display_number}`}
							onClick=${() => setDialog({ id: row.id })}
						>
							<${Icon} name="edit" /> Edit
						</button>`,
				},
			]}
		/>
		${dialog && (chosen || dialog.id === undefined) && html`<${AccountDialog} present=${chosen} onClose=${close} />`}
	<//>`;
}

/** @param {{ present?: any, onClose: () => void }} properties */
function AccountDialog({ present, onClose }) {
	const submission = useSubmission(async (form) => {
		const settings = {
			display_number: valueOf(form, 'display_number') ?? '',
			connected: new FormData(form).has('connected'),
			webhook_url: valueOf(form, 'webhook_url') ?? null,
		};
		if (present) await call('PATCH', `/chatapp-accounts/${present.id}`, settings);
		else
			await call('POST', '/chatapp-accounts', {
				...settings,
				phone_number_id: valueOf(form, 'phone_number_id') ?? '',
			});
		notify({ kind: 'success', text: `${settings.display_number} is ${present ? 'changed' : 'added'}.` });
		onClose();
	});
	return html`<${Dialog}
		title=${present ? `Edit ${present.display_number}` : 'Connect a number to the chat app'}
		onClose=${onClose}
	>
		<form onSubmit=${submission.onSubmit}>
			<${TextField}
				label="Number"
				name="display_number"
				type="tel"
				required
				autocomplete="off"
				defaultValue=${present?.display_number}
				placeholder="e.g. +14155550100"
				autofocus=${!present}
			/>
			${!present && html`<${TextField} label="phone_number_id" name="phone_number_id" required inputmode="numeric" autocomplete="off" placeholder="e.g. 106540352242950" hint="The chat app's own id of the number: digits." />`}
			<${TextField}
				label="webhook_url"
				name="webhook_url"
				type="url"
				autocomplete="off"
				maxlength="2048"
				autofocus=${present !== undefined}
				defaultValue=${present?.webhook_url ?? ''}
				placeholder="e.g. http://127.0.0.1:5678/webhook/…?token=…"
				hint="Deliveries to it are not signed. Leave it empty for the AI agent to answer."
			/>
			<label
				><input type="checkbox" role="switch" name="connected" defaultChecked=${present?.connected ?? true} />
				Connected</label
			>
			<${Failure} text=${submission.error} />
			<footer>
				<button type="button" class="secondary outline" onClick=${onClose}>Cancel</button>
				<button type="submit" aria-busy=${submission.busy}>${present ? 'Save' : 'Connect'}</button>
			</footer>
		</form>
	<//>`;
}
