import { html } from 'htm/preact';
import { Icon } from '../parts/icon.js';
import { Time } from '../parts/time.js';
import { hrefOf } from '../state/place.js';
import { ExecutionLink, ExecutionOutcome, isFresh } from './execution-link.js';
import { verdictOf } from './verdict.js';

/** @import { AttemptedDelivery } from '../../src/client/records.ts' */

/**
 * Shows the result of a message's deliveries: one line for the last delivery to each receiver.
 * @param {{ deliveries: AttemptedDelivery[], quiet: boolean }} properties `quiet`: leaves out the ones that
 * no workflow wanted
 */
export function MessageDeliveries({ deliveries, quiet }) {
	const last = new Map(deliveries.map((one) => [one.api_key_id ?? one.chatapp_account_id, one]));
	return [...last.values()].map((one) => html`<${Line} key=${one.id} delivery=${one} quiet=${quiet} />`);
}

/** @param {{ delivery: AttemptedDelivery, quiet: boolean }} properties */
function Line({ delivery: { id, signature, last_attempt: attempt, next_attempt_at: next }, quiet }) {
	const link = html`<a href=${hrefOf(['deliveries', id])}>Delivery</a>`;
	if (attempt === null)
		return html`<p class="line"><${Icon} name="clock" /> <span>On its way…</span> ${link}</p>`;
	const { works, ignored, words } = verdictOf(attempt, signature !== null);
	if (ignored && quiet) return null;
	const look = works ? 'good' : ignored ? '' : 'bad';
	return html`
		<p class="line">
			<span class=${look}
				><${Icon} name=${works ? 'check2' : ignored ? 'dash' : 'exclamation-triangle'} />${' '}
				${works ? `n8n took it (${attempt.http_status})` : words}</span
			>
			${next !== null && html`<span>Next attempt: <${Time} at=${next} />.</span>`} ${link}
			${works && html`<${ExecutionLink} id=${id} url=${attempt.url} />`}
		</p>
		${
			// A conversation has many older messages.
			works &&
			isFresh(attempt.started_at) &&
			html`<${ExecutionOutcome} key=${id} id=${id} startedAt=${attempt.started_at} quiet />`
		}
	`;
}
