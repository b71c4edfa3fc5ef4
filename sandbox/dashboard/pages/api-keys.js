import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { call } from '../api.js';
import { notify } from '../notices.js';
import { Badge } from '../parts/badge.js';
import { Confirmation } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { Page, ResourceState } from '../parts/page.js';
import { Secret } from '../parts/secret.js';
import { Table } from '../parts/table.js';
import { Time } from '../parts/time.js';
import { useResource } from '../resource.js';
import { useSubmission } from '../submission.js';
import { ApiKeyDialog } from './api-key-dialog.js';

/** Section 5; section 8. */
const MOST_ACTIVE_KEYS = 10;

/** API keys (section 5) with their webhook settings (section 6, set-up and secrets). */
export function ApiKeysPage() {
	const resource = useResource('/api-keys');
	const [dialog, setDialog] = useState(
		/** @type {{ kind: 'create' | 'edit' | 'revoke', id?: string } | undefined} */ (undefined),
	);
	/** @type {any[] | undefined} */
	const keys = resource.data?.api_keys;
	const active = keys?.filter((key) => key.revoked_at === null);
	const revoked = keys?.filter((key) => key.revoked_at !== null) ?? [];
	const chosen = keys?.find(({ id }) => id === dialog?.id);
	const close = () => setDialog(undefined);

	return html`<${Page}
		title="API keys"
		lead="A key lets programs in, and says where the account's events are sent."
		actions=${html`<button type="button" onClick=${() => setDialog({ kind: 'create' })}><${Icon} name="add" /> Create key</button>`}
	>
		<${ResourceState} resource=${resource} />
		<${UnscopedWarning} keys=${active ?? []} />
		<${Table}
			label="Active API keys"
			rows=${active}
			empty="There is no key. Create one to use the service."
			columns=${[
				{ title: 'Name', cell: KeyName },
				{ title: 'Webhook', cell: Webhook },
				{ title: 'Number scope', cell: Scope },
				{
					title: 'Last used',
					cell: (/** @type {any} */ key) =>
						key.last_used_at ? html`<${Time} at=${key.last_used_at} />` : 'never',
				},
				{
					title: 'Actions',
					hidden: true,
					className: 'row-actions',
					cell: (/** @type {any} */ key) =>
						html`<button
								type="button"
								class="small secondary outline"
								aria-label=${`Edit ${key.name}`}
								onClick=${() => setDialog({ kind: 'edit', id: key.id })}
							>
								<${Icon} name="edit" /> Edit
							</button>
							<button
								type="button"
								class="small danger outline"
								aria-label=${`Revoke ${key.name}`}
								onClick=${() => setDialog({ kind: 'revoke', id: key.id })}
							>
								<${Icon} name="revoke" /> Revoke
							</button>`,
				},
			]}
		/>
		${active && html`<p class="foot">${active.length} of ${MOST_ACTIVE_KEYS} active keys.</p>`}
		${
			revoked.length > 0 &&
			html`<details>
				<summary>Revoked keys (${revoked.length})</summary>
				<${Table}
					label="Revoked API keys"
					rows=${revoked}
					empty=""
					columns=${[
						{ title: 'Name', cell: KeyName },
						{ title: 'Revoked', cell: (/** @type {any} */ key) => html`<${Time} at=${key.revoked_at} />` },
						{
							title: 'Last used',
							cell: (/** @type {any} */ key) => html`<${Time} at=${key.last_used_at} />`,
						},
					]}
				/>
			</details>`
		}
		${dialog?.kind === 'create' && html`<${ApiKeyDialog} onClose=${close} />`}
		${dialog?.kind === 'edit' && chosen && html`<${ApiKeyDialog} present=${chosen} onClose=${close} />`}
		${dialog?.kind === 'revoke' && chosen && html`<${RevokeDialog} apiKey=${chosen} onClose=${close} />`}
	<//>`;
}

/**
 * Section 6, per-number scoping, rule 3: among several webhook keys, an unscoped one is told nothing.
 * @param {{ keys: any[] }} properties
 */
function UnscopedWarning({ keys }) {
	const webhookKeys = keys.filter((key) => key.webhook_url !== null);
	const unscoped = webhookKeys.filter((key) => key.phone_numbers.length === 0);
	if (webhookKeys.length < 2 || unscoped.length === 0) return null;
	const names = unscoped.map(({ name }) => `“${name}”`).join(', ');
	return html`<p class="warning" role="status">
		<${Icon} name="warning" />
		<span
			>Several keys have a webhook, so ${names} will be told of no SMS and no call until scoped to
			numbers.</span
		>
	</p>`;
}

/** @param {any} key */
function KeyName({ name, prefix, revoked_at: revokedAt }) {
	return html`<strong>${name}</strong>${revokedAt && html` <${Badge} status="revoked" />`}<br /><code
			>${prefix}…</code
		>`;
}

/** @param {any} key */
function Webhook({ id, name, webhook_url: url, signing_secret: secret }) {
	if (url === null) return html`<span class="none">none</span>`;
	return html`<span class="url">${url}</span><br /><${Secret}
			key=${id}
			value=${secret}
			label=${`signing secret of ${name}`}
		/>`;
}

/** @param {any} key */
function Scope({ phone_numbers: numbers }) {
	if (numbers.length === 0) return html`<span class="none">not scoped</span>`;
	return html`<ul class="tags">
		${numbers.map((/** @type {string} */ number) => html`<li key=${number} class="tag">${number}</li>`)}
	</ul>`;
}

/** @param {{ apiKey: any, onClose: () => void }} properties */
function RevokeDialog({ apiKey, onClose }) {
	const submission = useSubmission(async () => {
		await call('DELETE', `/api-keys/${apiKey.id}`);
		notify({ kind: 'success', text: `“${apiKey.name}” is revoked.` });
		onClose();
	});
	return html`<${Confirmation}
		title=${`Revoke “${apiKey.name}”?`}
		action="Revoke key"
		submission=${submission}
		onClose=${onClose}
	>
		<p>
			Programs that use <code>${apiKey.prefix}…</code> are refused at once, and what is pending for its
			webhook is given up. This cannot be undone.
		</p>
	<//>`;
}
