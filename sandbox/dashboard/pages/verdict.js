import { html } from 'htm/preact';
import { useEffect, useRef } from 'preact/hooks';
import { useResource } from '../state/data.js';
import { ExecutionLink, ExecutionOutcome } from './execution-link.js';
import { explain } from './explain.js';

/** @import { Attempt, Facts } from './explain.js' */

/**
 * Returns a hint about the address that a container has to use in place of one of this machine; empty for
 * other addresses.
 * @param {string} url
 */
export function inContainer(url) {
	const { hostname, port } = new URL(url);
	if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) return '';
	const address = `http://host.docker.internal:${port}`;
	return `If n8n runs in a container: start the sandbox with --host 0.0.0.0, and use ${address}.`;
}

/**
 * Describes the outcome of the last attempt of a delivery, and leads to the execution that it started.
 * @param {{ delivery: Facts & { id: string }, attempt: Attempt & { number: number } }} properties
 */
export function AttemptVerdict({ delivery, attempt }) {
	const { id } = delivery;
	const { works, words } = explain(attempt, delivery);
	return html`
		<p class=${works ? 'success' : 'failure'}>
			${words} ${works && html`<${ExecutionLink} id=${id} url=${attempt.url} />`}
		</p>
		${works && html`<${ExecutionOutcome} key=${id} id=${id} startedAt=${attempt.started_at} />`}
	`;
}

/**
 * Describes the outcome of a delivery, and keeps it up to date.
 * @param {{ id: string, reveal?: boolean }} properties `id` of the delivery; `reveal`: scrolls to the words
 */
export function Verdict({ id, reveal = false }) {
	const element = useRef(/** @type {HTMLDivElement | null} */ (null));
	const delivery = useResource(`/deliveries/${encodeURIComponent(id)}`).data;
	const attempt = delivery?.attempts.at(-1);
	useEffect(() => {
		if (reveal) element.current?.scrollIntoView({ block: 'nearest' });
	}, [attempt?.number]);
	return html`<div ref=${element} role="status">
		${
			delivery && attempt
				? html`<${AttemptVerdict} delivery=${delivery} attempt=${attempt} />`
				: html`<p class="dim">Waiting for the answer…</p>`
		}
	</div>`;
}
