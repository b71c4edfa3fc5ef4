import { html } from 'htm/preact';
import { useResource } from '../resource.js';

/**
 * Names whom a delivery goes to: an API key, or a chat-app account.
 * @returns {(delivery: any) => any}
 */
export function useReceiverNames() {
	const keys = useResource('/api-keys').data?.api_keys ?? [];
	const accounts = useResource('/chatapp-accounts').data?.chatapp_accounts ?? [];
	return ({ api_key_id: keyId, chatapp_account_id: accountId }) => {
		const key = keys.find((/** @type {any} */ { id }) => id === keyId);
		if (key) return html`${key.name} <code class="dim">${key.prefix}…</code>`;
		const account = accounts.find((/** @type {any} */ { id }) => id === accountId);
		if (account) return html`Chat app ${account.display_number}`;
		return html`<code class="dim">${keyId ?? accountId}</code>`;
	};
}
