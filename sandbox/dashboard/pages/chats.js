import { html } from 'htm/preact';
import { Bubbles } from '../parts/bubbles.js';
import { button } from '../parts/button.js';
import { openForm } from '../parts/dialog.js';
import { field, Form, optionsOf } from '../parts/form.js';
import { Icon } from '../parts/icon.js';
import { Time } from '../parts/time.js';
import { column, Fields } from '../parts/value.js';
import { call } from '../state/data.js';
import { notifySuccess } from '../state/notices.js';
import { hrefOf } from '../state/place.js';

/** @import { ChatSession } from '../../src/client/records.ts' */
/** @import { RecordKind } from './records.js' */

const MAKE_ONE = hrefOf([], { event: 'chat.session.completed' });
const WRITERS = { visitor: 'Visitor', agent: 'Agent' };
const ENDS = { closed: 'Closed by the visitor', inactivity: '30 minutes without a message' };

/** @param {ChatSession} chat */
const titleOf = (chat) => chat.visitor_name ?? 'A visitor';

/** Website chats, with their messages. @type {RecordKind<'/chat-sessions'>} */
export const chats = {
	title: 'Website chats',
	lead: 'Conversations in the widget of a website.',
	path: '/chat-sessions',
	name: 'Visitor',
	nameOf: titleOf,
	columns: [
		column('status'),
		{ title: 'Messages', cell: (chat) => chat.messages.length },
		{ title: 'Last message', className: 'wide', cell: (chat) => chat.messages.at(-1)?.text ?? '–' },
		column('opened_at'),
		{ title: 'Ended', cell: (chat) => html`<${Time} at=${chat.ended_at} />` },
	],
	empty: html`No chats yet. <a href=${MAKE_ONE}>Make one</a>.`,
	actions: html`${button('plus-lg', 'Open a chat', open, { className: '' })}
		<a role="button" class="secondary outline" href=${MAKE_ONE}
			><${Icon} name="window-x" /> Make a chat close</a
		>`,
	filters: [{ name: 'search', label: 'Search in chats' }],
	paged: true,
	actionsOf: (chat) => chat.status === 'open' && button('window-x', 'Close the chat', () => close(chat)),
	Record: ChatRecord,
};

function open() {
	openForm({
		title: 'Open a website chat',
		fields: [
			field('text', 'visitor_name', 'Visitor', { placeholder: 'Left empty: a visitor without a name' }),
		],
		action: 'Open the chat',
		act: async (values) => {
			const { id } = await call('POST', '/chat-sessions', values);
			location.hash = hrefOf(['chats', id]);
		},
	});
}

/** @param {ChatSession} chat */
async function close({ id }) {
	const { deliveries } = await call('POST', `/chat-sessions/${id}/close`);
	const heard = deliveries.length > 0 ? 'The webhook is on its way.' : 'No webhook receives this.';
	notifySuccess(`The chat is closed. ${heard}`);
}

/** @param {{ record: ChatSession }} properties */
function ChatRecord({ record }) {
	const { messages, end_reason: reason, ...facts } = record;
	const bubbles = messages.map(({ from, text, at }, index) => ({
		key: index,
		own: from === 'visitor',
		who: from === 'agent' ? 'Agent' : titleOf(record),
		content: text,
		foot: html`<${Time} at=${at} />`,
	}));
	const fields = [
		field('choice', 'from', 'As', { options: optionsOf(WRITERS) }),
		field('text', 'text', 'Message', { required: true, placeholder: 'e.g. Do you deliver on Saturdays?' }),
	];
	const write = async (/** @type {object} */ values) =>
		void (await call('POST', `/chat-sessions/${record.id}/messages`, values));
	return html`<${Bubbles} label="Chat" bubbles=${bubbles} />
		${
			record.status === 'open'
				? html`<${Form}
						key=${messages.length}
						className="card"
						label="Write in the chat"
						fields=${fields}
						action="Send"
						act=${write}
					/>`
				: html`<p class="dim">Ended: ${reason && ENDS[reason]}.</p>`
		}
		<h2>Details</h2>
		<${Fields} record=${facts} />`;
}
