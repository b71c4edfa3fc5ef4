import { html } from 'htm/preact';
import { Badge } from '../parts/badge.js';
import { Icon } from '../parts/icon.js';
import { Page } from '../parts/page.js';
import { RawJson } from '../parts/raw-json.js';
import { Time } from '../parts/time.js';
import { Receiver } from '../parts/who.js';
import { useResource } from '../state/data.js';
import { hrefOf, place } from '../state/place.js';
import { EventForm } from './event-form.js';
import { EVENT_KINDS } from './event-kinds.js';
import { FUNCTION_CALL, FunctionForm, FunctionResult } from './function-form.js';
import { results } from './results.js';
import { Scenarios } from './scenarios.js';
import { Verdict } from './verdict.js';

/** @import { TargetedInputEvent } from 'preact' */
/** @import { Delivery } from '../../src/client/records.ts' */
/** @import { Answer } from './event-form.js' */
/** @import { Result } from './results.js' */

const KINDS = [...EVENT_KINDS, FUNCTION_CALL];

/** The start page: buttons that fire each event of section 6, and the results. */
export function EventsPage() {
	const wanted = place.value.parameters.get('event');
	const chosen = KINDS.find(({ event }) => event === wanted) ?? EVENT_KINDS[0];
	const choose = (/** @type {TargetedInputEvent<HTMLInputElement>} */ { currentTarget }) =>
		location.replace(hrefOf([], { event: currentTarget.value }));
	const lead = 'Choose what happens, and see which webhooks receive it.';
	return html`<${Page} title="Make it happen" lead=${lead}>
		<div class="columns">
			<div>
				<fieldset class="kinds">
					<legend class="visually-hidden">What happens</legend>
					${KINDS.map(
						({ event, title, icon }) =>
							html`<label key=${event} class="card">
								<input
									type="radio"
									name="kind"
									value=${event}
									checked=${event === chosen.event}
									onChange=${choose}
								/>
								<${Icon} name=${icon} /> <span>${title}</span>
							</label>`,
					)}
				</fieldset>
				${
					chosen === FUNCTION_CALL
						? html`<${FunctionForm} />`
						: html`<${EventForm} key=${chosen.event} kind=${chosen} />`
				}
				<${Scenarios} />
			</div>
			<section aria-labelledby="results-title">
				<h2 id="results-title">Result</h2>
				<${Results} />
			</section>
		</div>
	<//>`;
}

function Results() {
	const deliveries = useResource('/deliveries?limit=100').data?.deliveries ?? [];
	if (results.value.length === 0) {
		return html`<p class="empty">Nothing yet. The message, the event and each delivery appear here.</p>`;
	}
	return html`<ol class="plain-list">
		${results.value.map((result) => {
			const { number } = result;
			return html`<li key=${number}><${ResultCard} result=${result} deliveries=${deliveries} /></li>`;
		})}
	</ol>`;
}

/** @param {{ result: Result, deliveries: Delivery[] }} properties */
function ResultCard({ result: { kind, at, answer }, deliveries }) {
	const title = KINDS.find(({ event }) => event === kind)?.title;
	return html`<article class="card">
		<div class="line">
			<strong>${title}</strong> <span class="spread dim"><${Time} at=${at.toISOString()} /></span>
		</div>
		${
			kind === FUNCTION_CALL.event
				? html`<${FunctionResult} answer=${answer} />`
				: html`<${EventResult} kind=${kind} answer=${answer} deliveries=${deliveries} />`
		}
		<${RawJson} value=${answer} />
	</article>`;
}

/** @param {{ kind: string, answer: Answer, deliveries: Delivery[] }} properties */
function EventResult({ kind, answer, deliveries }) {
	const silence = EVENT_KINDS.find(({ event }) => event === kind)?.silence;
	const text = textIn(answer);
	const heard = answer.event_id === null || answer.deliveries.length > 0;
	return html`${text && html`<p class="message">${text}</p>`}
		<p class="dim">${answer.event_id === null ? silence : html`Event <code>${answer.event_id}</code>`}</p>
		${!heard && html`<p>No webhook receives this. <a href=${hrefOf(['connect'])}>Connect n8n</a>.</p>`}
		<ul class="plain-list">
			${answer.deliveries.map((first) => {
				const delivery = deliveries.find(({ id }) => id === first.id) ?? first;
				return html`<li key=${delivery.id}>
					<p class="line">
						<a href=${hrefOf(['deliveries', delivery.id])}><${Receiver} ...${delivery} /></a>
						<${Badge} status=${delivery.status} />
						<span class="dim">${attempts(delivery)}</span>
					</p>
					<${Verdict} id=${delivery.id} />
				</li>`;
			})}
		</ul>`;
}

/** Returns the text of the message, call or chat that was made. @param {Answer} answer */
function textIn(answer) {
	if ('message' in answer) return answer.message.body;
	return 'call' in answer ? answer.call.summary : answer.session.messages[0]?.text;
}

/** @param {Delivery} delivery */
function attempts({ attempt_count: count, last_http_status: status }) {
	if (count === 0) return 'first attempt on its way';
	const last = status === null ? 'no answer' : `HTTP ${status}`;
	return `${count} ${count === 1 ? 'attempt' : 'attempts'}, last: ${last}`;
}
