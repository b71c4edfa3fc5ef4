import type { IPollFunctions } from 'n8n-workflow';

/**
 * The time that n8n gives a poll, in milliseconds. Undefined before 2.41, which does
 * not name one. Tested by test/engine/message-trigger-list.test.ts.
 */
export const getPollBudgetMs = (context: IPollFunctions): number | undefined =>
	(context as Partial<IPollFunctions>).getPollBudgetMs?.();

const usedContexts = new WeakSet<IPollFunctions>();

/**
 * Tells if no poll has begun in the context yet. n8n makes one when it publishes a workflow or starts, polls in it at
 * once and waits for that poll; the polls of the schedule that follow have the same one. With n8n's durable
 * scheduler each poll has a context of its own, which says `update` like that of the first poll
 * after a change. Tested by test/engine/message-trigger-outage.test.ts.
 */
export function isFirstPollIn(context: IPollFunctions): boolean {
	if (usedContexts.has(context)) return false;
	usedContexts.add(context);
	return true;
}

/** Tells if a person is publishing the workflow or a change of it; if not, n8n is starting. */
export const isPublishing = (context: IPollFunctions): boolean =>
	['activate', 'update', 'create'].includes(context.getActivationMode());
