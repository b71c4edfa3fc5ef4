import { Type } from 'typebox';
import { endpoint } from '../http/endpoint.ts';
import { ControlPaging } from '../http/listing.ts';
import { WebhookUrl } from '../http/values.ts';
import type { App } from '../plugin.ts';
import { Checkout } from './checkouts.ts';
import { CreditEntry } from './credits.ts';
import { readAmount, fromUsd, toUsd, Usd } from './money.ts';

const checkoutUrl = ({ address }: App, { id }: Pick<Checkout, 'id'>) => `${address.url}/checkout/${id}`;

/**
 * Section 4, billing. Browsers are redirected to the URLs, so these must be http or https: a `javascript:`
 * URL would run a script.
 */
export const addCredits = endpoint('POST /billing-add-credits', {
	operationId: 'buyCredits',
	summary: 'Buy credits at a hosted checkout',
	// Section 7 has one text for every invalid amount, so it is checked before the schema.
	preValidation: async ({ body }) => {
		if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
			readAmount('amount' in body ? body.amount : undefined);
		}
	},
	body: Type.Object({
		amount: Type.Unsafe<unknown>({
			type: ['string', 'number'],
			description:
				'A preset (`small` 20 USD, `medium` 50 USD, `large` 100 USD) or a number from 10 to 1000, ' +
				'to the cent',
		}),
		success_url: WebhookUrl,
		cancel_url: WebhookUrl,
	}),
	example: {
		amount: 'small',
		success_url: 'https://shop.example/thanks',
		cancel_url: 'https://shop.example/billing',
	},
	answer: Type.Object({ sessionId: Type.String(), url: Type.String() }),
	handle: ({ body }, app) => {
		const { id } = app.checkouts.open({ ...body, amount: readAmount(body.amount) });
		return { sessionId: id, url: checkoutUrl(app, { id }) };
	},
});

/** The account's credits, as in the dashboard of the interface. */
export const billingControl = [
	endpoint('GET /credits', {
		operationId: 'showCredits',
		summary: 'Show the balance and what changed it',
		query: ControlPaging,
		answer: Type.Object({
			balance: Usd,
			currency: Type.Literal('USD'),
			entries: Type.Array(CreditEntry, { description: 'Newest first' }),
			total: Type.Integer(),
		}),
		handle: ({ query: { limit, offset } }, { credits }) => ({
			balance: toUsd(credits.balance),
			currency: 'USD' as const,
			entries: credits.list(limit, offset),
			total: credits.count(),
		}),
	}),
	endpoint('POST /credits', {
		operationId: 'addCredits',
		summary: 'Add credits, or take some',
		body: Type.Object({
			amount: Type.Number({
				minimum: -1_000_000,
				maximum: 1_000_000,
				description: 'US dollars to add; negative to take',
			}),
			description: Type.Optional(Type.String({ maxLength: 200 })),
		}),
		status: 201,
		answer: CreditEntry,
		before: ({ clock }) => clock.catchUp(),
		handle: ({ body: { amount, description = 'Changed by hand' } }, { credits }) =>
			credits.enter('adjustment', fromUsd(amount), description),
	}),
	endpoint('GET /checkouts', {
		operationId: 'listCheckouts',
		summary: 'List purchases of credits',
		query: Type.Pick(ControlPaging, ['limit']),
		answer: Type.Object({
			checkouts: Type.Array(
				Type.Object({
					...Type.Omit(Checkout, ['id']).properties,
					sessionId: Checkout.properties.id,
					url: Type.String(),
				}),
			),
		}),
		handle: ({ query: { limit } }, app) => ({
			checkouts: app.checkouts.list(limit).map(({ id, ...checkout }) => ({
				...checkout,
				sessionId: id,
				url: checkoutUrl(app, { id }),
			})),
		}),
	}),
];
