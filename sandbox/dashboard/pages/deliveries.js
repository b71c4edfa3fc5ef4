import { html } from 'htm/preact';
import { DeliveriesTable } from '../parts/deliveries-table.js';
import { SelectField } from '../parts/field.js';
import { Page, ResourceState } from '../parts/page.js';
import { useResource } from '../resource.js';
import { hrefOf } from '../router.js';

/** Section 6, event kinds. */
const EVENTS = ['call.completed', 'sms.received', 'sms.sent', 'chatapp.received', 'chat.session.completed'];
const STATUSES = ['pending', 'succeeded', 'dead_lettered'];

/**
 * The delivery log (section 6).
 * @param {{ parameters: URLSearchParams }} properties
 */
export function DeliveriesPage({ parameters }) {
	const event = pick(EVENTS, parameters.get('event'));
	const status = pick(STATUSES, parameters.get('status'));
	const query = new URLSearchParams({ limit: '100', ...(event && { event }), ...(status && { status }) });
	const resource = useResource(`/deliveries?${query}`);
	/** @param {{ event?: string, status?: string }} changes */
	const narrow = (changes) => {
		location.hash = hrefOf(['deliveries'], { event, status, ...changes });
	};

	return html`<${Page}
		title="Deliveries"
		lead="Every webhook that was sent or will be. Open one to see each attempt and its answer."
	>
		<form
			class="filters"
			aria-label="Filters"
			onSubmit=${(/** @type {Event} */ submit) => submit.preventDefault()}
		>
			<${SelectField}
				label="Event"
				name="event"
				value=${event ?? ''}
				options=${options('All events', EVENTS)}
				onChange=${(/** @type {any} */ change) => narrow({ event: change.target.value })}
			/>
			<${SelectField}
				label="Status"
				name="status"
				value=${status ?? ''}
				options=${options('Any status', STATUSES)}
				onChange=${(/** @type {any} */ change) => narrow({ status: change.target.value })}
			/>
		</form>
		<${ResourceState} resource=${resource} />
		<${DeliveriesTable}
			deliveries=${resource.data?.deliveries}
			empty=${event || status ? 'None matches.' : html`Nothing has been delivered yet. <a href=${hrefOf(['keys'])}>Give an API key a webhook URL</a> and <a href=${hrefOf([])}>make something happen</a>.`}
		/>
		${resource.data && html`<p class="foot">${resource.data.deliveries.length} of ${resource.data.total}</p>`}
	<//>`;
}

/**
 * @param {string[]} words
 * @param {string | null} text
 */
function pick(words, text) {
	return words.find((word) => word === text);
}

/**
 * @param {string} all
 * @param {string[]} words
 */
function options(all, words) {
	return [
		{ value: '', text: all },
		...words.map((word) => ({ value: word, text: word.replaceAll('_', ' ') })),
	];
}
