import { html } from 'htm/preact';
import { useResource } from '../state/cache.js';

/**
 * Names whom a delivery goes to: an API key, or a chat-app account.
 * @param {{ api_key_id: string | null, chatapp_account_id: string | null }} delivery
 */
export function Receiver({ api_key_id: keyId, chatapp_account_id: accountId }) {
	const keys = useResource('/api-keys').data?.api_keys;
	const accounts = useResource('/chatapp-accounts').data?.chatapp_accounts;
	const key = keys?.find(({ id }) => id === keyId);
	if (key) return html`${key.name} <code class="dim">${key.prefix}…</code>`;
	const account = accounts?.find(({ id }) => id === accountId);
	return account
		? html`Chat app ${account.display_number}`
		: html`<code class="dim">${keyId ?? accountId}</code>`;
}

/**
 * Names who sent a request.
 * @param {{ id: string | null }} properties of an API key or of a user; null for a stranger
 */
export function Sender({ id }) {
	const keys = useResource('/api-keys').data?.api_keys;
	const key = keys?.find((one) => one.id === id);
	if (key) return html`${key.name} <code class="dim">${key.prefix}…</code>`;
	return html`<span class="dim">${id === null ? 'nobody known' : 'a session'}</span>`;
}
