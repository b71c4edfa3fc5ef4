import { Type } from 'typebox';
import { AnyError } from '../http/errors.ts';
import type { Routes } from '../plugin.ts';
import { WebhookUrl } from '../http/webhook-url.ts';
import { readAmount } from './amount.ts';

/** A browser is sent there: http or https only, so that no script address can be smuggled in. */
const RedirectUrl = WebhookUrl;

const AddCreditsRequest = Type.Object({
	amount: Type.Unsafe<unknown>({
		type: ['string', 'number'],
		description:
			'A preset (`small` 20 USD, `medium` 50 USD, `large` 100 USD) or a number from 10 to 1000, to the cent',
	}),
	success_url: RedirectUrl,
	cancel_url: RedirectUrl,
});

/** Section 4, billing: billing-add-credits. */
export const billingFunctions: Routes = (app) => {
	const { address, checkouts, database } = app;
	app.post(
		'/billing-add-credits',
		{
			// Section 7 has one text for every amount that is not one, so this comes before the schema.
			preValidation: async (request) => {
				const body: unknown = request.body;
				if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
					readAmount('amount' in body ? body.amount : undefined);
				}
			},
			schema: {
				tags: ['Billing'],
				summary: 'Buy credits at a hosted checkout',
				body: AddCreditsRequest,
				response: { 200: Type.Object({ sessionId: Type.String(), url: Type.String() }), '4xx': AnyError },
			},
		},
		async (request) => {
			const { success_url, cancel_url } = request.body;
			const amount = readAmount(request.body.amount);
			const { id } = await database.write(() => checkouts.open({ amount, success_url, cancel_url }));
			return { sessionId: id, url: `${address.url}/checkout/${id}` };
		},
	);
};
