import type { Room } from '../room.ts';
import type { Services } from '../services.ts';
import { billingControl } from './control.ts';
import { billingFunctions } from './functions.ts';
import { fromUsd } from './money.ts';
import { checkoutPages } from './pages.ts';
import { BILLING_TABLES } from './tables.ts';

/** What a new account has to spend. */
const OPENING_BALANCE = fromUsd(100);

function seedCredits({ credits }: Services): void {
	credits.add({ kind: 'opening', amount: OPENING_BALANCE, description: 'Opening balance' });
}

/** Section 4, billing: credits, and the hosted checkout where they are bought. */
export const billingRoom: Room = {
	name: 'billing',
	migrations: [BILLING_TABLES],
	seed: seedCredits,
	functions: billingFunctions,
	pages: checkoutPages,
	control: billingControl,
};
