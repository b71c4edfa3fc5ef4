import { html } from 'htm/preact';
import { Bubbles } from '../parts/bubbles.js';
import { Pages } from '../parts/table.js';
import { Time } from '../parts/time.js';
import { column } from '../parts/value.js';
import { formatDuration } from '../state/clock.js';
import { hrefOf } from '../state/place.js';
import { MessageContent, MessageFoot, replyButton } from './messages.js';

/** @import { Call, Contact, ContactDetail, Message } from '../../src/client/records.ts' */
/** @import { Bubble } from '../parts/bubbles.js' */
/** @import { RecordKind } from './records.js' */

/** @param {Contact} contact */
const titleOf = (contact) => contact.name ?? contact.phone_number;

/** The people behind messages and calls, each with one thread. @type {RecordKind<'/contacts'>} */
export const contacts = {
	title: 'Contacts',
	lead: 'The people behind messages and calls. Open one to see everything in one thread.',
	path: '/contacts',
	name: 'Name',
	nameOf: titleOf,
	columns: [
		{ title: 'Number', className: 'nowrap', cell: (contact) => contact.phone_number },
		{ title: 'Messages', cell: (contact) => contact.message_count },
		{ title: 'Calls', cell: (contact) => contact.call_count },
		column('last_active_at'),
	],
	empty: html`No contacts yet. <a href=${hrefOf([])}>Make an SMS arrive</a>.`,
	filters: [{ name: 'search', label: 'Search by name or number' }],
	paged: true,
	single: true,
	Record: ContactRecord,
};

/** @param {{ record: ContactDetail }} properties */
function ContactRecord({ record }) {
	const { phone_number: number, message_count: messages, call_count: calls, timeline } = record;
	const bubbles = timeline
		.flatMap(({ message, call, at }) => [
			call && callBubble(call, at, titleOf(record)),
			message && messageBubble(message, titleOf(record)),
		])
		.filter((bubble) => bubble !== null)
		.reverse();
	return html`<p class="line">
			<span>${number}</span>
			<span class="tag">${messages} ${messages === 1 ? 'message' : 'messages'}</span>
			<span class="tag">${calls} ${calls === 1 ? 'call' : 'calls'}</span>
		</p>
		<${Bubbles} label=${`Thread with ${titleOf(record)}`} bubbles=${bubbles} />
		<${Pages} label="the thread" total=${messages + calls} />`;
}

/**
 * @param {Call} call
 * @param {string} at ISO 8601
 * @param {string} name of the contact
 * @returns {Bubble}
 */
function callBubble(call, at, name) {
	const own = call.direction === 'outbound';
	const content = html`<strong
			>${own ? 'Outbound' : 'Inbound'} call, ${formatDuration(call.duration_seconds * 1000)}</strong
		>
		<p>${call.summary}</p>
		<a href=${hrefOf(['calls', call.id])}>Read the transcript</a>`;
	return { key: call.id, own, who: own ? 'Your account' : name, content, foot: html`<${Time} at=${at} />` };
}

/**
 * @param {Message} message
 * @param {string} name of the contact
 * @returns {Bubble}
 */
function messageBubble(message, name) {
	const own = message.direction === 'outbound';
	const who = !own ? name : message.is_ai_generated ? 'AI agent' : 'Your account';
	const foot = html`<${MessageFoot} ...${message} /> ${replyButton(message)}`;
	return { key: message.id, own, who, content: html`<${MessageContent} ...${message} />`, foot };
}
