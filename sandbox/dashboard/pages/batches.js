import { html } from 'htm/preact';
import { Badge } from '../parts/badge.js';
import { Page, ResourceState } from '../parts/page.js';
import { Time } from '../parts/time.js';
import { useResource } from '../resource.js';

/** Batch call campaigns (section 2) and how far they are. */
export function BatchesPage() {
	const resource = useResource('/batches');
	/** @type {any[] | undefined} */
	const batches = resource.data?.batches;
	return html`<${Page}
		title="Batches"
		lead="Call campaigns. Nobody is really called: the sandbox dials by its own clock."
	>
		<${ResourceState} resource=${resource} absent="This sandbox has no campaigns." />
		${batches?.length === 0 && html`<p class="empty">There is no campaign. Create one with Batch Call > Create.</p>`}
		<ul class="batches">
			${batches?.map((batch) => html`<li key=${batch.id}><${Batch} batch=${batch} /></li>`)}
		</ul>
	<//>`;
}

/** @param {{ batch: any }} properties */
function Batch({ batch }) {
	const { id, name, status, caller_id: callerId } = batch;
	const { total_recipients: total, completed_count: completed, failed_count: failed } = batch;
	const done = completed + failed;
	const moving = status === 'running' || status === 'completed';
	return html`<article class=${`batch ${moving ? '' : 'still'}`} aria-labelledby=${`batch-${id}`}>
		<header>
			<h2 id=${`batch-${id}`}>${name}</h2>
			<${Badge} status=${status} />
			<span class="spread dim">from ${callerId} · ${schedule(batch)}</span>
		</header>
		<progress
			value=${done}
			max=${Math.max(total, 1)}
			aria-label=${`Calls of ${name} that are over`}
		></progress>
		<p class="counts">
			<span><strong>${done} of ${total}</strong> called</span>
			<span>${completed} completed</span>
			${failed > 0 && html`<span class="bad">${failed} failed</span>`}
			${total > done && html`<span class="dim">${total - done} ${['cancelled', 'failed'].includes(status) ? 'skipped' : 'to go'}</span>`}
		</p>
	</article>`;
}

/**
 * The time that matters most in its state.
 * @param {any} batch
 */
function schedule({
	status,
	created_at: created,
	scheduled_at: scheduled,
	started_at: started,
	finished_at: finished,
}) {
	if (finished) return html`ended <${Time} at=${finished} />`;
	if (started) return html`began <${Time} at=${started} />`;
	if (status === 'scheduled') return html`begins <${Time} at=${scheduled} />`;
	return html`created <${Time} at=${created} />`;
}
