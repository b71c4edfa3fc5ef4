import { html } from 'htm/preact';
import { Badge } from '../parts/badge.js';
import { button } from '../parts/button.js';
import { ContactLink } from '../parts/contact-link.js';
import { openForm } from '../parts/dialog.js';
import { field, optionsOf } from '../parts/form.js';
import { Icon } from '../parts/icon.js';
import { actionsColumn } from '../parts/list.js';
import { Time } from '../parts/time.js';
import { useResource, call } from '../state/data.js';
import { notifySuccess } from '../state/notices.js';
import { hrefOf } from '../state/place.js';

/** @import { Message } from '../../src/client/records.ts' */
/** @import { RecordKind } from './records.js' */

export const CHANNELS = { sms: 'SMS', chatapp: 'Chat app' };

/** Messages of both channels (section 2), newest first. @type {RecordKind<'/messages'>} */
export const messages = {
	title: 'Messages',
	lead: 'SMS and chat-app messages, newest first. A contact leads to the whole conversation.',
	path: '/messages',
	name: null,
	columns: [
		{ title: 'Time and channel', cell: Origin },
		{ title: 'Contact', className: 'nowrap', cell: Person },
		{ title: 'Message', className: 'wide', cell: MessageContent },
		{ title: 'Status', cell: Status },
		'id',
		actionsColumn(replyButton),
	],
	empty: html`No messages yet. <a href=${hrefOf([])}>Make an SMS arrive</a>.`,
	filters: [
		{ name: 'channel', label: 'Channel', all: 'All channels', options: optionsOf(CHANNELS) },
		{ name: 'direction', label: 'Direction', all: 'Both directions', options: ['inbound', 'outbound'] },
		{ name: 'search', label: 'Search in text and numbers' },
	],
	paged: true,
};

/** @param {Message} message */
function replyButton(message) {
	if (message.direction === 'inbound' || message.delivery_error !== null) return null;
	return button('reply', 'Reply', () => reply(message), { of: `as ${message.to_number}` });
}

/** Answers a message as its recipient. @param {Message} message */
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

/** @param {Message} message */
function Origin({ created_at: createdAt, channel }) {
	return html`<${Time} at=${createdAt} /><br /><span class="tag">${CHANNELS[channel]}</span>`;
}

/** The person who wrote or was written to, and the service number. @param {Message} message */
function Person({ direction, from_number: from, to_number: to }) {
	const inbound = direction === 'inbound';
	return html`<${Icon} name=${inbound ? 'arrow-down-left' : 'arrow-up-right'} />${' '}
		<span class="visually-hidden">${direction}: </span><${ContactLink} number=${inbound ? from : to} /><br />
		<span class="dim">${inbound ? 'to' : 'from'} <${ServiceNumber} number=${inbound ? to : from} /></span>`;
}

/**
 * Shows a number of the account by its name, and a chat-app number as a phone number.
 * @param {{ number: string }} properties
 */
function ServiceNumber({ number }) {
	const numbers = useResource('/numbers').data?.numbers ?? [];
	const accounts = useResource('/chatapp-accounts').data?.chatapp_accounts ?? [];
	const named = numbers.find((one) => one.phone_number === number)?.friendly_name;
	const display = accounts.find((one) => one.phone_number_id === number)?.display_number;
	return html`<span title=${number}>${named ?? display ?? number}</span>`;
}

/** @param {Message} message */
export function MessageContent({ body, media, is_ai_generated: byAgent, sentiment, translation }) {
	return html`<p class="message">${body}</p>
		${translation && html`<p class="message dim"><span class="tag">translation</span> ${translation}</p>`}
		${media.map(
			({ url, kind, mime_type: type, caption }) =>
				html`<a href=${url} target="_blank" rel="noreferrer" title=${type}
					><${Icon} name="paperclip" /> ${caption ?? kind}</a
				> `,
		)}
		${byAgent && html`<span class="tag">AI agent</span> `}
		${sentiment && html`<span class="tag">${sentiment}</span>`}`;
}

/** @param {Message} message */
function Status({ status, delivery_error: error }) {
	return html`<${Badge} status=${status} />
		${error && html`<p class="bad" title=${error.at}><code>${error.code}</code> ${error.reason}</p>`}`;
}
