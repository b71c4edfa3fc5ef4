import { html } from 'htm/preact';
import { Badge } from '../parts/badge.js';
import { button } from '../parts/button.js';
import { openForm } from '../parts/dialog.js';
import { optionsOf } from '../parts/form.js';
import { Icon } from '../parts/icon.js';
import { actionsColumn } from '../parts/table.js';
import { Time } from '../parts/time.js';
import { call } from '../state/api.js';
import { notifySuccess } from '../state/notices.js';
import { hrefOf } from '../state/place.js';

/** Messages of both channels (section 2), newest first. @type {import('./records.js').RecordKind} */
export const messages = {
	title: 'Messages',
	lead: 'SMS and chat-app messages, newest first.',
	path: '/messages',
	list: 'messages',
	columns: [
		{ title: 'Time and channel', cell: Origin },
		{ title: 'From and to', cell: Numbers },
		{ title: 'Message', className: 'wide', cell: Message },
		{ title: 'Status', cell: Status },
		'id',
		actionsColumn(
			(row) =>
				row.channel === 'chatapp' &&
				row.direction === 'outbound' &&
				button('reply', 'Reply', () => reply(row), { label: `Reply as ${row.to_number}` }),
		),
	],
	empty: html`There is no message yet. <a href=${hrefOf([])}>Make an SMS arrive</a> to see one.`,
	filters: [
		{
			name: 'channel',
			label: 'Channel',
			all: 'All channels',
			options: optionsOf({ sms: 'SMS', chatapp: 'Chat app' }),
		},
		{ name: 'direction', label: 'Direction', all: 'Both directions', options: ['inbound', 'outbound'] },
		{ name: 'search', label: 'Search in text and numbers' },
	],
	paged: true,
};

/**
 * Answers a chat-app message as the person who got it.
 * @param {any} message
 */
function reply({ from_number: account, to_number: person, body: text }) {
	openForm({
		title: `Reply as ${person}`,
		fields: [{ name: 'body', label: 'Text', kind: 'long', required: true, placeholder: 'e.g. Yes, please' }],
		action: 'Send reply',
		act: async (values) => {
			const sent = { ...values, from_number: person, phone_number_id: account };
			const { event_id: event } = await call('POST', '/events/chatapp.received', sent);
			const told =
				event === null
					? 'No webhook receives this: the number has no webhook URL.'
					: 'The webhook is on its way.';
			notifySuccess(`${person} has replied. ${told}`);
		},
		about: html`<p class="message dim">${text}</p>`,
	});
}

function Origin({ created_at: createdAt, channel }) {
	return html`<${Time} at=${createdAt} /><br /><span class="tag"
			>${channel === 'sms' ? 'SMS' : 'Chat app'}</span
		>`;
}

function Numbers({ direction, from_number: from, to_number: to }) {
	return html`<span class="direction">
		<${Icon} name=${direction === 'inbound' ? 'arrow-down-left' : 'arrow-up-right'} />
		<span class="visually-hidden">${direction}: </span>
		<span>${from}<br /><span class="dim">to ${to}</span></span>
	</span>`;
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
