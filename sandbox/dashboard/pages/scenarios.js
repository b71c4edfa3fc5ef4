import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { useEffect, useRef } from 'preact/hooks';
import { Badge } from '../parts/badge.js';
import { button } from '../parts/button.js';
import { card } from '../parts/page.js';
import { Time } from '../parts/time.js';
import { formatDuration } from '../state/clock.js';
import { call, useResource } from '../state/data.js';
import { hrefOf } from '../state/place.js';
import { Verdict } from './verdict.js';

/** @import { Delivery, Scenario, ScenarioRun } from '../../src/client/records.ts' */

/** @typedef {ScenarioRun['steps'][number]} RunStep */

/** The run that was started here, which is kept in sight. */
const revealed = signal('');

/** The built-in scenarios, each with what a workflow should do, and the progress of the last run. */
export function Scenarios() {
	const scenarios = useResource('/scenarios').data?.scenarios ?? [];
	const [run] = useResource('/scenario-runs?limit=1').data?.scenario_runs ?? [];
	const played = run && html`<${Run} key=${run.id} run=${run} />`;
	const isBuiltIn = scenarios.some(({ title }) => title === run?.title);
	return card(
		'Play a scenario',
		html`${!isBuiltIn && played}
			<ul class="plain-list">
				${scenarios.map(
					(scenario) =>
						html`<li key=${scenario.name} class="story">
							<${Story} ...${scenario} /> ${scenario.title === run?.title && played}
						</li>`,
				)}
			</ul>`,
	);
}

/** @param {Scenario} scenario */
function Story({ name, title, story, expected }) {
	async function play() {
		const { id } = await call('POST', `/scenarios/${name}/play`);
		revealed.value = id;
	}
	return html`<div class="line">
			<strong>${title}</strong>
			<span class="spread">${button('play', 'Play', play, { of: title })}</span>
		</div>
		<p>${story}</p>
		<p class="dim">What a workflow should do: ${expected}</p>`;
}

/**
 * A run, below its scenario, so that its result is beside the button that was pressed.
 * @param {{ run: ScenarioRun }} properties
 */
function Run({ run: { id, title, status, started_at: startedAt, steps, expectations } }) {
	const element = useRef(/** @type {HTMLElement | null} */ (null));
	const deliveries = useResource('/deliveries?limit=200').data?.deliveries ?? [];
	const outcomes = steps.map((step) => outcomeOf(step, deliveries));
	const failures = outcomes.filter((outcome) => outcome === 'failed').length;
	useEffect(() => {
		if (revealed.value !== id || element.current === null) return undefined;
		// It grows while its steps are done.
		const observer = new ResizeObserver(() => element.current?.scrollIntoView({ block: 'nearest' }));
		observer.observe(element.current);
		return () => observer.disconnect();
	}, [id, revealed.value]);
	return html`<section ref=${element} class=${`run ${failures > 0 ? 'failed' : ''}`} aria-label="Last played">
		<div class="line">
			<strong>${title}</strong> <${Badge} status=${status} />
			${failures > 0 && html`<${Badge} status="failed" text=${`${failures} of ${steps.length} steps failed`} />`}
			${expectations.total > 0 && html`<span>${expectations.met} of ${expectations.total} expectations are met</span>`}
			<span class="spread dim"><${Time} at=${startedAt} /></span>
		</div>
		<ol>
			${steps.map(
				(step, index) =>
					html`<li key=${index}>
						<${Step} step=${step} outcome=${outcomes[index]} deliveries=${deliveries} />
					</li>`,
			)}
		</ol>
	</section>`;
}

/**
 * Returns the result of a step so far. A step whose event could not be delivered has failed, unless the event was
 * replayed.
 * @param {RunStep} step
 * @param {Delivery[]} deliveries the newest ones
 * @returns {RunStep['status'] | 'retry'}
 */
function outcomeOf({ status, event_id: event }, deliveries) {
	const own = deliveries.filter((delivery) => event !== null && delivery.event_id === event);
	if (own.some((delivery) => delivery.status === 'dead_lettered' && delivery.replayed_as === null))
		return 'failed';
	if (own.some((delivery) => delivery.status === 'pending' && delivery.attempt_count > 0)) return 'retry';
	return status;
}

/** @type {Record<string, string>} */
const WORDS = { retry: 'being tried again' };
/** @type {Record<string, string>} */
const EXPECTATION_WORDS = { done: 'yes', failed: 'no', running: 'watching' };

/** @param {{ step: RunStep, outcome: string, deliveries: Delivery[] }} properties */
function Step({ step, outcome, deliveries }) {
	const { note, error, event_id: event, function_call_id: calledId } = step;
	const own = deliveries.filter((delivery) => event !== null && delivery.event_id === event);
	const words = step.expect ? EXPECTATION_WORDS[outcome] : WORDS[outcome];
	return html`<p class="line">
			<span>${note}</span> <${Badge} status=${outcome} text=${words} />
			${step.expect && step.duration_ms !== null && html`<span class="dim">after ${formatDuration(step.duration_ms)}</span>`}
			${error && html`<span class="dim">${error}</span>`}
			${calledId && html`<a href=${hrefOf(['function-calls', calledId])}>See every attempt</a>`}
			${own.map(({ id }) => html`<a key=${id} href=${hrefOf(['deliveries', id])}>Delivery</a>`)}
			${event !== null && own.length === 0 && html`<span class="dim">No webhook receives it.</span>`}
		</p>
		${
			outcome === 'failed' &&
			own
				.filter(({ status }) => status === 'dead_lettered')
				.map(({ id }) => html`<${Verdict} key=${id} id=${id} />`)
		}`;
}
