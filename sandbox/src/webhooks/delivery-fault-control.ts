import { Type } from 'typebox';
import { endpoint } from '../http/endpoint.ts';
import { plainError } from '../http/errors.ts';
import { OneOf } from '../http/values.ts';
import { DELIVERY_FAULTS } from './delivery-faults.ts';

const DeliveryFaultList = Type.Object({
	delivery_faults: Type.Array(
		Type.Object({
			kind: OneOf(DELIVERY_FAULTS),
			remaining: Type.Integer({ description: 'How many of the next deliveries' }),
		}),
	),
});

/** Has the next deliveries go wrong: what a receiver must be able to bear (section 6). */
export const deliveryFaultControl = [
	endpoint('GET /delivery-faults', {
		summary: 'List the faults of the next deliveries',
		answer: DeliveryFaultList,
		handle: (_request, { outbox }) => ({ delivery_faults: outbox.deliveryFaults.list() }),
	}),
	endpoint('POST /delivery-faults', {
		summary: 'Sign the next deliveries wrongly, send them twice, or in reverse order',
		body: Type.Object({
			kind: OneOf(DELIVERY_FAULTS),
			count: Type.Optional(
				Type.Integer({
					minimum: 1,
					maximum: 10_000,
					description: 'Of the next deliveries; 1, or 2 to reorder',
				}),
			),
		}),
		status: 201,
		answer: DeliveryFaultList,
		handle: ({ body: { kind, count = kind === 'reordered' ? 2 : 1 } }, { outbox: { deliveryFaults } }) => {
			if (kind === 'reordered' && count < 2) throw plainError(400, 'It takes two deliveries to reorder');
			deliveryFaults.set(kind, count);
			return { delivery_faults: deliveryFaults.list() };
		},
	}),
	endpoint('DELETE /delivery-faults', {
		summary: 'Have deliveries go right again',
		answer: DeliveryFaultList,
		handle: (_request, { outbox: { deliveryFaults } }) => {
			deliveryFaults.clear();
			return { delivery_faults: deliveryFaults.list() };
		},
	}),
];
