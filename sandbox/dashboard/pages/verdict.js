import { html } from 'htm/preact';
import { useEffect, useRef } from 'preact/hooks';
import { useResource } from '../state/cache.js';
import { ExecutionLink, ExecutionOutcome } from './execution-link.js';

/**
 * The outcome of an attempt to deliver.
 * @typedef {object} Attempt
 * @property {number | null} http_status
 * @property {string | null} error
 * @property {string} url
 * @property {string} started_at ISO 8601
 * @property {string | null} response_body its beginning
 */

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
 * The meaning of each status of a refusal, and what to do; `other` stands for all other statuses.
 * @type {Record<string, string>}
 */
const REFUSALS = {
	401:
		'n8n refused the signature (401): the Signing Secret in its credential is not that of the API key. ' +
		'Copy it again and save the credential.',
	404:
		'n8n knows no such webhook (404). Publish the workflow; with a test URL (/webhook-test/), press Listen ' +
		'for test event in the editor first. If it is published, compare the URL with the Production URL in the trigger.',
	410:
		'The webhook is gone (410): the service never tries again. Use the Production URL that the trigger ' +
		'shows now.',
	other:
		'The event was refused. A proxy or an IP allowlist may not let the sandbox in, or it is not n8n that ' +
		'answers there.',
};
const WRONG_TOKEN =
	'n8n refused the token (401): what follows ?token= in the webhook URL is not the Chat App Token in the ' +
	'credential. Correct one of the two.';

/**
 * The reasons for which there was no answer, as patterns of the error, and what to do.
 * @type {Array<[RegExp, string]>}
 */
const REASONS = [
	[
		/ECONNREFUSED/,
		'Nothing runs at HOST: start n8n, or correct the port. For n8n in a container, use the port that it ' +
			'publishes on this machine.',
	],
	[
		/ENOTFOUND|EAI_AGAIN/,
		'This machine does not know the name HOST. For n8n in a container, use http://127.0.0.1 with the port ' +
			'that it publishes.',
	],
	[/timeout/i, 'HOST did not answer in time. n8n may be busy, or something before it keeps the request.'],
	[/CERT|SSL|TLS/i, 'The certificate of HOST is not trusted. Use http:// for n8n on this machine.'],
];

/**
 * Returns the reason for which the trigger ignored an event that it received; undefined if it did not.
 * @param {string | null} body the body of the answer
 * @returns {string | undefined}
 */
function reasonToIgnore(body) {
	try {
		const { ignored } = JSON.parse(body ?? '');
		return typeof ignored === 'string' ? ignored : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Explains what an attempt to reach n8n says about the connection, and what to do.
 * @param {Attempt} attempt
 * @param {boolean} signed false for the chat app, whose deliveries carry a token in place of a signature
 * @returns {{ works: boolean, words: string, ignored?: boolean }} `ignored`: taken, but no workflow ran
 */
export function verdictOf({ http_status: status, error, url, response_body: body }, signed) {
	const { host } = new URL(url);
	const fails = (/** @type {string} */ words) => ({ works: false, words: words.replace('HOST', host) });
	if (status === null) {
		const known = REASONS.find(([pattern]) => pattern.test(error ?? ''));
		return fails(known?.[1] ?? error ?? 'HOST did not answer.');
	}
	if (status < 300) {
		const reason = reasonToIgnore(body);
		if (reason === undefined) return { works: true, words: `n8n took the event (${status}).` };
		return {
			...fails(`n8n took the event (${status}), but this webhook started no workflow: ${reason}.`),
			ignored: true,
		};
	}
	if (status < 400) {
		return fails(`HOST redirects (${status}), so no workflow ran: use the address it redirects to.`);
	}
	if (status >= 500) {
		return fails(`n8n could not take the event (${status}). The sandbox tries again; see the log of n8n.`);
	}
	if (status === 401 && !signed) return fails(WRONG_TOKEN);
	return fails(REFUSALS[status] ?? `${REFUSALS.other} (${status})`);
}

/**
 * Describes the outcome of the last attempt of a delivery, and leads to the execution that it started.
 * @param {{ id: string, attempt: Attempt & { number: number }, signed: boolean }} properties `id` of the
 * delivery
 */
export function AttemptVerdict({ id, attempt, signed }) {
	const { works, words } = verdictOf(attempt, signed);
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
				? html`<${AttemptVerdict} id=${id} attempt=${attempt} signed=${delivery.signature !== null} />`
				: html`<p class="dim">Waiting for the answer…</p>`
		}
	</div>`;
}
