import { Type } from 'typebox';
import { PlainError } from '../http/errors.ts';
import { ControlPaging } from '../http/paging.ts';
import type { Routes } from '../plugin.ts';
import { Checkout } from './checkouts.ts';
import { CreditEntry } from './credits.ts';
import { fromUsd, toUsd, Usd } from './money.ts';

const CheckoutRecord = Type.Object({
	...Type.Omit(Checkout, ['id']).properties,
	sessionId: Checkout.properties.id,
	url: Type.String(),
});
const CreditsRecord = Type.Object({
	balance: Usd,
	currency: Type.Literal('USD'),
	entries: Type.Array(CreditEntry, { description: 'Newest first' }),
	total: Type.Integer(),
});
const AdjustmentRequest = Type.Object({
	amount: Type.Number({
		minimum: -1_000_000,
		maximum: 1_000_000,
		description: 'US dollars to add; negative to take',
	}),
	description: Type.Optional(Type.String({ maxLength: 200 })),
});

/** The account's credits, as the dashboard of the interface shows them. */
export const billingControl: Routes = (app) => {
	const { address, checkouts, clock, credits, database } = app;
	app.get(
		'/credits',
		{ schema: { querystring: ControlPaging, response: { 200: CreditsRecord, '4xx': PlainError } } },
		({ query: { limit, offset } }) => ({
			balance: toUsd(credits.balance),
			currency: 'USD' as const,
			entries: credits.list(limit, offset),
			total: credits.count(),
		}),
	);

	app.post(
		'/credits',
		{ schema: { body: AdjustmentRequest, response: { 201: CreditEntry, '4xx': PlainError } } },
		async (request, reply) => {
			const { amount, description = 'Changed by hand' } = request.body;
			await clock.catchUp();
			const entry = await database.write(() =>
				credits.enter({ kind: 'adjustment', amount: fromUsd(amount), description }),
			);
			return reply.status(201).send(entry);
		},
	);

	app.get(
		'/checkouts',
		{
			schema: {
				querystring: Type.Pick(ControlPaging, ['limit']),
				response: { 200: Type.Object({ checkouts: Type.Array(CheckoutRecord) }), '4xx': PlainError },
			},
		},
		({ query: { limit } }) => ({
			checkouts: checkouts.list(limit).map(({ id, ...checkout }) => ({
				...checkout,
				sessionId: id,
				url: `${address.url}/checkout/${id}`,
			})),
		}),
	);
};
