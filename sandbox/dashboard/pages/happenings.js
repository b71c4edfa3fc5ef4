import { html } from 'htm/preact';
import { Badge } from '../parts/badge.js';
import { Icon } from '../parts/icon.js';
import { Page } from '../parts/page.js';
import { useReceiverNames } from '../parts/receiver.js';
import { Time } from '../parts/time.js';
import { useResource } from '../resource.js';
import { hrefOf } from '../router.js';
import { useHappened } from './happened.js';
import { HappeningForm } from './happening-form.js';
import { HAPPENING_KINDS } from './happening-kinds.js';
import { SandboxClock } from './sandbox-clock.js';

/**
 * Where people arrive: buttons that make each event of section 6 happen, and what comes of it.
 * @param {{ parameters: URLSearchParams }} properties
 */
export function HappeningsPage({ parameters }) {
	const chosen = HAPPENING_KINDS.find(({ event }) => event === parameters.get('event')) ?? HAPPENING_KINDS[0];
	if (chosen === undefined) return null;
	return html`<${Page}
		title="Make it happen"
		lead="Play the outside world: choose what happens, and watch who is told."
	>
		<div class="happenings">
			<div>
				<${Kinds} chosen=${chosen} />
				<${HappeningForm} key=${chosen.event} kind=${chosen} />
			</div>
			<section class="outcomes" aria-labelledby="outcomes-title">
				<h2 id="outcomes-title">What came of it</h2>
				<${Outcomes} />
			</section>
		</div>
		<${SandboxClock} />
	<//>`;
}

/** @param {{ chosen: import('./happening-kinds.js').HappeningKind }} properties */
function Kinds({ chosen }) {
	return html`<fieldset class="kinds">
		<legend class="visually-hidden">What happens</legend>
		${HAPPENING_KINDS.map(
			({ event, title, icon }) =>
				html`<label key=${event} class="kind">
					<input
						type="radio"
						name="kind"
						value=${event}
						checked=${event === chosen.event}
						onChange=${() => location.replace(hrefOf([], { event }))}
					/>
					<${Icon} name=${icon} />
					<span>${title}</span>
				</label>`,
		)}
	</fieldset>`;
}

function Outcomes() {
	const happened = useHappened();
	const deliveries = useResource('/deliveries?limit=100').data?.deliveries ?? [];
	if (happened.length === 0) {
		return html`<p class="empty">
			Nothing yet. Press the button, and the message, the event and each webhook show up here.
		</p>`;
	}
	return html`<ol class="outcome-list">
		${happened.map((one) => html`<li key=${one.number}><${Outcome} happened=${one} deliveries=${deliveries} /></li>`)}
	</ol>`;
}

/** @param {{ happened: import('./happened.js').Happened, deliveries: any[] }} properties */
function Outcome({ happened: { event, at, answer }, deliveries }) {
	const nameOf = useReceiverNames();
	const kind = HAPPENING_KINDS.find((one) => one.event === event);
	const text = answer.message?.body ?? answer.call?.summary ?? answer.session?.messages[0]?.text;
	return html`<article class="outcome">
		<header>
			<strong>${kind?.title}</strong> <span class="spread dim"><${Time} at=${at} /></span>
		</header>
		${text && html`<p class="message-text">${text}</p>`}
		${
			answer.event_id === null
				? html`<p class="dim">${kind?.silence}</p>`
				: html`<p class="dim">Event <code>${answer.event_id}</code></p>`
		}
		${answer.event_id !== null && answer.deliveries.length === 0 && html`<${Nobody} />`}
		<ul>
			${answer.deliveries.map((/** @type {any} */ first) => {
				const delivery = deliveries.find(({ id }) => id === first.id) ?? first;
				return html`<li key=${delivery.id}>
					<a href=${hrefOf(['deliveries', delivery.id])}>${nameOf(delivery)}</a>
					<${Badge} status=${delivery.status} />
					<span class="dim">${attempts(delivery)}</span>
				</li>`;
			})}
		</ul>
	</article>`;
}

function Nobody() {
	return html`<p class="dim">
		Nobody is told: no API key has a webhook for this number.
		<a href=${hrefOf(['keys'])}>Set a webhook URL</a>
	</p>`;
}

/** @param {any} delivery */
function attempts({ attempt_count: count, last_http_status: status }) {
	if (count === 0) return 'first attempt on its way';
	return `${count} ${count === 1 ? 'attempt' : 'attempts'}, last: ${status === null ? 'no answer' : `HTTP ${status}`}`;
}
