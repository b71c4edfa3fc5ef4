import { html } from 'htm/preact';
import { useResource } from '../state/cache.js';

/** Matches the address of a production or test webhook of n8n; what stands before it is n8n's own address. */
const N8N_WEBHOOK = /^(https?:\/\/.+?)\/webhook(?:-test)?\//;

/**
 * The link to the execution that a delivery started, which the sandbox finds when it is followed. Without the
 * API of n8n it leads to the list of executions.
 * @param {{ id: string, url: string }} properties `id` of the delivery, `url` that it went to
 */
export function ExecutionLink({ id, url }) {
	const address = useResource('/n8n').data?.address;
	const [, n8n] = N8N_WEBHOOK.exec(url) ?? [];
	if (n8n === undefined) return null;
	const href = `/sandbox/v1/deliveries/${encodeURIComponent(id)}/execution`;
	const words = n8n === address ? 'Execution in n8n' : 'Executions in n8n';
	return html`<a href=${href} target="_blank" rel="noreferrer">${words}</a>`;
}
