import { html } from 'htm/preact';
import { useEffect, useState } from 'preact/hooks';
import { call } from '../state/api.js';
import { useResource } from '../state/cache.js';
import { sandboxNow } from '../state/clock.js';

/** @import { ControlAnswer } from '../../src/client/interface.ts' */

/** @typedef {ControlAnswer<`/n8n/deliveries/${string}`>} DeliveryInN8n */

/** Matches the address of a production or test webhook of n8n; what stands before it is n8n's own address. */
const N8N_WEBHOOK = /^(https?:\/\/.+?)\/webhook(?:-test)?\//;

/**
 * The link to the execution that a delivery or a function call started, which the sandbox finds when it is followed.
 * Without the API of n8n it leads to the list of executions.
 * @param {{ of?: 'deliveries' | 'function-calls', id: string, url: string }} properties `id` of the delivery or
 * call, `url` that it went to
 */
export function ExecutionLink({ of = 'deliveries', id, url }) {
	const address = useResource('/n8n').data?.address;
	const [, n8n] = N8N_WEBHOOK.exec(url) ?? [];
	if (n8n === undefined) return null;
	const href = `/sandbox/v1/${of}/${encodeURIComponent(id)}/execution`;
	const words = n8n === address ? 'Execution in n8n' : 'Executions in n8n';
	return html`<a href=${href} target="_blank" rel="noreferrer">${words}</a>`;
}

/** For how long after a delivery n8n is asked again how its execution ended. */
const FRESH_MS = 60_000;
const LOOK_EVERY_MS = 1_000;

/** Tells whether an execution may still run. @param {string} startedAt ISO 8601, by the clock of the sandbox */
export const isFresh = (startedAt) => sandboxNow().getTime() - Date.parse(startedAt) < FRESH_MS;

/**
 * Tells how the execution ended that a delivery started, once it has; nothing where the sandbox cannot look into n8n.
 * @param {{ id: string, startedAt: string, quiet?: boolean }} properties `id` of the delivery, `startedAt` of its last
 * attempt; `quiet`: tells of failures only
 */
export function ExecutionOutcome({ id, startedAt, quiet = false }) {
	const address = useResource('/n8n').data?.address;
	const [execution, setExecution] = useState(/** @type {DeliveryInN8n | undefined} */ (undefined));
	const ended = execution !== undefined && isEnded(execution);
	useEffect(() => {
		if (!address || ended) return undefined;
		const timer = setInterval(async () => {
			const found = await call('GET', `/n8n/deliveries/${encodeURIComponent(id)}`).catch(() => undefined);
			if (found !== undefined) setExecution(found);
			// A delivery that did not go to n8n stays that way.
			if (found === undefined || !isFresh(startedAt)) clearInterval(timer);
		}, LOOK_EVERY_MS);
		return () => clearInterval(timer);
	}, [id, address, ended]);
	if (!ended || execution === undefined) return null;
	if (execution.status === 'success')
		return quiet ? null : html`<p class="success">The workflow ran without an error.</p>`;
	const where = execution.last_node === null ? '' : ` at “${execution.last_node}”`;
	return html`<p class="failure">The workflow failed${where}: ${execution.error ?? execution.status}</p>`;
}

/** @param {DeliveryInN8n} execution */
const isEnded = ({ status }) => status !== null && !['new', 'running', 'waiting'].includes(status);
