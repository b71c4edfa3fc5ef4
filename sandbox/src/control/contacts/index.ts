import { Type } from 'typebox';
import batchesPart from '../../service/batches/index.ts';
import callsPart from '../../service/calls/index.ts';
import { endpoint, pages } from '../../service/http/endpoint.ts';
import { plainError } from '../../service/http/errors.ts';
import { ControlPaging } from '../../service/http/listing.ts';
import messagesPart from '../../service/messages/index.ts';
import { definePart } from '../../service/plugin.ts';
import webhooksPart from '../../service/webhooks/index.ts';
import { Contact, CONTACT_TABLES, Contacts, TimelineEntry } from './contacts.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The people who have exchanged messages or calls with the account. */
		contacts: Contacts;
	}
}

/** The people behind messages and calls, each with their history with the account. */
export default definePart({
	dependencies: [batchesPart, callsPart, messagesPart, webhooksPart],
	tables: CONTACT_TABLES,
	provide: (app) => ({ contacts: new Contacts(app) }),
	control: [
		pages('contacts', Contact, ({ contacts }) => contacts),
		endpoint('GET /contacts/:id', {
			operationId: 'showContact',
			summary: 'Show a contact with its messages and calls',
			params: Type.Object({ id: Type.String({ description: 'The number, in any notation' }) }),
			query: ControlPaging,
			answer: Type.Object({
				...Contact.properties,
				timeline: Type.Array(TimelineEntry, { description: 'Newest first; limit and offset page' }),
			}),
			handle: ({ params, query: { limit, offset } }, { contacts }) => {
				const contact = contacts.find(params.id);
				if (contact === undefined) throw plainError(404, 'Contact not found');
				return { ...contact, timeline: contacts.timeline(params.id, limit, offset) };
			},
		}),
	],
});
