import { html } from 'htm/preact';
import { Badge } from '../parts/badge.js';
import { Icon } from '../parts/icon.js';
import { Page } from '../parts/page.js';
import { RawJson } from '../parts/raw-json.js';
import { Receiver } from '../parts/who.js';
import { Time } from '../parts/time.js';
import { useResource } from '../state/cache.js';
import { hrefOf, place } from '../state/place.js';
import { EventForm, results } from './event-form.js';
import { EVENT_KINDS } from './event-kinds.js';
import { Scenarios } from './scenarios.js';
import { Verdict } from './verdict.js';

/** Where people arrive: buttons that make each event of section 6 happen, and what comes of it. */
export function EventsPage() {
	const wanted = place.value.parameters.get('event');
	const chosen = EVENT_KINDS.find(({ event }) => event === wanted) ?? EVENT_KINDS[0];
	const choose = ({ target }) => location.replace(hrefOf([], { event: target.value }));
	const lead = 'Choose what happens, and see which webhooks receive it.';
	return html`<${Page} title="Make it happen" lead=${lead}>
		<div class="columns">
			<div>
				<fieldset class="kinds">
					<legend class="visually-hidden">What happens</legend>
					${EVENT_KINDS.map(
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
				<${EventForm} key=${chosen.event} kind=${chosen} />
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

function ResultCard({ result: { event, at, answer }, deliveries }) {
	const kind = EVENT_KINDS.find((one) => one.event === event);
	const text = answer.message?.body ?? answer.call?.summary ?? answer.session?.messages[0]?.text;
	const heard = answer.event_id === null || answer.deliveries.length > 0;
	return html`<article class="card">
		<div class="line">
			<strong>${kind?.title}</strong> <span class="spread dim"><${Time} at=${at.toISOString()} /></span>
		</div>
		${text && html`<p class="message">${text}</p>`}
		<p class="dim">
			${answer.event_id === null ? kind?.silence : html`Event <code>${answer.event_id}</code>`}
		</p>
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
		</ul>
		<${RawJson} value=${answer} />
	</article>`;
}

function attempts({ attempt_count: count, last_http_status: status }) {
	if (count === 0) return 'first attempt on its way';
	const last = status === null ? 'no answer' : `HTTP ${status}`;
	return `${count} ${count === 1 ? 'attempt' : 'attempts'}, last: ${last}`;
}
