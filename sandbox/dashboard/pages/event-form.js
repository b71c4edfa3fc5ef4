import { html } from 'htm/preact';
import { Form } from '../parts/form.js';
import { Icon } from '../parts/icon.js';
import { call, useResource } from '../state/data.js';
import { notifySuccess } from '../state/notices.js';
import { addResult } from './results.js';

/** @import { ControlAnswer } from '../../src/client/interface.ts' */
/** @import { PhoneNumber } from '../../src/client/records.ts' */
/** @import { Choices, EventKind } from './event-kinds.js' */

/** @typedef {ControlAnswer<`/events/${EventKind['event']}`, 'post'>} Answer */

/** The form that fires one kind of event. @param {{ kind: EventKind }} properties */
export function EventForm({ kind: { event, title, about, fields, toBody } }) {
	const choices = useChoices();

	/** @param {Record<string, unknown>} values */
	async function act(values) {
		const answer = await call('POST', `/events/${event}`, toBody ? toBody(values) : values);
		addResult(event, answer);
		notifySuccess([`${title}: done.`, describeNotDelivered(answer)].join(' ').trim());
	}

	const beside = html`<span class="dim">fires <code>${event}</code></span>`;
	const action = html`<${Icon} name="lightning-charge" /> Make it happen`;
	return html`<${Form}
		className="card"
		label=${title}
		fields=${fields(choices)}
		...${{ action, act, beside }}
	>
		<p class="dim">${about}</p>
	<//>`;
}

/** @returns {Choices} the numbers and accounts that can have events */
function useChoices() {
	const numbers = useResource('/numbers').data?.numbers ?? [];
	const accounts = useResource('/chatapp-accounts').data?.chatapp_accounts ?? [];
	const optionOf = (/** @type {PhoneNumber} */ { phone_number: value, friendly_name: name }) => ({
		value,
		text: `${value} ${name}`,
	});
	const able = (/** @type {'sms' | 'voice'} */ what) =>
		numbers.filter((one) => one.is_active && one.capabilities[what]).map(optionOf);
	const connectedFirst = [...accounts].sort((one, other) => Number(other.connected) - Number(one.connected));
	return {
		sms: able('sms'),
		voice: able('voice'),
		accounts: connectedFirst.map(({ phone_number_id: value, display_number: number, connected }) => ({
			value,
			text: `${number}${connected ? '' : ' (not connected)'}`,
		})),
	};
}

/** The page shows deliveries by themselves. @param {Answer} answer */
function describeNotDelivered({ event_id: eventId, deliveries }) {
	if (eventId === null) return 'No event was sent.';
	return deliveries.length === 0 ? 'No webhook receives it.' : '';
}
