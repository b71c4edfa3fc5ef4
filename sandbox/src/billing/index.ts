import { recordTable } from '../database/records.ts';
import { definePart } from '../plugin.ts';
import type { App } from '../plugin.ts';
import { Checkouts } from './checkouts.ts';
import { billingControl } from './control.ts';
import { Credits } from './credits.ts';
import { billingFunctions } from './functions.ts';
import { fromUsd } from './money.ts';
import { checkoutPages } from './pages.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The account's credits. */
		credits: Credits;
		/** By which they are bought. */
		checkouts: Checkouts;
	}
}

/** What a new account has to spend. */
const OPENING_BALANCE = fromUsd(100);

function seedCredits({ credits }: App): void {
	credits.enter({ kind: 'opening', amount: OPENING_BALANCE, description: 'Opening balance' });
}

/** Section 4, billing: credits, and the hosted checkout where they are bought. */
export default definePart({
	name: 'billing',
	dependencies: ['address', 'auth'],
	migrations: [recordTable('credit_entries'), recordTable('checkouts')],
	setUp: (app) => {
		app.decorate('credits', new Credits(app));
		app.decorate('checkouts', new Checkouts(app));
		app.history.bound('credit_entries');
	},
	seed: seedCredits,
	functions: billingFunctions,
	pages: checkoutPages,
	control: billingControl,
});
