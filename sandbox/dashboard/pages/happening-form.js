import { html } from 'htm/preact';
import { call } from '../api.js';
import { notify } from '../notices.js';
import { Failure } from '../parts/dialog.js';
import { SelectField, TextField, valueOf } from '../parts/field.js';
import { Icon } from '../parts/icon.js';
import { useResource } from '../resource.js';
import { useSubmission } from '../submission.js';
import { remember } from './happened.js';

/**
 * The form that makes one kind of thing happen.
 * @param {{ kind: import('./happening-kinds.js').HappeningKind }} properties
 */
export function HappeningForm({ kind }) {
	const submission = useSubmission(async (form) => {
		const answer = await call('POST', `/events/${kind.event}`, read(form, kind.fields));
		remember(kind.event, answer);
		notify({ kind: 'success', text: `${kind.title}: done. ${describe(answer)}` });
	});
	return html`<form class="happening-form" aria-label=${kind.title} onSubmit=${submission.onSubmit}>
		<p class="dim">${kind.about}</p>
		<div class="fields">
			${kind.fields.map((field) => html`<${HappeningField} key=${field.name} field=${field} />`)}
		</div>
		<${Failure} text=${submission.error} />
		<button type="submit" aria-busy=${submission.busy}><${Icon} name="happen" /> Make it happen</button>
		<span class="endpoint dim">fires <code>${kind.event}</code></span>
	</form>`;
}

/** @param {any} answer */
function describe({ event_id: eventId, deliveries }) {
	if (eventId === null) return 'No event was sent.';
	const count = deliveries.length;
	return count === 0
		? 'Nobody is to be told.'
		: `${count} ${count === 1 ? 'delivery' : 'deliveries'} on the way.`;
}

/** @param {{ field: import('./happening-kinds.js').Field }} properties */
function HappeningField({ field }) {
	const { name, label, kind, value, placeholder } = field;
	const numbers = useResource('/numbers').data?.numbers ?? [];
	const accounts = useResource('/chatapp-accounts').data?.chatapp_accounts ?? [];
	if (kind === 'number') {
		const usable = numbers.filter(
			(/** @type {any} */ number) => number.is_active && number.capabilities[field.can ?? 'sms'],
		);
		const options = usable.map((/** @type {any} */ number) => ({
			value: number.phone_number,
			text: `${number.phone_number} ${number.friendly_name}`,
		}));
		return html`<${SelectField} label=${label} name=${name} options=${options} />`;
	}
	if (kind === 'account') {
		const connectedFirst = [...accounts].sort(
			(one, other) => Number(other.connected) - Number(one.connected),
		);
		const options = connectedFirst.map((account) => ({
			value: account.phone_number_id,
			text: `${account.display_number}${account.connected ? '' : ' (not connected)'}`,
		}));
		return html`<${SelectField} label=${label} name=${name} options=${options} />`;
	}
	if (kind === 'long')
		return html`<${TextField} label=${label} name=${name} rows="3" placeholder=${placeholder} />`;
	const whole = kind === 'whole' ? { type: 'number', min: 0, step: 1 } : { type: kind };
	return html`<${TextField}
		label=${label}
		name=${name}
		defaultValue=${value}
		placeholder=${placeholder}
		autocomplete="off"
		...${whole}
	/>`;
}

/**
 * @param {HTMLFormElement} form
 * @param {import('./happening-kinds.js').Field[]} fields
 */
function read(form, fields) {
	const entries = fields.map(({ name, kind }) => {
		const text = valueOf(form, name);
		return [name, kind === 'whole' && text !== undefined ? Number(text) : text];
	});
	return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
