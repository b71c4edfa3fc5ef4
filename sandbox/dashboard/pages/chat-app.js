import { html } from 'htm/preact';
import { Badge } from '../parts/badge.js';
import { button } from '../parts/button.js';
import { openForm } from '../parts/dialog.js';
import { field } from '../parts/form.js';
import { actionsColumn } from '../parts/list.js';
import { save } from '../state/data.js';
import { notifySuccess } from '../state/notices.js';
import { warnOfChatAppUrl } from './webhook-url.js';

/** @import { ChatAppAccount } from '../../src/client/records.ts' */
/** @import { RecordKind } from './records.js' */

/**
 * Chat-app accounts: connecting a number (section 4, send) and its own webhook URL
 * (section 6, `chatapp.received`).
 * @type {RecordKind<'/chatapp-accounts'>}
 */
export const chatApp = {
	title: 'Chat app',
	lead: 'Business numbers on the chat app. With a webhook URL, the AI agent keeps quiet.',
	path: '/chatapp-accounts',
	name: null,
	columns: [
		{ title: 'Number', cell: (row) => html`<strong class="nowrap">${row.display_number}</strong>` },
		'phone_number_id',
		{
			title: 'Status',
			cell: (row) => html`<${Badge} status=${row.connected ? 'connected' : 'not connected'} />`,
		},
		{
			title: 'Webhook URL',
			cell: (row) => html`<span class="text">${row.webhook_url ?? 'none: the AI agent answers'}</span>`,
		},
		actionsColumn((row) => button('pencil', 'Edit', () => edit(row), { of: row.display_number })),
	],
	empty: 'No numbers yet.',
	actions: button('plus-lg', 'Connect number', () => edit(), { className: '' }),
};

/** @param {ChatAppAccount} [present] the account to change; a new one when absent */
function edit(present) {
	openForm({
		title: present ? `Edit ${present.display_number}` : 'Connect a number to the chat app',
		fields: [
			field('number', 'display_number', 'Number', {
				required: true,
				value: present?.display_number,
				placeholder: 'e.g. +14155550100',
			}),
			field('digits', 'phone_number_id', 'Phone number ID', {
				required: true,
				readOnly: Boolean(present),
				value: present?.phone_number_id,
				placeholder: 'e.g. 106540352242950',
				hint: "The chat app's own ID of the number.",
			}),
			field('address', 'webhook_url', 'Webhook URL', {
				value: present?.webhook_url,
				warn: warnOfChatAppUrl,
				placeholder: 'e.g. http://127.0.0.1:5678/webhook/…?token=…',
				hint: 'Deliveries to it are not signed. Leave it empty for the AI agent to answer.',
			}),
			field('switch', 'connected', 'Connected', { value: present?.connected ?? true }),
		],
		action: present ? 'Save' : 'Connect',
		act: async (/** @type {{ webhook_url?: string | null, display_number: string }} */ values) => {
			const { webhook_url = null, ...rest } = values;
			await save('/chatapp-accounts', present, { ...rest, webhook_url });
			notifySuccess(`${rest.display_number} is ${present ? 'changed' : 'added'}.`);
		},
	});
}
