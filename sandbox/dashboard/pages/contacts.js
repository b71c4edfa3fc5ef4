import { html } from 'htm/preact';
import { column } from '../parts/value.js';
import { hrefOf } from '../state/place.js';
import { Conversation } from './conversation.js';

/** @import { Contact } from '../../src/client/records.ts' */
/** @import { RecordKind } from './records.js' */

/** @param {Contact} contact */
const titleOf = (contact) => contact.name ?? contact.phone_number;

/** The people behind messages and calls, each with one conversation. @type {RecordKind<'/contacts'>} */
export const contacts = {
	title: 'Contacts',
	lead: 'The people behind messages and calls. Open one to read the conversation and to write as that person.',
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
	Record: ({ record }) => html`<${Conversation} number=${record.phone_number} />`,
};
