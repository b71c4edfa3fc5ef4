import { html } from 'htm/preact';
import { useResource } from '../state/data.js';

/** @import { Delivery } from '../../src/client/records.ts' */

/**
 * Names an API key by its ID; shows `otherwise` if there is no such key.
 * @param {{ id: string | null, otherwise: string }} properties
 */
function Key({ id, otherwise }) {
	const key = useResource('/api-keys').data?.api_keys.find((one) => one.id === id);
	return key
		? html`${key.name} <code class="dim">${key.prefix}…</code>`
		: html`<span class="dim">${otherwise}</span>`;
}

/**
 * Names the receiver of a delivery: an API key, a chat-app account, or neither: a workflow that is being built.
 * @param {Pick<Delivery, 'api_key_id' | 'chatapp_account_id'>} delivery
 */
export function Receiver({ api_key_id: keyId, chatapp_account_id: accountId }) {
	const accounts = useResource('/chatapp-accounts').data?.chatapp_accounts;
	const account = accounts?.find(({ id }) => id === accountId);
	return account
		? `Chat app ${account.display_number}`
		: html`<${Key} id=${keyId} otherwise=${keyId ?? accountId ?? 'a Test URL'} />`;
}

/**
 * Names the sender of a request, by the ID of an API key or of a user; null stands for an unknown sender.
 * @param {{ id: string | null }} properties
 */
export const Sender = ({ id }) =>
	html`<${Key} id=${id} otherwise=${id === null ? 'unknown' : 'a session'} />`;
