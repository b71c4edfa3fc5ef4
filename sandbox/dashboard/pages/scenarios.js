import { html } from 'htm/preact';
import { Badge } from '../parts/badge.js';
import { button } from '../parts/button.js';
import { card } from '../parts/page.js';
import { Time } from '../parts/time.js';
import { call } from '../state/api.js';
import { useResource } from '../state/cache.js';
import { notifySuccess } from '../state/notices.js';
import { hrefOf } from '../state/place.js';

/** @import { Scenario, ScenarioRun } from '../../src/client/records.ts' */

/** The built-in scenarios, each with what a workflow should do, and the progress of the last run. */
export function Scenarios() {
	const scenarios = useResource('/scenarios').data?.scenarios ?? [];
	const [run] = useResource('/scenario-runs?limit=1').data?.scenario_runs ?? [];
	return card(
		'Play a scenario',
		html`<ul class="plain-list">
				${scenarios.map((scenario) => html`<li key=${scenario.name}><${Story} ...${scenario} /></li>`)}
			</ul>
			${run && html`<${Run} ...${run} />`}`,
	);
}

/** @param {Scenario} scenario */
function Story({ name, title, story, expected }) {
	async function play() {
		await call('POST', `/scenarios/${name}/play`);
		notifySuccess(`${title}: it plays now.`);
	}
	return html`<div class="line">
			<strong>${title}</strong>
			<span class="spread">${button('play', 'Play', play, { label: `Play ${title}` })}</span>
		</div>
		<p>${story}</p>
		<p class="dim">What a workflow should do: ${expected}</p>`;
}

/** @param {ScenarioRun} run */
function Run({ title, status, started_at: startedAt, steps }) {
	return html`<section aria-label="Last played">
		<div class="line">
			<strong>${title}</strong> <${Badge} status=${status} />
			<span class="spread dim"><${Time} at=${startedAt} /></span>
		</div>
		<ol>
			${steps.map(
				(step, index) =>
					html`<li key=${index}>
						${step.note} <${Badge} status=${step.status} />
						${step.error && html`<span class="dim">${step.error}</span>`}
						${
							step.function_call_id &&
							html`<a href=${hrefOf(['function-calls', step.function_call_id])}>See every attempt</a>`
						}
					</li>`,
			)}
		</ol>
	</section>`;
}
