import { html } from 'htm/preact';
import { Badge } from '../parts/badge.js';
import { button } from '../parts/button.js';
import { Copyable } from '../parts/copy-button.js';
import { openForm } from '../parts/dialog.js';
import { actionsColumn, Table } from '../parts/list.js';
import { Page, ResourceState } from '../parts/page.js';
import { Time } from '../parts/time.js';
import { column, Tags } from '../parts/value.js';
import { call, useResource } from '../state/data.js';
import { notifySuccess } from '../state/notices.js';
import { editKey } from './api-key-dialog.js';

/** @import { ApiKey } from '../../src/client/records.ts' */

/** Section 5; section 8. */
const MAX_ACTIVE_KEYS = 10;

const NAME = { title: 'Name', cell: KeyName };
const REVOKED = [NAME, column('revoked_at'), column('last_used_at')];

/** API keys (section 5) with their webhook settings (section 6, set-up and secrets). */
export function ApiKeysPage() {
	const resource = useResource('/api-keys');
	const keys = resource.data?.api_keys;
	const active = keys?.filter((key) => key.revoked_at === null);
	const revoked = keys?.filter((key) => key.revoked_at !== null) ?? [];
	const actions = (/** @type {ApiKey} */ key) => [
		button('pencil', 'Edit', () => editKey(key), { of: key.name }),
		' ',
		button('trash3', 'Revoke', () => revoke(key), {
			of: key.name,
			className: 'small danger outline',
		}),
	];
	const lead = 'Keys for n8n and other programs, each with its own webhook.';
	const create = button('plus-lg', 'Create key', () => editKey(), { className: '' });
	return html`<${Page} title="API keys" lead=${lead} actions=${create}>
		<${ResourceState} resource=${resource} />
		<${UnscopedWarning} keys=${active ?? []} />
		<${Table}
			label="Active API keys"
			rows=${active}
			empty="No API keys yet. Create one to use the service."
			columns=${[
				NAME,
				{ title: 'Webhook', cell: Webhook },
				{ title: 'Number scope', cell: Scope },
				{
					title: 'Last used',
					cell: (/** @type {ApiKey} */ key) =>
						key.last_used_at ? html`<${Time} at=${key.last_used_at} />` : 'never',
				},
				actionsColumn(actions),
			]}
		/>
		${active && html`<p class="foot">${active.length} of ${MAX_ACTIVE_KEYS} active keys.</p>`}
		${
			revoked.length > 0 &&
			html`<details>
				<summary>Revoked keys (${revoked.length})</summary>
				<${Table} label="Revoked API keys" rows=${revoked} columns=${REVOKED} />
			</details>`
		}
	<//>`;
}

/**
 * Section 6, per-number scoping, rule 3: among several webhook keys, an unscoped one receives nothing.
 * @param {{ keys: ApiKey[] }} properties
 */
function UnscopedWarning({ keys }) {
	const webhookKeys = keys.filter((key) => key.webhook_url !== null);
	const unscoped = webhookKeys.filter((key) => key.phone_numbers.length === 0);
	if (webhookKeys.length < 2 || unscoped.length === 0) return null;
	const names = unscoped.map(({ name }) => `“${name}”`).join(', ');
	return html`<p class="warning" role="status">
		Several keys have a webhook, so ${names} will receive no SMS and no call events until scoped to numbers.
	</p>`;
}

/** @param {ApiKey} key */
function KeyName({ name, prefix, revoked_at: revokedAt }) {
	const badge = revokedAt && html` <${Badge} status="revoked" />`;
	return html`<strong>${name}</strong>${badge}<br /><code>${prefix}…</code>`;
}

/** @param {ApiKey} key */
function Webhook({ id, name, webhook_url: url, signing_secret: secret }) {
	if (url === null) return html`<span class="dim">none</span>`;
	const label = `signing secret of ${name}`;
	return html`<span class="text">${url}</span><br /><${Copyable}
			key=${id}
			value=${secret}
			label=${label}
			secret
		/>`;
}

/** @param {ApiKey} key */
function Scope({ phone_numbers: numbers }) {
	return numbers.length === 0 ? html`<span class="dim">not scoped</span>` : html`<${Tags} tags=${numbers} />`;
}

/** @param {ApiKey} key */
function revoke({ id, name, prefix }) {
	openForm({
		title: `Revoke “${name}”?`,
		action: 'Revoke key',
		danger: true,
		act: async () => {
			await call('DELETE', `/api-keys/${id}`);
			notifySuccess(`“${name}” was revoked.`);
		},
		about: html`<p>
			Programs that use <code>${prefix}…</code> are refused at once, and what is pending for its webhook is
			given up. This cannot be undone.
		</p>`,
	});
}
