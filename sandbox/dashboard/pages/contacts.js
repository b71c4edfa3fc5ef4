import { html } from 'htm/preact';
import { Bubbles } from '../parts/bubbles.js';
import { Pages } from '../parts/table.js';
import { Time } from '../parts/time.js';
import { column } from '../parts/value.js';
import { formatDuration } from '../state/clock.js';
import { hrefOf } from '../state/place.js';
import { MessageContent, MessageFoot, replyButton } from './messages.js';

/** @param {any} contact */
const titleOf = (contact) => contact.name ?? contact.phone_number;

/** The people behind messages and calls, each with one thread. @type {import('./records.js').RecordKind} */
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

/** @param {{ record: any }} properties */
function ContactRecord({ record }) {
	const { phone_number: number, message_count: messages, call_count: calls, timeline } = record;
	const bubbles = timeline.map((/** @type {any} */ entry) => bubbleOf(entry, titleOf(record))).reverse();
	return html`<p class="line">
			<span>${number}</span>
			<span class="tag">${messages} ${messages === 1 ? 'message' : 'messages'}</span>
			<span class="tag">${calls} ${calls === 1 ? 'call' : 'calls'}</span>
		</p>
		<${Bubbles} label=${`Thread with ${titleOf(record)}`} bubbles=${bubbles} />
		<${Pages} label="the thread" total=${messages + calls} />`;
}

/**
 * @param {any} entry
 * @param {string} name of the contact
 * @returns {import('../parts/bubbles.js').Bubble}
 */
function bubbleOf({ message, call, at }, name) {
	if (call !== null) {
		const own = call.direction === 'outbound';
		const content = html`<strong
				>${own ? 'Outbound' : 'Inbound'} call, ${formatDuration(call.duration_seconds * 1000)}</strong
			>
			<p>${call.summary}</p>
			<a href=${hrefOf(['calls', call.id])}>Read the transcript</a>`;
		return { key: call.id, own, who: own ? 'Your account' : name, content, foot: html`<${Time} at=${at} />` };
	}
	const own = message.direction === 'outbound';
	const who = !own ? name : message.is_ai_generated ? 'AI agent' : 'Your account';
	const foot = html`<${MessageFoot} ...${message} /> ${replyButton(message)}`;
	return { key: message.id, own, who, content: html`<${MessageContent} ...${message} />`, foot };
}
