import { Type } from 'typebox';
import { plainError, PlainError } from '../http/errors.ts';
import { OneOf } from '../http/values.ts';
import type { Routes } from '../plugin.ts';
import { BAD_DELIVERY_KINDS } from './bad-deliveries.ts';

const BadDeliveryRequest = Type.Object({
	kind: OneOf(BAD_DELIVERY_KINDS),
	count: Type.Optional(
		Type.Integer({ minimum: 1, maximum: 10_000, description: 'Of the next deliveries; 1, or 2 to reorder' }),
	),
});
const BadDeliveryList = Type.Object({
	bad_deliveries: Type.Array(
		Type.Object({
			kind: OneOf(BAD_DELIVERY_KINDS),
			remaining: Type.Integer({ description: 'How many of the next deliveries' }),
		}),
	),
});

/** Has the next deliveries go wrong: what a receiver must be able to bear (section 6). */
export const badDeliveryControl: Routes = (app) => {
	const { outbox } = app;
	const list = () => ({ bad_deliveries: outbox.badDeliveries.list() });

	app.get('/bad-deliveries', { schema: { response: { 200: BadDeliveryList } } }, list);

	app.post(
		'/bad-deliveries',
		{ schema: { body: BadDeliveryRequest, response: { 201: BadDeliveryList, '4xx': PlainError } } },
		async (request, reply) => {
			const { kind, count = kind === 'reordered' ? 2 : 1 } = request.body;
			if (kind === 'reordered' && count < 2) throw plainError(400, 'It takes two deliveries to reorder');
			outbox.badDeliveries.set(kind, count);
			return reply.status(201).send(list());
		},
	);

	app.delete('/bad-deliveries', { schema: { response: { 200: BadDeliveryList } } }, () => {
		outbox.badDeliveries.clear();
		return list();
	});
};
