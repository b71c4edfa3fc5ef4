import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { useEffect } from 'preact/hooks';
import { sandboxNow } from '../state/clock.js';
import { call, useResource } from '../state/data.js';

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
const isFresh = (startedAt) => sandboxNow().getTime() - Date.parse(startedAt) < FRESH_MS;

/** The executions that have ended, by the IDs of the deliveries that started them. */
const endedExecutions = signal(/** @type {Record<string, DeliveryInN8n>} */ ({}));

/**
 * Returns the execution that a delivery started, once it has ended; undefined where the sandbox cannot look into n8n.
 * @param {string} id of the delivery
 * @param {string} startedAt of its last attempt, ISO 8601
 * @param {boolean} looksBack asks n8n also about an execution that is not fresh
 */
export function useEndedExecution(id, startedAt, looksBack) {
	const address = useResource('/n8n').data?.address;
	const execution = endedExecutions.value[id];
	const isWanted = Boolean(address) && execution === undefined && (looksBack || isFresh(startedAt));
	useEffect(() => {
		if (!isWanted) return undefined;
		const look = async () => {
			const found = await call('GET', `/n8n/deliveries/${encodeURIComponent(id)}`).catch(() => undefined);
			if (found !== undefined && isEnded(found))
				endedExecutions.value = { ...endedExecutions.value, [id]: found };
			// A delivery that did not go to n8n stays that way.
			if (found === undefined || !isFresh(startedAt)) clearInterval(timer);
		};
		const timer = setInterval(look, LOOK_EVERY_MS);
		void look();
		return () => clearInterval(timer);
	}, [id, isWanted]);
	return execution;
}

/**
 * Says where the workflow failed and why; empty if it did not. @param {DeliveryInN8n} execution
 */
export function describeFailure({ status, last_node: node, error, advice }) {
	if (status === 'success') return '';
	const where = node === null ? '' : ` at “${node}”`;
	const what = (error ?? status ?? '').replace(/\.?$/, '.');
	return `The workflow failed${where}: ${what}${advice === null ? '' : ` ${advice}`}`;
}

/**
 * Tells how the execution ended that a delivery started, once it has.
 * @param {{ id: string, startedAt: string }} properties `id` of the delivery, `startedAt` of its last attempt
 */
export function ExecutionOutcome({ id, startedAt }) {
	const execution = useEndedExecution(id, startedAt, true);
	if (execution === undefined) return null;
	const failure = describeFailure(execution);
	return failure === ''
		? html`<p class="success">The workflow ran without an error.</p>`
		: html`<p class="failure">${failure}</p>`;
}

/** @param {DeliveryInN8n} execution */
const isEnded = ({ status }) => status !== null && !['new', 'running', 'waiting'].includes(status);
