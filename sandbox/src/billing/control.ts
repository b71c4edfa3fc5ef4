import { Type, type Static } from 'typebox';
import { isoTime, isoTimeOrNull } from '../clock/clock.ts';
import { PlainError } from '../http/errors.ts';
import { ControlPaging } from '../http/paging.ts';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';
import type { Routes } from '../plugin.ts';
import { CHECKOUT_STATUSES, type Checkout } from './checkouts.ts';
import { ENTRY_KINDS, type CreditEntry } from './credits.ts';
import { fromUsd, toUsd } from './money.ts';

const Usd = Type.Number({ description: 'US dollars' });
const EntryRecord = Type.Object({
	id: Type.String(),
	kind: OneOf(ENTRY_KINDS),
	amount: Usd,
	balance: Usd,
	description: Type.String(),
	reference: Nullable(Type.String({ description: 'Id of the checkout, batch or call' })),
	created_at: Timestamp,
});
const CheckoutRecord = Type.Object({
	sessionId: Type.String(),
	url: Type.String(),
	amount: Usd,
	status: OneOf(CHECKOUT_STATUSES),
	success_url: Type.String(),
	cancel_url: Type.String(),
	created_at: Timestamp,
	settled_at: Nullable(Timestamp),
});
const CreditsRecord = Type.Object({
	balance: Usd,
	currency: Type.Literal('USD'),
	entries: Type.Array(EntryRecord, { description: 'Newest first' }),
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
		(request) => {
			const { limit = 100, offset = 0 } = request.query;
			const { entries, total } = credits.list(limit, offset);
			return {
				balance: toUsd(credits.balance),
				currency: 'USD' as const,
				entries: entries.map(toEntryRecord),
				total,
			};
		},
	);

	app.post(
		'/credits',
		{ schema: { body: AdjustmentRequest, response: { 201: EntryRecord, '4xx': PlainError } } },
		async (request, reply) => {
			const { amount, description = 'Changed by hand' } = request.body;
			await clock.catchUp();
			const entry = await database.write(() =>
				credits.add({ kind: 'adjustment', amount: fromUsd(amount), description }),
			);
			return reply.status(201).send(toEntryRecord(entry));
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
		(request) => ({
			checkouts: checkouts
				.list(request.query.limit ?? 100)
				.map((checkout) => toCheckoutRecord(checkout, `${address.url}/checkout/${checkout.id}`)),
		}),
	);
};

function toEntryRecord(entry: CreditEntry): Static<typeof EntryRecord> {
	return {
		id: entry.id,
		kind: entry.kind,
		amount: toUsd(entry.amount),
		balance: toUsd(entry.balance),
		description: entry.description,
		reference: entry.reference,
		created_at: isoTime(entry.createdAt),
	};
}

function toCheckoutRecord(checkout: Checkout, url: string): Static<typeof CheckoutRecord> {
	return {
		sessionId: checkout.id,
		url,
		amount: toUsd(checkout.amount),
		status: checkout.status,
		success_url: checkout.successUrl,
		cancel_url: checkout.cancelUrl,
		created_at: isoTime(checkout.createdAt),
		settled_at: isoTimeOrNull(checkout.settledAt),
	};
}
