import accountPart from '../account/index.ts';
import addressPart from '../address/index.ts';
import clockPart from '../clock/index.ts';
import { recordTable } from '../database/records.ts';
import idsPart from '../ids/index.ts';
import { definePart } from '../plugin.ts';
import { Checkouts } from './checkouts.ts';
import { Credits } from './credits.ts';
import { addCredits, billingControl } from './endpoints.ts';
import { fromUsd } from './money.ts';
import { checkoutPages } from './pages.ts';

declare module 'fastify' {
	interface FastifyInstance {
		credits: Credits;
		checkouts: Checkouts;
	}
}

/** Section 4, billing: credits, and the hosted checkout where they are bought. */
export default definePart({
	tag: 'Billing',
	dependencies: [accountPart, addressPart, clockPart, idsPart],
	tables: `${recordTable('credit_entries')} ${recordTable('checkouts')}`,
	provide: (app) => ({
		credits: new Credits(app, 'credit_entries', 'Credit entry'),
		checkouts: new Checkouts(app, 'checkouts', 'Checkout'),
	}),
	setUp: ({ history }) => {
		history.bound('credit_entries');
		history.bound('checkouts');
	},
	// A new account has these credits to spend.
	seed: ({ credits }) => void credits.enter('opening', fromUsd(100), 'Opening balance'),
	functions: addCredits,
	pages: checkoutPages,
	control: billingControl,
});
