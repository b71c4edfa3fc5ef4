import { html } from 'htm/preact';
import { Badge } from '../parts/badge.js';
import { button } from '../parts/button.js';
import { openForm } from '../parts/dialog.js';
import { field, optionsOf } from '../parts/form.js';
import { Icon } from '../parts/icon.js';
import { actionsColumn } from '../parts/table.js';
import { Time } from '../parts/time.js';
import { call } from '../state/api.js';
import { notifySuccess } from '../state/notices.js';
import { hrefOf } from '../state/place.js';

const CHANNELS = { sms: 'SMS', chatapp: 'Chat app' };

/** Messages of both channels (section 2), newest first. @type {import('./records.js').RecordKind} */
export const messages = {
	title: 'Messages',
	lead: 'SMS and chat-app messages, newest first.',
	path: '/messages',
	name: null,
	columns: [
		{ title: 'Time and channel', cell: Origin },
		{ title: 'From and to', className: 'nowrap', cell: Numbers },
		{ title: 'Message', className: 'wide', cell: Message },
		{ title: 'Status', cell: Status },
		'id',
		actionsColumn(replyButton),
	],
	empty: html`There is no message yet. <a href=${hrefOf([])}>Make an SMS arrive</a> to see one.`,
	filters: [
		{ name: 'channel', label: 'Channel', all: 'All channels', options: optionsOf(CHANNELS) },
		{ name: 'direction', label: 'Direction', all: 'Both directions', options: ['inbound', 'outbound'] },
		{ name: 'search', label: 'Search in text and numbers' },
	],
	paged: true,
};

function replyButton(message) {
	if (message.direction === 'inbound' || message.delivery_error !== null) return null;
	return button('reply', 'Reply', () => reply(message), { label: `Reply as ${message.to_number}` });
}

/** Answers a message as the person who got it. */
function reply({ id, to_number: person, body: text }) {
	openForm({
		title: `Reply as ${person}`,
		fields: [field('long', 'body', 'Text', { required: true, placeholder: 'e.g. Yes, please' })],
		action: 'Send reply',
		act: async (values) => {
			const { deliveries } = await call('POST', '/replies', { to: id, ...values });
			const heard = deliveries.length > 0 ? 'The webhook is on its way.' : 'No webhook receives this.';
			notifySuccess(`${person} has replied. ${heard}`);
		},
		about: html`<p class="message dim">${text}</p>`,
	});
}

function Origin({ created_at: createdAt, channel }) {
	return html`<${Time} at=${createdAt} /><br /><span class="tag">${CHANNELS[channel]}</span>`;
}

function Numbers({ direction, from_number: from, to_number: to }) {
	const icon = direction === 'inbound' ? 'arrow-down-left' : 'arrow-up-right';
	return html`<${Icon} name=${icon} /> <span class="visually-hidden">${direction}: </span>${from}<br />
		<span class="dim">to ${to}</span>`;
}

function Message({ body, media, is_ai_generated: byAgent, sentiment, translation }) {
	return html`<p class="message">${body}</p>
		${translation && html`<p class="message dim"><span class="tag">translation</span> ${translation}</p>`}
		${media.map(
			({ url, kind, mime_type: type, caption }) =>
				html`<a href=${url} target="_blank" rel="noreferrer" title=${type}
					><${Icon} name="paperclip" /> ${caption ?? kind}</a
				> `,
		)}
		${byAgent && html`<span class="tag">AI agent</span> `}${sentiment && html`<span class="tag">${sentiment}</span>`}`;
}

function Status({ status, delivery_error: error }) {
	return html`<${Badge} status=${status} />
		${error && html`<p class="bad" title=${error.at}><code>${error.code}</code> ${error.reason}</p>`}`;
}
