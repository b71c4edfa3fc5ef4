import type { IExecuteFunctions } from 'n8n-workflow';

import type { Operation } from './operation';
import type { FailedPlan, Plan } from './plan';

const RETRY_ON_FAIL =
	'Retry On Fail runs the whole node again, and so repeats what was already sent. Turn it off in the settings of the node: Max Retries in the options repeats only what is safe to repeat.';

/** What a person should know beside the output: each hint once. */
export function hintsFor(
	context: IExecuteFunctions,
	{ retry }: Operation,
	plans: Array<Plan | FailedPlan>,
): string[] {
	const planned = plans.filter((plan): plan is Plan => !('error' in plan));
	const hints = new Set(planned.map(({ hint }) => hint).filter((hint) => hint !== undefined));
	if (retry.safe !== true && context.getNode().retryOnFail === true) hints.add(RETRY_ON_FAIL);
	if (planned.length > 1 && planned.every((plan) => isSameRequest(plan, planned[0] as Plan))) {
		hints.add(
			`The same request was made ${planned.length} times, once for each input item. Turn on Execute Once in the settings of the node to make it once.`,
		);
	}
	return [...hints];
}

/** Files count as different. */
const isSameRequest = ({ request: a }: Plan, { request: b }: Plan): boolean =>
	a === b || (a.path === b.path && !a.files && JSON.stringify(a.body) === JSON.stringify(b.body));
