import { Type, type Static } from 'typebox';
import { toUsd } from '../billing/money.ts';
import { plainError, PlainError } from '../http/errors.ts';
import { ControlPaging } from '../http/paging.ts';
import type { Routes } from '../plugin.ts';
import { AS_DRAFT, createBatch } from './create.ts';
import { CallingSettings, DIAL_PRICE } from './calling.ts';
import { Batch, RecipientRecord } from './batch.ts';
import { DraftRequest, toRecipientRecord } from './schema.ts';

const CallingRecord = Type.Object({
	...CallingSettings.properties,
	price_per_dial: Type.Number({ description: 'US dollars, answered or not (section 8)' }),
});
const CallingChange = Type.Partial(CallingSettings);

/** Campaigns and how fast they go, as the dashboard of the interface shows them. */
export const batchControl: Routes = (app) => {
	const { batches, campaigns, database, calling } = app;

	app.get(
		'/batches',
		{
			schema: {
				querystring: ControlPaging,
				response: {
					200: Type.Object({ batches: Type.Array(Batch), total: Type.Integer() }),
					'4xx': PlainError,
				},
			},
		},
		({ query: { limit, offset } }) => ({ batches: batches.list(limit, offset), total: batches.count() }),
	);

	app.post(
		'/batches',
		{ schema: { body: DraftRequest, response: { 201: Batch, '4xx': PlainError } } },
		async (request, reply) => {
			const draft = await database.write(() => createBatch(request.body, AS_DRAFT, app));
			return reply.status(201).send(draft);
		},
	);

	app.get(
		'/batches/:id',
		{
			schema: {
				params: Type.Object({ id: Type.String() }),
				querystring: ControlPaging,
				response: {
					200: Type.Object({
						...Batch.properties,
						recipients: Type.Array(RecipientRecord, { description: 'In their order; limit and offset page' }),
					}),
					'4xx': PlainError,
				},
			},
		},
		(request) => {
			const batch = batches.find(request.params.id);
			if (batch === undefined) throw plainError(404, 'Batch not found');
			const { limit = 100, offset = 0 } = request.query;
			const recipients = batches.listRecipients(batch, limit, offset);
			return { ...batch, recipients: recipients.map(toRecipientRecord) };
		},
	);

	app.get('/calling', { schema: { response: { 200: CallingRecord } } }, () => withDialPrice(calling.get()));

	app.patch(
		'/calling',
		{ schema: { body: CallingChange, response: { 200: CallingRecord, '4xx': PlainError } } },
		async (request) => {
			await campaigns.catchUp();
			const changed = await database.write(() => calling.change(request.body));
			campaigns.wake();
			return withDialPrice(changed);
		},
	);
};

function withDialPrice(settings: CallingSettings): Static<typeof CallingRecord> {
	return { ...settings, price_per_dial: toUsd(DIAL_PRICE) };
}
