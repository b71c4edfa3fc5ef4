import { html } from 'htm/preact';
import { Badge } from '../parts/badge.js';
import { CopyButton } from '../parts/copy-button.js';
import { Page, ResourceState } from '../parts/page.js';
import { useReceiverNames } from '../parts/receiver.js';
import { ReplayButton } from '../parts/replay-button.js';
import { Time } from '../parts/time.js';
import { useResource } from '../resource.js';
import { hrefOf } from '../router.js';
import { formatDuration } from '../times.js';

/**
 * One delivery with every attempt and its answer (section 6).
 * @param {{ id: string }} properties
 */
export function DeliveryPage({ id }) {
	const resource = useResource(`/deliveries/${encodeURIComponent(id)}`);
	const { data } = resource;
	return html`<${Page}
		title=${data ? data.event : 'Delivery'}
		lead=${html`<a href=${hrefOf(['deliveries'])}>All deliveries</a> / <code>${id}</code>`}
		actions=${data && html`<${ReplayButton} id=${id} event=${data.event} />`}
	>
		<${ResourceState} resource=${resource} absent="There is no delivery with this id." />
		${data && html`<${Delivery} delivery=${data} />`}
	<//>`;
}

/** @param {{ delivery: any }} properties */
function Delivery({ delivery }) {
	const nameOf = useReceiverNames();
	return html`<dl class="facts">
			<div>
				<dt>Status</dt>
				<dd><${Badge} status=${delivery.status} /></dd>
			</div>
			<div>
				<dt>Receiver</dt>
				<dd>${nameOf(delivery)}</dd>
			</div>
			<div>
				<dt>Created</dt>
				<dd><${Time} at=${delivery.created_at} /></dd>
			</div>
			<div>
				<dt>Next attempt</dt>
				<dd><${Time} at=${delivery.next_attempt_at} /></dd>
			</div>
			<div>
				<dt>Finished</dt>
				<dd><${Time} at=${delivery.finished_at} /></dd>
			</div>
			<div>
				<dt>Event id</dt>
				<dd><code>${delivery.event_id}</code></dd>
			</div>
			${
				delivery.replay_of &&
				html`<div>
					<dt>Replay of</dt>
					<dd>
						<a href=${hrefOf(['deliveries', delivery.replay_of])}><code>${delivery.replay_of}</code></a>
					</dd>
				</div>`
			}
		</dl>
		<h2>Attempts</h2>
		${
			delivery.attempts.length === 0
				? html`<p class="empty">None yet.</p>`
				: html`<ol class="attempts" reversed>
						${[...delivery.attempts].reverse().map((attempt) => html`<${Attempt} key=${attempt.number} attempt=${attempt} />`)}
					</ol>`
		}
		<h2>What is sent</h2>
		<div class="sent">
			<div class="labelled">
				<span>Signature</span>
				${
					delivery.signature === null
						? html`<span class="none">none: chat-app deliveries are not signed</span>`
						: html`<code class="break">${delivery.signature}</code>
								<${CopyButton} text=${delivery.signature} label="signature" />`
				}
			</div>
			<div class="labelled">
				<span>Body, laid out for reading</span> <${CopyButton} text=${delivery.body} label="exact body" />
			</div>
			<pre tabindex="0" aria-label="Body"><code>${layOut(delivery.body)}</code></pre>
		</div>`;
}

/** @param {{ attempt: any }} properties */
function Attempt({ attempt }) {
	const { number, verdict, http_status: status, error, response_body: body, url } = attempt;
	return html`<li class="attempt">
		<header>
			<strong>Attempt ${number}</strong>
			<${Badge} status=${verdict} text=${status === null ? 'no answer' : `HTTP ${status}`} />
			<span class="dim">${VERDICTS[/** @type {keyof typeof VERDICTS} */ (verdict)]}</span>
			<span class="spread"
				><${Time} at=${attempt.started_at} /> · ${formatDuration(attempt.duration_ms)}</span
			>
		</header>
		<p class="url">POST ${url}</p>
		${error !== null && html`<p class="failure">${error}</p>`}
		${body !== null && html`<pre tabindex="0" aria-label=${`Answer to attempt ${number}`}><code>${body === '' ? '(an empty body)' : body}</code></pre>`}
	</li>`;
}

/** Section 6, delivery rules, in words. */
const VERDICTS = {
	success: 'delivered',
	retry: 'tried again while there are tries left',
	gone: '410 stops the delivery for good',
	client_error: 'a client error is final',
};

/** @param {string} body */
function layOut(body) {
	try {
		return JSON.stringify(JSON.parse(body), null, 2);
	} catch {
		return body;
	}
}
