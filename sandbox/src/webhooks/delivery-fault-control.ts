import { Type } from 'typebox';
import { plainError, PlainError } from '../http/errors.ts';
import { OneOf } from '../http/values.ts';
import type { Routes } from '../plugin.ts';
import { DELIVERY_FAULTS } from './delivery-faults.ts';

const DeliveryFaultRequest = Type.Object({
	kind: OneOf(DELIVERY_FAULTS),
	count: Type.Optional(
		Type.Integer({ minimum: 1, maximum: 10_000, description: 'Of the next deliveries; 1, or 2 to reorder' }),
	),
});
const DeliveryFaultList = Type.Object({
	delivery_faults: Type.Array(
		Type.Object({
			kind: OneOf(DELIVERY_FAULTS),
			remaining: Type.Integer({ description: 'How many of the next deliveries' }),
		}),
	),
});

/** Has the next deliveries go wrong: what a receiver must be able to bear (section 6). */
export const deliveryFaultControl: Routes = (app) => {
	const { outbox } = app;
	const list = () => ({ delivery_faults: outbox.deliveryFaults.list() });

	app.get('/delivery-faults', { schema: { response: { 200: DeliveryFaultList } } }, list);

	app.post(
		'/delivery-faults',
		{ schema: { body: DeliveryFaultRequest, response: { 201: DeliveryFaultList, '4xx': PlainError } } },
		async (request, reply) => {
			const { kind, count = kind === 'reordered' ? 2 : 1 } = request.body;
			if (kind === 'reordered' && count < 2) throw plainError(400, 'It takes two deliveries to reorder');
			outbox.deliveryFaults.set(kind, count);
			return reply.status(201).send(list());
		},
	);

	app.delete('/delivery-faults', { schema: { response: { 200: DeliveryFaultList } } }, () => {
		outbox.deliveryFaults.clear();
		return list();
	});
};
