import { html } from 'htm/preact';
import { Icon } from '../parts/icon.js';
import { Time } from '../parts/time.js';
import { hrefOf } from '../state/place.js';
import { describeFailure, ExecutionLink, useEndedExecution } from './execution-link.js';
import { explain } from './explain.js';

/** @import { AttemptedDelivery } from '../../src/client/records.ts' */

/**
 * Shows the result of a message's deliveries: one line for the last delivery to each receiver.
 * @param {{ deliveries: AttemptedDelivery[], quiet: boolean, isRecent: boolean }} properties `quiet`: leaves out the
 * ones that no workflow wanted; `isRecent`: n8n is asked how the workflow ended, also after a long time
 */
export function MessageDeliveries({ deliveries, quiet, isRecent }) {
	const last = new Map(deliveries.map((one) => [one.api_key_id ?? one.chatapp_account_id, one]));
	return [...last.values()].map((one) =>
		one.last_attempt === null
			? html`<p key=${one.id} class="line">
					<${Icon} name="clock" /> <span>On its way…</span> <${DeliveryLink} id=${one.id} />
				</p>`
			: html`<${Line} key=${one.id} ...${{ delivery: one, attempt: one.last_attempt, quiet, isRecent }} />`,
	);
}

/** @param {{ id: string }} properties */
const DeliveryLink = ({ id }) => html`<a href=${hrefOf(['deliveries', id])}>Delivery</a>`;

/**
 * @typedef {object} LineProperties
 * @property {AttemptedDelivery} delivery
 * @property {NonNullable<AttemptedDelivery['last_attempt']>} attempt
 * @property {boolean} quiet
 * @property {boolean} isRecent
 */

/** @param {LineProperties} properties */
function Line({ delivery, attempt, quiet, isRecent }) {
	const { id, next_attempt_at: next } = delivery;
	const { works, ignored, words } = explain(attempt, delivery);
	const execution = useEndedExecution(id, attempt.started_at, works && isRecent);
	if (ignored && quiet) return null;
	const failure = works && execution !== undefined ? describeFailure(execution) : '';
	const isGood = works && failure === '';
	const look = isGood ? 'good' : ignored ? '' : 'bad';
	return html`<p class="line">
		<span class=${look}
			><${Icon} name=${isGood ? 'check2' : ignored ? 'dash' : 'exclamation-triangle'} />${' '}
			${failure || words}</span
		>
		${next !== null && html`<span>Next attempt: <${Time} at=${next} />.</span>`} <${DeliveryLink} id=${id} />
		${works && html`<${ExecutionLink} id=${id} url=${attempt.url} />`}
	</p>`;
}
