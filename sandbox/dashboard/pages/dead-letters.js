import { html } from 'htm/preact';
import { Badge } from '../parts/badge.js';
import { button } from '../parts/button.js';
import { openForm } from '../parts/dialog.js';
import { field, optionsOf } from '../parts/form.js';
import { actionsColumn } from '../parts/list.js';
import { Time } from '../parts/time.js';
import { Receiver } from '../parts/who.js';
import { sandboxNow } from '../state/clock.js';
import { call } from '../state/data.js';
import { notifySuccess } from '../state/notices.js';
import { hrefOf } from '../state/place.js';
import { eventFilter, replayButton } from './deliveries.js';

/** @import { ControlAnswer } from '../../src/client/interface.ts' */
/** @import { DeadLetter } from '../../src/client/records.ts' */
/** @import { RecordKind } from './records.js' */

/** @type {Record<string, string>} */
const REASONS = {
	retries_exhausted: 'Every attempt failed',
	client_error: 'The receiver refused it',
	gone: 'The receiver is gone (410)',
	webhook_url_cleared: 'The webhook URL was cleared',
	api_key_revoked: 'The API key was revoked',
};

const TIMES = {
	all: 'All',
	hour: 'Given up in the last hour',
	day: 'Given up in the last day',
	own: 'Given up between',
};
const HOUR_MS = 3_600_000;
const SPANS_MS = { hour: HOUR_MS, day: 24 * HOUR_MS };

/** @typedef {{ times: keyof typeof TIMES, event?: string, after?: string, before?: string }} Chosen */

/** @param {number} milliseconds before now, in the sandbox's time */
const ago = (milliseconds) => new Date(sandboxNow().getTime() - milliseconds).toISOString();

/** Replays all dead letters that were not replayed yet, or those of a span of time. */
function replaySeveral() {
	openForm({
		title: 'Replay dead letters',
		fields: [
			field('choice', 'times', 'Which', { options: optionsOf(TIMES) }),
			field('choice', 'event', 'Event', {
				options: [{ value: '', text: 'All events' }, ...eventFilter.options],
			}),
			field('time', 'after', 'From', { hint: 'Only for “Given up between”.' }),
			field('time', 'before', 'To'),
		],
		action: 'Replay',
		act: async (/** @type {Chosen} */ { times, event, after, before }) => {
			const window =
				times === 'own' ? { after, before } : times === 'all' ? {} : { after: ago(SPANS_MS[times]) };
			const answer = await call('POST', '/dead-letters/replay', { event, ...window });
			notifySuccess(describe(answer), { href: hrefOf(['deliveries']), text: 'Watch them' });
		},
		about: html`<p class="dim">
			The same bodies under the same signatures. What was replayed before is left out.
		</p>`,
	});
}

/** @param {ControlAnswer<'/dead-letters/replay', 'post'>} answer */
function describe({ replayed, refused, more }) {
	const words = [`${replayed} ${replayed === 1 ? 'event is' : 'events are'} being sent again.`];
	if (refused > 0) words.push(`${refused} have no webhook URL any more.`);
	if (more) words.push('There are more: replay again.');
	return words.join(' ');
}

/** The dead-letter store (section 6). @type {RecordKind<'/dead-letters'>} */
export const deadLetters = {
	title: 'Dead letters',
	lead: 'Events that could not be delivered. A replay sends the same body under the same signature.',
	path: '/dead-letters',
	name: null,
	columns: [
		{ title: 'Given up', cell: ({ created_at: at }) => html`<${Time} at=${at} />` },
		{
			title: 'Event',
			cell: ({ delivery: { id, event } }) => html`<a href=${hrefOf(['deliveries', id])}>${event}</a>`,
		},
		{ title: 'Receiver', cell: ({ delivery }) => html`<${Receiver} ...${delivery} />` },
		{ title: 'Reason', cell: Reason },
		{ title: 'Attempts', cell: ({ delivery }) => delivery.attempt_count },
		actionsColumn(({ id, delivery: { event } }) => replayButton(id, event)),
	],
	empty: 'No dead letters: everything was delivered, or is still being tried.',
	actions: button('arrow-repeat', 'Replay several', replaySeveral, { className: '' }),
	filters: [eventFilter, { name: 'search', label: 'Search in what was sent' }],
	paged: true,
};

/** @param {DeadLetter} letter */
function Reason({ reason, delivery: { last_http_status: status, replayed_as: replay } }) {
	return html`${REASONS[reason] ?? reason}
	${status !== null && html` <span class="tag">HTTP ${status}</span>`}
	${replay && html` <a href=${hrefOf(['deliveries', replay])}><${Badge} status="replayed" /></a>`}`;
}
